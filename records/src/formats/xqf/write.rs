//! Writing, in version 18 without masks.

use super::super::encoding::encode_gb18030;
use super::super::output::{Omissions, comment_with_crlf, without_zeros};
use super::super::record_list::{self, ListedNode};
use super::super::{Omission, WriteError, Written, header_codes, placement};
use super::keys::Keys;
use super::layout::{
    HAS_ALTERNATIVE, HAS_COMMENT, HAS_NEXT, HEADER_BYTES, KIND, KIND_TAG, KINDS, LAST_VERSION, MAGIC,
    POINT_OFFSETS, POINTS, RECORD_COUNT, RECORDS_OFFSET, RESULT, SIDE, TEXTS, VERSION,
};
use crate::{GameTree, Ply, Start};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Position, Square};

/// The number of a point that stands for no piece.
const NO_POINT: u8 = 0xff;

pub(in super::super) fn write(tree: &GameTree) -> Result<Written, WriteError> {
    let Start::Xiangqi(start) = tree.start() else { return Err(WriteError::OtherGame) };
    let mut omissions = Omissions::default();
    let mut header = [0; HEADER_BYTES];
    header[..MAGIC.len()].copy_from_slice(MAGIC);
    header[VERSION] = LAST_VERSION;
    let keys = Keys::from_header(&header).expect("seeds of zero add up to zero");
    write_start(&mut header, &mut omissions, &keys, start);
    write_tags(&mut header, &mut omissions, tree);
    let count = u32::try_from(tree.ply_count() + 1).unwrap_or(u32::MAX);
    header[RECORD_COUNT..][..4].copy_from_slice(&count.to_le_bytes());
    header[RECORDS_OFFSET..][..4].copy_from_slice(&(HEADER_BYTES as u32).to_le_bytes());
    let mut bytes = header.to_vec();
    write_records(&mut bytes, &mut omissions, tree, &keys);
    Ok(Written { bytes, omitted: omissions.into_list() })
}

fn write_start(header: &mut [u8; HEADER_BYTES], omissions: &mut Omissions, keys: &Keys, start: &Position) {
    let points = placement::points(start.board());
    for index in 0..points.len() {
        let place = (index + keys.rotation) % points.len();
        header[POINTS + index] = points[place].map_or(NO_POINT, number);
    }
    header[SIDE] = u8::from(start.side_to_move() == Color::Black);
    omissions.add_if((start.halfmove_clock(), start.fullmove_number()) != (0, 1), Omission::Counters);
}

/// The number of a point, file · 10 + rank.
const fn number(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

fn write_tags(header: &mut [u8; HEADER_BYTES], omissions: &mut Omissions, tree: &GameTree) {
    for (name, value) in tree.tags().iter() {
        let kind = if name == KIND_TAG { header_codes::of_kind(&KINDS, value) } else { None };
        let text = TEXTS.iter().find(|&&(_, _, known)| known == name);
        match (kind, text) {
            (Some(kind), _) => header[KIND] = kind,
            (None, Some(&(offset, size, _))) => {
                let value = without_zeros(omissions, value);
                let text = fitting(omissions, &value, size - 1);
                header[offset] = text.len() as u8;
                header[offset + 1..][..text.len()].copy_from_slice(&text);
            }
            (None, None) => omissions.add_if(true, Omission::Tag(name.to_owned())),
        }
    }
    header[RESULT] = header_codes::of_result(tree.result());
    omissions.add_beyond_score(tree.result());
}

/// Encodes as many of the first characters of `text` as fit in `size` bytes.
fn fitting(omissions: &mut Omissions, text: &str, size: usize) -> Vec<u8> {
    // a character has at least one byte
    let mut fitting: String = text.chars().take(size).collect();
    loop {
        let (bytes, replaced) = encode_gb18030(&fitting);
        if bytes.len() <= size {
            omissions.add_if(replaced, Omission::Characters);
            omissions.add_if(fitting.len() < text.len(), Omission::LongText);
            return bytes;
        }
        fitting.pop();
    }
}

fn write_records(bytes: &mut Vec<u8>, omissions: &mut Omissions, tree: &GameTree, keys: &Keys) {
    for ListedNode { node, has_next, has_alternative } in record_list::places(tree) {
        let annotation = tree.annotation(node);
        omissions.add_beyond_comment(annotation);
        let comment = comment_with_crlf(omissions, annotation);
        let (comment, replaced) = encode_gb18030(&comment);
        omissions.add_if(replaced, Omission::Characters);
        let flag = |is_set, flag| if is_set { flag } else { 0 };
        let flags = flag(has_next, HAS_NEXT)
            | flag(has_alternative, HAS_ALTERNATIVE)
            | flag(!comment.is_empty(), HAS_COMMENT);
        let mv = tree.played(node).and_then(Ply::xiangqi);
        let points = mv.map_or([0, 0], |mv| [number(mv.from), number(mv.to)]);
        let [from, to] = [0, 1].map(|which| points[which] + POINT_OFFSETS[which] + keys.moves[which]);
        bytes.extend([from, to, flags, 0]);
        if !comment.is_empty() {
            let length = u32::try_from(comment.len()).expect("a comment has a limit");
            bytes.extend((length + keys.length).to_le_bytes());
            bytes.extend_from_slice(&comment);
        }
    }
}
