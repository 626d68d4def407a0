//! Turns the content of a chunk into bytes that can wait in a temporary file, and back.

use std::mem;

use urlsift_search::Conformance;

use super::{
    OutputChunk,
    event::{Event, Events, LinkContent, LinkEvent},
    render::{Rendered, Renderer},
};
use crate::{
    options::Show,
    select::dedup::{ChunkKeys, DedupKey, Deduplicator, MessageOffset},
    term::reached::ResumePoint,
};

/// What comes next in the bytes: an event that stayed in memory, or a link.
const OTHER: u8 = 0;
const LINK: u8 = 1;
/// A link in a message, whose offset follows.
const LINK_IN_MESSAGE: u8 = 2;

impl OutputChunk {
    /// Removes the content of the chunk and returns it as bytes. `None` if it depends on earlier chunks, or
    /// takes next to no memory.
    pub(super) fn take_content(&mut self) -> Option<Vec<u8>> {
        // The counts of `--tally` are not lines.
        if self.tally.is_some() {
            return None;
        }
        let depends_on_others = self.options.has_headings() || self.has_context();
        // A chunk whose decisions are final has keys for the collector, and is collected at once.
        if self.dedup.as_ref().is_some_and(Deduplicator::is_final) {
            return None;
        }
        let is_final = self.dedup.is_none();
        let is_counted = matches!(
            self.options.show,
            Show::Count | Show::Files | Show::FilesWithout | Show::Nothing
        );
        if depends_on_others || is_final && is_counted {
            return None;
        }
        // The numbers of rejected candidates are missing until the chunk is collected.
        let is_rejected = |event: &Event| matches!(event, Event::Rejected(_));
        if !is_final && self.events.list.iter().any(is_rejected) {
            return None;
        }
        let mut renderer = Renderer::new(self.options, self.text, self.state);
        let content = if is_final {
            self.render_with(&mut renderer);
            take_rendered(&mut self.rendered)
        } else {
            renderer.render_links(&mut self.events);
            encode(&mut self.events)
        };
        // No more links are added to the chunk, and the collector uses the keys of the events.
        self.keys = ChunkKeys::default();
        let events = self.events.list.iter().map(Event::size);
        let diagnostics = self.rendered.diagnostics.iter();
        self.size = events.sum::<usize>()
            + diagnostics
                .map(|(_, diagnostic)| diagnostic.size())
                .sum::<usize>();
        Some(content)
    }

    /// Puts back what [`take_content`](Self::take_content) returned.
    pub(super) fn put_content(&mut self, content: Vec<u8>) {
        if self.dedup.is_none() {
            // `take_rendered` has written these bytes, so they are complete.
            let _ = put_rendered(&mut self.rendered, content);
        } else {
            self.size += content.len();
            // `encode` has written these bytes, so they are complete.
            let _ = decode(&content, &mut self.events);
        }
    }
}

/// Removes the lines and the points of messages, and returns them as bytes. Of the points, there are about as many as
/// messages with links; the others are few.
fn take_rendered(rendered: &mut Rendered) -> Vec<u8> {
    let mut content = mem::take(&mut rendered.bytes);
    let end = content.len();
    rendered.resume_points.retain(|(at, point)| match point {
        ResumePoint::Message(offset) => {
            content.extend((*at as u64).to_ne_bytes());
            content.extend(offset.to_ne_bytes());
            false
        }
        ResumePoint::Input(_) | ResumePoint::Stream => true,
    });
    content.extend((end as u64).to_ne_bytes());
    content
}

/// Puts back what [`take_rendered`] has removed. Returns `None` if it has not written these bytes.
fn put_rendered(rendered: &mut Rendered, mut content: Vec<u8>) -> Option<()> {
    let (front, end) = content.split_last_chunk()?;
    let end = usize::try_from(u64::from_ne_bytes(*end)).ok()?;
    let (points, _) = front.get(end..)?.as_chunks::<8>();
    let (points, _) = points.as_chunks::<2>();
    let messages = points.iter().map(|&[at, offset]| {
        let point = ResumePoint::Message(u64::from_ne_bytes(offset));
        (u64::from_ne_bytes(at) as usize, point)
    });
    rendered.resume_points.extend(messages);
    // An input begins before its messages.
    rendered.resume_points.sort_by_key(|(at, _)| *at);
    content.truncate(end);
    rendered.bytes = content;
    Some(())
}

/// Removes the links of events and returns them as bytes. They have to be lines.
fn encode(events: &mut Events) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(events.bytes.len() + 32 * events.list.len());
    let mut others = Vec::new();
    for event in mem::take(&mut events.list) {
        let Event::Link(link) = event else {
            bytes.push(OTHER);
            others.push(event);
            continue;
        };
        match link.message {
            None => bytes.push(LINK),
            Some(offset) => {
                bytes.push(LINK_IN_MESSAGE);
                bytes.extend(offset.to_ne_bytes());
            }
        }
        bytes.push(link.level as u8);
        let key = link.key.map(|key| events.keys[key as usize]);
        bytes.extend(key.unwrap_or_default().to_ne_bytes());
        let text = match &link.content {
            LinkContent::Line(range) => events.get(range),
            _ => &[],
        };
        bytes.extend((text.len() as u32).to_ne_bytes());
        bytes.extend_from_slice(text);
    }
    *events = Events {
        list: others,
        ..Events::default()
    };
    bytes
}

/// Puts back the links that [`encode`] has removed. Returns `None` if the bytes end too early.
fn decode(mut bytes: &[u8], events: &mut Events) -> Option<()> {
    let mut others = mem::take(&mut events.list).into_iter();
    while let Some((&kind, rest)) = bytes.split_first() {
        bytes = rest;
        if kind == OTHER {
            events.list.extend(others.next());
            continue;
        }
        let message: MessageOffset = if kind == LINK_IN_MESSAGE {
            Some(u64::from_ne_bytes(take(&mut bytes)?))
        } else {
            None
        };
        let [level] = take(&mut bytes)?;
        let key = DedupKey::from_ne_bytes(take(&mut bytes)?);
        let len = u32::from_ne_bytes(take(&mut bytes)?);
        let text = bytes.split_off(..len as usize)?;
        let event = LinkEvent {
            key: Some(events.store_key(key)),
            level: *Conformance::ALL.get(usize::from(level))?,
            message,
            content: LinkContent::Line(events.store(text)),
            context: None,
        };
        events.list.push(Event::Link(event));
    }
    Some(())
}

/// Takes the first `N` bytes.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

#[cfg(test)]
mod tests {
    use std::{path::Path, sync::Arc};

    use super::{Rendered, put_rendered, take_rendered};
    use crate::term::reached::ResumePoint;

    #[test]
    fn points_of_messages_are_spilled_with_the_lines() {
        let input = |name: &str| ResumePoint::Input(Arc::from(Path::new(name)));
        let mut rendered = Rendered::default();
        for (line, point) in [
            (&b"a\n"[..], input("a")),
            (b"", ResumePoint::Message(0)),
            (b"b\n", ResumePoint::Message(700)),
            (b"c\n", input("b")),
            (b"", ResumePoint::Message(9)),
        ] {
            rendered.add_resume_point(point);
            rendered.bytes.extend_from_slice(line);
        }
        let (lines, points) = (rendered.bytes.clone(), rendered.resume_points.clone());
        // The first message has no output.
        assert_eq!((lines.len(), points.len()), (6, 4));
        let content = take_rendered(&mut rendered);
        assert_eq!((rendered.bytes.len(), rendered.resume_points.len()), (0, 2));
        assert_eq!(put_rendered(&mut rendered, content), Some(()));
        assert_eq!((rendered.bytes, rendered.resume_points), (lines, points));
        for len in 0..16 {
            let mut rendered = Rendered::default();
            assert_eq!(put_rendered(&mut rendered, vec![0xff; len]), None, "{len}");
        }
    }
}
