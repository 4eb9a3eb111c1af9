//! Reading.

use super::super::builder::GameBuilder;
use super::super::encoding::decode_gb18030;
use super::super::placement::{self, Points};
use super::super::record_list::{self, Record};
use super::super::{Encoding, Fault, Format, Location, NoteKind, ReadError, ReadGame, Reading, header_codes};
use super::keys::Keys;
use super::layout::{
    FIRST_MASKED, HAS_ALTERNATIVE, HAS_COMMENT, HAS_NEXT, HEADER_BYTES, KIND, KIND_TAG, KINDS, LAST_VERSION,
    POINT_OFFSETS, POINTS, RESULT, SEEDS, SIDE, TEXTS, VERSION,
};
use crate::tag;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Move, Position, Square};

pub(in super::super) fn read(bytes: &[u8]) -> Reading {
    let mut reading = Reading::new(Format::Xqf, Encoding::Gb18030);
    match read_game(bytes) {
        Ok(game) => reading.games.push(game),
        Err(error) => reading.refused.push(error),
    }
    reading
}

fn read_game(bytes: &[u8]) -> Result<ReadGame, ReadError> {
    let at = Location::Offset;
    let header = bytes.first_chunk().ok_or(ReadError::new(at(bytes.len()), Fault::Truncated))?;
    let version = header[VERSION];
    if version > LAST_VERSION {
        return Err(ReadError::new(at(VERSION), Fault::Version(version)));
    }
    let keys = Keys::from_header(header).map_err(|fault| ReadError::new(at(SEEDS), fault))?;
    let mut records = Records { bytes, offset: HEADER_BYTES, is_masked: version >= FIRST_MASKED, keys };
    let root = records.next()?;
    let first = if root.has_next { records.clone().next()?.mv } else { None };
    let mut game = GameBuilder::new(read_start(header, &records.keys, first)?);
    read_tags(&mut game, header)?;
    record_list::read(&mut game, root, || records.next())?;
    Ok(game.finish(at(0)))
}

fn read_start(header: &[u8; HEADER_BYTES], keys: &Keys, first: Option<Move>) -> Result<Position, ReadError> {
    let at = Location::Offset(POINTS);
    let mut points: Points = [None; 32];
    for index in 0..points.len() {
        let place = (index + keys.rotation) % points.len();
        points[place] = point(header[POINTS + index].wrapping_sub(keys.points));
    }
    let board = placement::board(&points).map_err(|fault| ReadError::new(at, fault))?;
    let side = if header[SIDE] == 1 { Color::Black } else { Color::Red };
    placement::position(board, Some(side), first, 1).map_err(|error| ReadError::new(at, error.into()))
}

/// The point with this number, file · 10 + rank.
fn point(number: u8) -> Option<Square> {
    Square::new(number / 10, number % 10)
}

fn read_tags(game: &mut GameBuilder, header: &[u8; HEADER_BYTES]) -> Result<(), ReadError> {
    for (offset, size, name) in TEXTS {
        let at = Location::Offset(offset);
        let length = usize::from(header[offset]).min(size - 1);
        let (text, has_invalid) = decode(&header[offset + 1..][..length]);
        if has_invalid {
            game.note(at, NoteKind::InvalidCharacters(Encoding::Gb18030));
        }
        game.tag(at, name, &if name == tag::DATE { dotted(text) } else { text })?;
    }
    game.tag(Location::Offset(KIND), KIND_TAG, header_codes::kind(&KINDS, header[KIND]))?;
    game.tree_mut().set_result(header_codes::result(header[RESULT]));
    Ok(())
}

/// Decodes a text; returns whether some of it is not valid.
fn decode(bytes: &[u8]) -> (String, bool) {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let (text, has_invalid) = decode_gb18030(&bytes[..end]);
    (text.replace("\r\n", "\n"), has_invalid)
}

/// The date `20261122` as `2026.11.22`, any other text as it is.
fn dotted(date: String) -> String {
    if date.len() == 8 && date.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("{}.{}.{}", &date[..4], &date[4..6], &date[6..]);
    }
    date
}

/// The records of the moves.
#[derive(Clone)]
struct Records<'a> {
    bytes: &'a [u8],
    offset: usize,
    is_masked: bool,
    keys: Keys,
}

impl Records<'_> {
    fn next(&mut self) -> Result<Record, ReadError> {
        let at = Location::Offset(self.offset);
        let [from, to, flags, _] = self.array()?;
        let (has_next, has_alternative, has_length) = if self.is_masked {
            (flags & HAS_NEXT != 0, flags & HAS_ALTERNATIVE != 0, flags & HAS_COMMENT != 0)
        } else {
            (flags & 0xf0 != 0, flags & 0x0f != 0, true)
        };
        let (comment, has_invalid) = if has_length {
            let length = u32::from_le_bytes(self.array()?);
            // a negative length is none, as for other readers
            let length = length.wrapping_sub(self.keys.length) as i32;
            decode(&self.take(usize::try_from(length).unwrap_or(0))?)
        } else {
            (String::new(), false)
        };
        let invalid = has_invalid.then_some(Encoding::Gb18030);
        let unmasked = |byte: u8, which: usize| {
            byte.wrapping_sub(POINT_OFFSETS[which]).wrapping_sub(self.keys.moves[which])
        };
        let points = [unmasked(from, 0), unmasked(to, 1)];
        let mv = point(points[0]).and_then(|from| Some(Move::new(from, point(points[1])?)));
        Ok(Record { at, points, mv, has_next, has_alternative, comment, invalid })
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let bytes = self.take(N)?;
        Ok(bytes.try_into().expect("as many bytes as were asked for"))
    }

    fn take(&mut self, count: usize) -> Result<Vec<u8>, ReadError> {
        let masked = self.bytes[self.offset..].get(..count);
        let masked = masked.ok_or(ReadError::new(Location::Offset(self.bytes.len()), Fault::Truncated))?;
        let keys = (self.offset..).map(|offset| self.keys.stream[offset % self.keys.stream.len()]);
        let bytes = masked.iter().zip(keys).map(|(byte, key)| byte.wrapping_sub(key)).collect();
        self.offset += count;
        Ok(bytes)
    }
}
