//! Inputs that are objects in a store.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Cursor},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use urlsift_harvest::{
    Error, Format, Harvest, Manifest, MissingShards, NoObserver, ObjectState, ObjectStore,
    PlanOptions, ReadAnywhere,
};
use urlsift_search::{InputReader, Inputs};
use urlsift_tests::directories::files;

use crate::data::{inputs, make, one_thread, options, rows, without_shards};

/// A store in memory, which refuses to open objects a number of times.
#[derive(Default)]
struct Store {
    objects: Mutex<BTreeMap<PathBuf, Vec<u8>>>,
    failures: AtomicUsize,
}

impl Store {
    fn with(&self, path: &Path) -> io::Result<Vec<u8>> {
        let objects = self.objects.lock().expect("the objects");
        objects
            .get(path)
            .cloned()
            .ok_or(io::ErrorKind::NotFound.into())
    }
}

impl ObjectStore for Store {
    fn has(&self, path: &Path) -> bool {
        path.to_string_lossy().starts_with("memory://")
    }

    fn state(&self, path: &Path) -> io::Result<ObjectState> {
        let bytes = self.with(path)?;
        Ok(ObjectState {
            size: bytes.len() as u64,
            version: bytes.iter().map(|&byte| u64::from(byte)).sum(),
        })
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn ReadAnywhere>> {
        let left = |left: usize| left.checked_sub(1);
        if self
            .failures
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, left)
            .is_ok()
        {
            return Err(io::Error::other("503 Slow Down"));
        }
        Ok(Box::new(Cursor::new(self.with(path)?)))
    }
}

/// Returns a store with the files of a directory, whose paths are below `memory://bucket`.
fn stored(dir: &Path) -> Arc<Store> {
    let store = Store::default();
    let objects = files(dir).into_iter();
    let objects = objects.map(|(name, bytes)| (Path::new("memory://bucket").join(name), bytes));
    *store.objects.lock().expect("the objects") = objects.collect();
    Arc::new(store)
}

/// Makes a data set of all objects of a store.
fn make_of(store: &Arc<Store>, root: &Path) -> Result<Manifest, Error> {
    let harvest = Harvest::new(root).objects(Arc::clone(store) as _);
    let paths: Vec<_> = store
        .objects
        .lock()
        .expect("the objects")
        .keys()
        .cloned()
        .collect();
    let named = paths.iter().fold(Inputs::new([]), |inputs, path| {
        let bytes = store.with(path).expect("an object");
        inputs.reader(InputReader::seekable(path, Cursor::new(bytes)))
    });
    let plan = harvest.plan(named, &options(Format::Jsonl), PlanOptions::default())?;
    harvest.run(&plan, &one_thread(), &NoObserver)?;
    harvest.finish(&plan, MissingShards::Refuse)
}

#[test]
fn objects_give_the_rows_of_files() {
    let dir = inputs();
    let of_files = dir.path().join("files");
    let expected = make(
        &Harvest::new(&of_files),
        &dir.path().join("in"),
        &options(Format::Jsonl),
    );
    let expected = expected.expect("a data set");
    let store = stored(&dir.path().join("in"));
    let of_objects = dir.path().join("objects");
    let found = make_of(&store, &of_objects).expect("a data set");
    let prefix = dir.path().join("in").to_string_lossy().into_owned();
    for table in ["links", "messages", "inputs", "errors", "urls"] {
        let text = |root: &Path, manifest: &Manifest| {
            let rows = without_shards(rows(root, manifest, table));
            let mut rows: Vec<_> = rows
                .iter()
                .map(|row| row.to_string().replace(&prefix, "memory://bucket"))
                .collect();
            // Paths are listed in another order than objects.
            rows.sort();
            rows
        };
        assert!(found.rows(table) > 0, "{table}");
        assert_eq!(
            text(&of_objects, &found),
            text(&of_files, &expected),
            "{table}"
        );
    }
}

#[test]
fn an_object_that_fails_is_read_by_the_next_run() {
    let dir = inputs();
    let store = stored(&dir.path().join("in"));
    let undisturbed = dir.path().join("undisturbed");
    make_of(&store, &undisturbed).expect("a data set");
    let expected = files(&undisturbed);
    for failures in [1, 2, 3, 9, 14] {
        let out = dir.path().join("out");
        store.failures.store(failures, Ordering::Relaxed);
        let mut runs = 0;
        while make_of(&store, &out).is_err() {
            runs += 1;
            assert!(runs < 20);
        }
        assert!(runs > 0, "{failures}");
        // Groups were divided, so the shards differ.
        let names =
            |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().any(|name| name.starts_with("links"));
        assert!(names(&files(&out)) && names(&expected));
        fs::remove_dir_all(&out).expect("a data set");
    }
}

#[test]
fn a_replaced_object_is_read_again() {
    let dir = inputs();
    let store = stored(&dir.path().join("in"));
    let out = dir.path().join("out");
    make_of(&store, &out).expect("a data set");
    let before = files(&out);
    make_of(&store, &out).expect("a data set");
    assert!(files(&out) == before);
    let path = Path::new("memory://bucket/large.mbox");
    let text = String::from_utf8_lossy(&store.with(path).expect("an object")).into_owned();
    let text = text.replacen("http://a.example/7>", "http://z.example/7>", 1);
    store
        .objects
        .lock()
        .expect("the objects")
        .insert(path.into(), text.into_bytes());
    let manifest = make_of(&store, &out).expect("a data set");
    let links = rows(&out, &manifest, "links");
    let of = |url: &str| links.iter().filter(|row| row["url"] == url).count();
    assert_eq!((of("http://z.example/7"), of("http://a.example/7")), (1, 0));
}
