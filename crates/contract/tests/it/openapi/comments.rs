//! Comments of the protos.

use prost_reflect::FileDescriptor;

/// The comment before the element at a path, as one text: lines of a paragraph are joined.
pub(super) fn of(file: &FileDescriptor, path: &[i32]) -> String {
    let info = file.file_descriptor_proto().source_code_info.as_ref();
    let mut locations = info.into_iter().flat_map(|info| &info.location);
    let location = locations.find(|location| location.path == path);
    let comment = location.map_or("", |location| location.leading_comments());
    let paragraphs = comment.trim().split("\n\n");
    let joined = paragraphs.map(|paragraph| {
        let words: Vec<_> = paragraph.split_whitespace().collect();
        words.join(" ")
    });
    joined.collect::<Vec<_>>().join("\n\n")
}

/// The first sentence, without its full stop.
pub(super) fn summary(comment: &str) -> &str {
    let end = comment.find(". ").or_else(|| comment.find(".\n"));
    comment[..end.unwrap_or(comment.len())].trim_end_matches('.')
}
