//! Writing of one game.

use super::super::output::{Omissions, comment_with_crlf, without_zeros};
use super::super::record_list::{self, ListedNode};
use super::super::{Omission, WriteError, Written, header_codes};
use super::{
    BOARD, ENDS, GAME_MAGIC, HAS_ALTERNATIVE, HAS_COMMENT, HEADER_BYTES, KIND, KIND_TAG, KINDS,
    KNOWN_VERSION, MOVE_NUMBER, PIECES, PLAYBACK, RESULT, SIDE, SLOT_BYTES, TEXTS, VERSION,
};
use crate::{GameTree, Ply, Start};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Position, Square};

pub(in super::super) fn write(tree: &GameTree) -> Result<Written, WriteError> {
    let Start::Xiangqi(start) = tree.start() else { return Err(WriteError::OtherGame) };
    let mut omissions = Omissions::default();
    let mut header = [0; HEADER_BYTES];
    header[..GAME_MAGIC.len()].copy_from_slice(GAME_MAGIC);
    header[VERSION] = KNOWN_VERSION;
    header[PLAYBACK..].fill(0xff);
    write_start(&mut header, &mut omissions, start);
    write_tags(&mut header, &mut omissions, tree);
    let mut bytes = header.to_vec();
    write_records(&mut bytes, &mut omissions, tree);
    // whole slots, as in a library
    bytes.resize(bytes.len().next_multiple_of(SLOT_BYTES), 0);
    Ok(Written { bytes, omitted: omissions.into_list() })
}

fn write_start(header: &mut [u8; HEADER_BYTES], omissions: &mut Omissions, start: &Position) {
    for (square, piece) in start.board().iter() {
        let kind = PIECES.iter().position(|&kind| kind == piece.kind).expect("each kind is listed");
        let color = if piece.color == Color::Red { 0x10 } else { 0x20 };
        header[BOARD + usize::from(index(square))] = color + kind as u8 + 1;
    }
    header[SIDE] = if start.side_to_move() == Color::Red { 1 } else { 2 };
    header[MOVE_NUMBER..][..2].copy_from_slice(&start.fullmove_number().to_le_bytes());
    omissions.add_if(start.halfmove_clock() != 0, Omission::Counters);
}

/// The index of a point, from black's back rank on.
const fn index(square: Square) -> u8 {
    (Square::RANKS - 1 - square.rank()) * Square::FILES + square.file()
}

fn write_tags(header: &mut [u8; HEADER_BYTES], omissions: &mut Omissions, tree: &GameTree) {
    for (name, value) in tree.tags().iter() {
        let kind = if name == KIND_TAG { header_codes::of_kind(&KINDS, value) } else { None };
        let text = TEXTS.iter().find(|&&(_, _, known)| known == name);
        match (kind, text) {
            (Some(kind), _) => header[KIND] = kind,
            (None, Some(&(offset, size, _))) => {
                // with the zero that ends it
                let value = without_zeros(omissions, value);
                let units = fitting(omissions, &value, size / 2 - 1);
                header[offset..][..units.len()].copy_from_slice(&units);
            }
            (None, None) => omissions.add_if(true, Omission::Tag(name.to_owned())),
        }
    }
    header[RESULT] = header_codes::of_result(tree.result());
    omissions.add_beyond_score(tree.result());
}

/// The bytes of as many of the first characters of `text` as fit in this number of code units.
fn fitting(omissions: &mut Omissions, text: &str, units: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for c in text.chars() {
        if bytes.len() + 2 * c.len_utf16() > 2 * units {
            omissions.add_if(true, Omission::LongText);
            break;
        }
        bytes.extend(utf16(c.encode_utf8(&mut [0; 4])));
    }
    bytes
}

fn utf16(text: &str) -> impl Iterator<Item = u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes)
}

fn write_records(bytes: &mut Vec<u8>, omissions: &mut Omissions, tree: &GameTree) {
    for ListedNode { node, has_next, has_alternative } in record_list::places(tree) {
        let annotation = tree.annotation(node);
        omissions.add_beyond_comment(annotation);
        let comment = comment_with_crlf(omissions, annotation);
        let flag = |is_set, flag| if is_set { flag } else { 0 };
        let flags = flag(!has_next, ENDS)
            | flag(has_alternative, HAS_ALTERNATIVE)
            | flag(!comment.is_empty(), HAS_COMMENT);
        let mv = tree.played(node).and_then(Ply::xiangqi);
        let [from, to] = mv.map_or([0, 0], |mv| [index(mv.from), index(mv.to)]);
        bytes.extend([flags, 0, from, to]);
        if !comment.is_empty() {
            let comment: Vec<u8> = utf16(&comment).collect();
            let length = u32::try_from(comment.len()).expect("a comment has a limit");
            bytes.extend(length.to_le_bytes());
            bytes.extend(comment);
        }
    }
}
