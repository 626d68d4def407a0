//! Folders of paths.

/// Returns the folder of a file, with a slash at its end; empty if it has none.
pub(super) fn folder(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|&byte| byte == b'/');
    end.map_or(&[], |slash| &path[..=slash])
}

/// Returns the deepest folder that contains both a path and everything in `folder_path`.
pub(super) fn common_folder<'f>(folder_path: &'f [u8], path: &[u8]) -> &'f [u8] {
    let pairs = folder_path.iter().zip(path);
    let len = pairs.take_while(|(one, other)| one == other).count();
    folder(&folder_path[..len])
}

#[cfg(test)]
mod tests {
    use super::{common_folder, folder};

    #[test]
    fn folders_end_with_a_slash() {
        for (path, expected) in [
            ("", ""),
            ("a", ""),
            ("a/b", "a/"),
            ("/a", "/"),
            ("a/b/c.mbox", "a/b/"),
        ] {
            assert_eq!(folder(path.as_bytes()), expected.as_bytes());
        }
        for (one, other, expected) in [
            ("", "a", ""),
            ("a/b/", "a/b/c", "a/b/"),
            ("a/b/", "a/bc", "a/"),
            ("a/b/", "a/b", "a/"),
            ("a/", "b/", ""),
            ("/a/", "/b/c", "/"),
        ] {
            let common = common_folder(one.as_bytes(), other.as_bytes());
            assert_eq!(common, expected.as_bytes());
        }
    }
}
