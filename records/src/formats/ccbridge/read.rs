//! Reading.

use super::super::builder::GameBuilder;
use super::super::encoding::decode_utf16;
use super::super::record_list::{self, Record};
use super::super::{
    Encoding, Fault, Format, Heading, Location, NoteKind, ReadError, ReadGame, Reading, header_codes,
    placement,
};
use super::{
    BOARD, ENDS, GAME_MAGIC, HAS_ALTERNATIVE, HAS_COMMENT, HEADER_BYTES, INDEX, INDEX_ENTRY_BYTES, KIND,
    KIND_TAG, KINDS, KNOWN_VERSION, MOVE_NUMBER, PIECES, RESULT, SIDE, SLOT_BYTES, SLOT_COUNT, TEXTS,
    VERSION,
};
use crate::{GameResult, NodeId, tag};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Board, Move, Piece, Position, Square};

/// Reads a file with one game.
pub(in super::super) fn read_game(bytes: &[u8]) -> Reading {
    reading(Format::Cbr, [read_at(bytes, 0)])
}

/// Reads a library.
pub(in super::super) fn read_library(bytes: &[u8]) -> Reading {
    let truncated = ReadError::new(Location::Offset(bytes.len()), Fault::Truncated);
    let slots = bytes.get(SLOT_COUNT..).and_then(|rest| rest.first_chunk());
    let first = slots.and_then(|&slots| {
        let slots = usize::try_from(u32::from_le_bytes(slots)).ok()?;
        slots.checked_mul(INDEX_ENTRY_BYTES)?.checked_add(INDEX).filter(|&first| first <= bytes.len())
    });
    let Some(first) = first else { return reading(Format::Cbl, [Err(truncated)]) };
    let begins = (first..bytes.len()).step_by(SLOT_BYTES).filter(|&at| bytes[at..].starts_with(GAME_MAGIC));
    let begins: Vec<usize> = begins.collect();
    let ends = begins.iter().copied().skip(1).chain([bytes.len()]);
    let mut reading =
        reading(Format::Cbl, begins.iter().zip(ends).map(|(&begin, end)| read_at(&bytes[..end], begin)));
    // a library of headings alone has nothing else to show
    if !reading.games.iter().all(|game| heading(game).is_some()) {
        for game in std::mem::take(&mut reading.games) {
            match heading(&game) {
                Some(text) => {
                    reading.headings.push(Heading { game: reading.games.len(), text: text.to_owned() })
                }
                None => reading.games.push(game),
            }
        }
    }
    reading
}

/// The text of a heading: the title of a record without moves, comment, players and a position of its own.
fn heading(game: &ReadGame) -> Option<&str> {
    let tree = &game.tree;
    let is_empty = tree.ply_count() == 0
        && tree.annotation(NodeId::ROOT).is_empty()
        && tree
            .xiangqi_position(NodeId::ROOT)
            .is_some_and(|start| start.board() == Position::start().board())
        && tree.result() == GameResult::Unknown
        && [tag::RED, tag::BLACK, tag::EVENT].iter().all(|name| tree.tag(name).is_none());
    tree.tag(tag::TITLE).filter(|_| is_empty)
}

fn reading(format: Format, games: impl IntoIterator<Item = Result<ReadGame, ReadError>>) -> Reading {
    let mut reading = Reading::new(format, Encoding::Utf16);
    for game in games {
        match game {
            Ok(game) => reading.games.push(game),
            Err(error) => reading.refused.push(error),
        }
    }
    reading
}

/// Reads the game that begins at `begin`. The bytes end where it ends at the latest.
fn read_at(bytes: &[u8], begin: usize) -> Result<ReadGame, ReadError> {
    let at = |offset| Location::Offset(begin + offset);
    let truncated = ReadError::new(Location::Offset(bytes.len()), Fault::Truncated);
    let header: &[u8; HEADER_BYTES] = bytes[begin..].first_chunk().ok_or(truncated)?;
    if header[VERSION] != KNOWN_VERSION {
        return Err(ReadError::new(at(VERSION), Fault::Version(header[VERSION])));
    }
    let mut records = Records { bytes, offset: begin + HEADER_BYTES };
    let (root, first) = read_first(&mut records)?;
    let position = read_start(header, first).map_err(|fault| ReadError::new(at(BOARD), fault))?;
    let mut game = GameBuilder::new(position);
    for (offset, size, name) in TEXTS {
        let (text, has_invalid) = field(&header[offset..][..size]);
        if has_invalid {
            game.note(at(offset), NoteKind::InvalidCharacters(Encoding::Utf16));
        }
        game.tag(at(offset), name, &text)?;
    }
    game.tag(at(KIND), KIND_TAG, header_codes::kind(&KINDS, header[KIND]))?;
    game.tree_mut().set_result(header_codes::result(header[RESULT]));
    record_list::read(&mut game, root, || records.next())?;
    Ok(game.finish(at(0)))
}

/// Reads the record of the start position, and finds the first move after it.
fn read_first(records: &mut Records<'_>) -> Result<(Record, Option<Move>), ReadError> {
    let mut after = *records;
    let record = after.next()?;
    if record.points[0] == record.points[1] {
        *records = after;
        let first = if record.has_next { after.next()?.mv } else { None };
        return Ok((record, first));
    }
    // there is none, and the game begins with its first move
    let first = record.mv;
    let root = Record { has_next: true, has_alternative: false, comment: String::new(), ..record };
    Ok((Record { invalid: None, ..root }, first))
}

fn read_start(header: &[u8; HEADER_BYTES], first: Option<Move>) -> Result<Position, Fault> {
    let mut board = Board::empty();
    for index in 0..Square::COUNT {
        let number = header[BOARD + index];
        let color = match number >> 4 {
            0 if number == 0 => continue,
            1 => Color::Red,
            2 => Color::Black,
            _ => return Err(Fault::Malformed),
        };
        let kind = usize::from(number & 0xf).checked_sub(1).and_then(|index| PIECES.get(index));
        let square = square(index as u8).expect("the index is one of the board");
        board.set(square, Some(Piece::new(color, *kind.ok_or(Fault::Malformed)?)));
    }
    let side = if header[SIDE] == 2 { Color::Black } else { Color::Red };
    let number = u16::from_le_bytes([header[MOVE_NUMBER], header[MOVE_NUMBER + 1]]);
    let number = number.clamp(1, Position::MAX_COUNTER);
    Ok(placement::position(board, Some(side), first, number)?)
}

/// The point with this index, from black's back rank on.
fn square(index: u8) -> Option<Square> {
    let rank = (Square::RANKS - 1).checked_sub(index / Square::FILES)?;
    Square::new(index % Square::FILES, rank)
}

/// A text of the header; returns whether some of it is not valid.
fn field(bytes: &[u8]) -> (String, bool) {
    let end = bytes.as_chunks::<2>().0.iter().position(|unit| unit == &[0, 0]);
    decode(&bytes[..end.map_or(bytes.len(), |end| 2 * end)])
}

fn decode(bytes: &[u8]) -> (String, bool) {
    let (text, has_invalid) = decode_utf16(bytes, u16::from_le_bytes);
    // some writers count the zeros that end a text
    (text.trim_end_matches('\0').replace("\r\n", "\n"), has_invalid)
}

/// The records of the moves.
#[derive(Clone, Copy)]
struct Records<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Records<'a> {
    fn next(&mut self) -> Result<Record, ReadError> {
        let at = Location::Offset(self.offset);
        let [flags, _, from, to] = self.array()?;
        let (comment, has_invalid) = if flags & HAS_COMMENT == 0 {
            (String::new(), false)
        } else {
            let length = u32::from_le_bytes(self.array()?);
            decode(self.take(usize::try_from(length).unwrap_or(usize::MAX))?)
        };
        Ok(Record {
            at,
            points: [from, to],
            mv: square(from).and_then(|from| Some(Move::new(from, square(to)?))),
            has_next: flags & ENDS == 0,
            has_alternative: flags & HAS_ALTERNATIVE != 0,
            comment,
            invalid: has_invalid.then_some(Encoding::Utf16),
        })
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        Ok(self.take(N)?.try_into().expect("as many bytes as were asked for"))
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], ReadError> {
        let bytes = self.bytes[self.offset..].get(..count);
        let bytes = bytes.ok_or(ReadError::new(Location::Offset(self.bytes.len()), Fault::Truncated))?;
        self.offset += count;
        Ok(bytes)
    }
}
