//! Cuts out of a sheet what was there before.

use std::{io, iter, mem, ops::Range};

use super::{Notes, Seen};
use crate::sheet::{Mark, Rest, Sheet, What};

/// What is cut out: bytes of a sheet, and the marks in them.
struct Cut {
    out: Range<usize>,
    marks: Range<usize>,
}

/// Cuts out of a sheet what was seen before, and sees the rest. All sheets come in their order.
///
/// # Errors
///
/// A temporary file cannot be written or read.
pub(super) fn prune(sheet: &mut Sheet, seen: &mut Seen, in_message: bool) -> io::Result<()> {
    let notes = mem::take(&mut sheet.notes);
    let kept = see(&notes, seen, in_message)?;
    if kept.iter().all(|kept| *kept) {
        return Ok(());
    }
    let ends = sheet.marks.iter().enumerate();
    let ends = ends.filter(|(_, mark)| matches!(mark.what, What::End(_)));
    let ends: Vec<_> = ends.map(|(index, _)| index).collect();
    let judged = iter::zip(&notes.all, &kept);
    for (note, _) in judged.filter(|(_, kept)| !**kept) {
        sheet.summary.urls.remove(note.level);
        *sheet.summary.repeated.get_or_insert_default() += 1;
        // If its file ends on this sheet, that is the next end.
        let end = ends.get(ends.partition_point(|index| *index < note.marks.end));
        if let Some(Mark {
            what: What::End(end),
            ..
        }) = end.map(|&index| &mut sheet.marks[index])
        {
            end.count -= 1;
        }
    }
    keep_rest(&mut sheet.rest, &notes, &kept);
    let cuts = cuts(&sheet.marks, &notes, &kept);
    cut(sheet, &cuts);
    Ok(())
}

/// Which hits are new.
fn see(notes: &Notes, seen: &mut Seen, in_message: bool) -> io::Result<Vec<bool>> {
    let mut file = 0;
    let mut kept = Vec::with_capacity(notes.all.len());
    for note in &notes.all {
        if in_message {
            if mem::replace(&mut file, note.file) != note.file {
                seen.leave();
            }
            seen.enter(note.group);
        }
        kept.push(seen.insert(note.key)?);
    }
    if in_message && file != notes.files {
        seen.leave();
    }
    Ok(kept)
}

/// What is left of the file at hand, without what was seen before.
fn keep_rest(rest: &mut Rest, notes: &Notes, kept: &[bool]) {
    let (Rest::Begun(count, group) | Rest::Resumed(count, group)) = rest else {
        return;
    };
    let mut last = None;
    for (note, &is_kept) in iter::zip(&notes.all, kept) {
        if note.file != notes.files {
            continue;
        }
        if is_kept {
            last = note.heading;
        } else {
            *count -= 1;
        }
    }
    // There is none where there are no headings.
    *group = last;
}

/// What was seen before, and the headings that nothing else stands under, in their order.
fn cuts(marks: &[Mark], notes: &Notes, kept: &[bool]) -> Vec<Cut> {
    let mut cuts = Vec::new();
    let mut judged = iter::zip(&notes.all, kept).peekable();
    let headings = marks
        .iter()
        .enumerate()
        .filter_map(|(index, mark)| match mark.what {
            What::Heading(heading) => Some((index, mark.at..mark.at + heading.len)),
            _ => None,
        });
    let mut headings = headings.peekable();
    loop {
        let heading = headings.next();
        let next = headings.peek().map_or(usize::MAX, |(index, _)| *index);
        let at = cuts.len();
        let mut is_empty = true;
        while let Some((note, is_kept)) = judged.next_if(|(note, _)| note.marks.start <= next) {
            if *is_kept {
                is_empty = false;
            } else {
                cuts.push(Cut {
                    out: note.out.clone(),
                    marks: note.marks.clone(),
                });
            }
        }
        let Some((index, out)) = heading else {
            return cuts;
        };
        if is_empty {
            let marks = index..index + 1;
            cuts.insert(at, Cut { out, marks });
        }
    }
}

fn cut(sheet: &mut Sheet, cuts: &[Cut]) {
    let whole = mem::take(&mut sheet.out);
    let mut marks = mem::take(&mut sheet.marks).into_iter();
    let mut taken = 0;
    let mut copied = 0;
    let mut removed = 0;
    for cut in cuts {
        sheet.out.extend_from_slice(&whole[copied..cut.out.start]);
        for mut mark in marks.by_ref().take(cut.marks.start - taken) {
            mark.at -= removed;
            sheet.marks.push(mark);
        }
        for _ in marks.by_ref().take(cut.marks.len()) {}
        taken = cut.marks.end;
        copied = cut.out.end;
        removed += cut.out.len();
    }
    sheet.out.extend_from_slice(&whole[copied..]);
    for mut mark in marks {
        mark.at -= removed;
        sheet.marks.push(mark);
    }
}
