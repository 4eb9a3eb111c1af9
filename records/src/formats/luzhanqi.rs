//! The text format for a finished game of luzhanqi, with both formations.
//!
//! It has these lines in this order, each ended by a line feed:
//!
//! ```text
//! luzhanqi record 2
//! board classic                      classic or cross
//! mine stays                         stays or goes
//! resign 20                          players may resign from this step on
//! draw 70                            this number of quiet steps is a draw
//! passes 5                           a player who passes this many times loses
//! notice 10                          this number of steps before a draw the players are warned
//! red 楚河客                          the player of red, or a question mark
//! black 云中鹤
//! tag Date 2026.11.22                any number of other tags
//! result red resignation             the winner, draw or none; then why, if it is known
//! red formation                      six rows, as in a layout file
//! MGDDB
//! B.R.R
//! TT.CC
//! C.P.P
//! PLXLX
//! EFLEE
//! black formation
//! …
//! turns 3
//! # text                             a comment on the ply before, or on the game
//! a6-a7 +                            + the defender was captured, - the attacker, = both
//! d7-d8
//! pass
//! ```
//!
//! `notice` and `tag` may be missing. Version 1, which is read too, names the stations by arm, row and
//! column, as in `s11n15 +`. No other text is read.

use super::builder::GameBuilder;
use super::encoding::Decoded;
use super::output::{Omissions, joined_comment};
use super::{
    Fault, Format, Location, NoteKind, Omission, ReadError, ReadGame, Reading, WriteError, WriteOptions,
    Written, encoding,
};
use crate::notation::NotationError;
use crate::{GameResult, GameTree, LuzhanqiStart, NodeId, Ply, Start, tag};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{
    Battle, BoardKind, Event, Formation, Game, IllegalMove, MineRule, Move, Options,
};
use chuhe_rules::{Color, GameMove, PerColor};
use std::fmt::Write;

/// The first line of a file without the number of its version.
const HEADING: &str = "luzhanqi record ";
/// The first line of a layout file; a record has only its rows.
const LAYOUT_HEADING: &str = "luzhanqi layout 1\n";
/// Stands in a record for a missing name of a player.
const NAMELESS: &str = "?";
/// The character with which old systems end a text.
const END_OF_FILE: char = '\u{1a}';
/// What begins a line of a comment.
const COMMENT: &str = "#";

/// Whether the file begins as a record.
pub(super) fn matches(bytes: &[u8]) -> bool {
    bytes.starts_with(HEADING.as_bytes())
}

/// A version of the format; they differ in how a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Version {
    /// By arm, row and column, as in `s11n15`.
    Stations,
    /// By the coordinates that players see, as in `a6-a7`.
    Coordinates,
}

impl Version {
    /// The version that is written.
    const LATEST: Self = Self::Coordinates;

    const fn number(self) -> char {
        match self {
            Self::Stations => '1',
            Self::Coordinates => '2',
        }
    }

    fn write(self, board: BoardKind, mv: Move) -> String {
        match (self, board.name_of(mv.from), board.name_of(mv.to)) {
            (Self::Coordinates, Some(from), Some(to)) => format!("{from}-{to}"),
            (Self::Stations | Self::Coordinates, _, _) => mv.to_string(),
        }
    }

    /// Reads the move that a line begins with; the sign of a battle may follow it.
    fn read(self, board: BoardKind, line: &str) -> Option<Move> {
        match self {
            Self::Stations => line.get(..6)?.parse().ok(),
            Self::Coordinates => {
                let (mv, _) = line.split_once(' ').unwrap_or((line, ""));
                let (from, to) = mv.split_once('-')?;
                Some(Move::new(board.station_named(from)?, board.station_named(to)?))
            }
        }
    }
}

pub(super) fn write(tree: &GameTree, options: &WriteOptions) -> Result<Written, WriteError> {
    let Start::Luzhanqi(start) = tree.start() else { return Err(WriteError::OtherGame) };
    let mut omissions = Omissions::default();
    let mut text = format!("{HEADING}{}\n", Version::LATEST.number());
    write_rules(&mut text, start);
    for (key, name) in [("red", tag::RED), ("black", tag::BLACK)] {
        let name = tree.tag(name).map(one_line).filter(|name| !name.is_empty());
        let _ = writeln!(text, "{key} {}", name.as_deref().unwrap_or(NAMELESS));
    }
    for (name, value) in tree.tags().iter().filter(|&(name, _)| name != tag::RED && name != tag::BLACK) {
        let is_plain = !name.is_empty() && !name.contains(char::is_whitespace);
        if is_plain && !value.is_empty() && value == one_line(value) {
            let _ = writeln!(text, "tag {name} {value}");
        } else {
            omissions.add_if(true, Omission::Tag(name.to_owned()));
        }
    }
    let _ = writeln!(text, "result {}", result_text(tree.result()));
    for color in Color::ALL {
        let rows = start.formations[color].text();
        let rows = rows.strip_prefix(LAYOUT_HEADING).expect("a layout has its heading");
        let _ = write!(text, "{} formation\n{rows}", side(color));
    }
    write_plies(&mut text, &mut omissions, tree, start);
    let (bytes, replaced) = encoding::encode(text, options.encoding);
    omissions.add_if(replaced, Omission::Characters);
    Ok(Written { bytes, omitted: omissions.into_list() })
}

fn write_rules(text: &mut String, start: &LuzhanqiStart) {
    let board = match start.board {
        BoardKind::Classic => "classic",
        BoardKind::Cross => "cross",
    };
    let options = start.options;
    let mine = match options.mine {
        MineRule::Stays => "stays",
        MineRule::BothCaptured => "goes",
    };
    let _ = writeln!(text, "board {board}\nmine {mine}\nresign {}", options.resign_from_step);
    let _ = writeln!(text, "draw {}\npasses {}", options.draw_after_quiet_steps, options.passes_to_lose);
    let _ = writeln!(text, "notice {}", options.draw_notice_steps);
}

/// The words of a text in one line.
fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
}

fn result_text(result: GameResult) -> String {
    let who = match result {
        GameResult::Won { winner, .. } => side(winner),
        GameResult::Drawn(_) => "draw",
        GameResult::Unknown | GameResult::Aborted(_) => "none",
    };
    result.reason().map_or_else(|| who.to_owned(), |reason| format!("{who} {reason}"))
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "red",
        Color::Black => "black",
    }
}

fn write_plies(text: &mut String, omissions: &mut Omissions, tree: &GameTree, start: &LuzhanqiStart) {
    let count = tree.main_line().count();
    omissions.add_if(tree.ply_count() > count, Omission::Variations);
    let _ = writeln!(text, "turns {count}");
    let mut game = start.game();
    for node in std::iter::once(NodeId::ROOT).chain(tree.main_line()) {
        if let Some(ply) = tree.played(node) {
            let line = play(&mut game, ply, Version::LATEST).expect("the plies of a tree are legal");
            let _ = writeln!(text, "{line}");
        }
        let annotation = tree.annotation(node);
        omissions.add_beyond_comment(annotation);
        let comment = joined_comment(annotation).replace("\r\n", "\n");
        for line in comment.split('\n').filter(|_| !comment.is_empty()) {
            let space = if line.is_empty() { "" } else { " " };
            let _ = writeln!(text, "{COMMENT}{space}{line}");
        }
    }
}

/// Plays a ply, and returns its line.
fn play(game: &mut Game, ply: Ply, version: Version) -> Result<String, IllegalPlay> {
    let by = game.turn().ok_or(IllegalPlay::Luzhanqi(IllegalMove::GameOver))?;
    let played = match ply {
        Ply::Move(GameMove::Luzhanqi(mv)) => game.play(by, mv),
        Ply::Pass => game.pass(by),
        Ply::Move(GameMove::Xiangqi(_)) => return Err(IllegalPlay::OtherGame),
    };
    Ok(match played.map_err(IllegalPlay::Luzhanqi)?.event {
        Event::Moved(moved) => {
            let mv = version.write(game.board(), moved.mv);
            match moved.battle {
                Some(battle) => format!("{mv} {}", sign(battle)),
                None => mv,
            }
        }
        Event::Placed { .. }
        | Event::Confirmed { .. }
        | Event::Withdrew { .. }
        | Event::Passed { .. }
        | Event::Revealed(_) => "pass".to_owned(),
    })
}

const fn sign(battle: Battle) -> char {
    b"-+="[battle as usize] as char
}

pub(super) fn read(decoded: &Decoded<'_>) -> Reading {
    let mut reading = Reading::of_text(Format::Luzhanqi, decoded);
    let mut text = decoded.text.replace("\r\n", "\n");
    // a last line without its end is cut off, but empty lines may follow it
    let end = text.trim_end_matches(['\n', END_OF_FILE]).len();
    if text[end..].starts_with('\n') {
        text.truncate(end + 1);
    }
    match read_game(&mut Lines { rest: &text, read: 0 }) {
        Ok(mut game) => {
            let kind = NoteKind::InvalidCharacters(decoded.encoding);
            game.notes.extend(decoded.has_invalid.then_some(super::Note::new(game.at, kind)));
            reading.games.push(game);
        }
        Err(error) => reading.refused.push(error),
    }
    reading
}

/// Lines, each ended by a line feed, and their number so far.
struct Lines<'a> {
    rest: &'a str,
    read: usize,
}

impl<'a> Lines<'a> {
    /// Where the line read last is.
    const fn at(&self) -> Location {
        Location::Line(self.read)
    }

    const fn malformed(&self) -> ReadError {
        ReadError::new(self.at(), Fault::Malformed)
    }

    fn next(&mut self) -> Result<&'a str, ReadError> {
        self.read += 1;
        let (line, rest) = self.rest.split_once('\n').ok_or(ReadError::new(self.at(), Fault::Truncated))?;
        self.rest = rest;
        Ok(line)
    }

    /// Reads the next line if it has `key` and a space, and returns the rest of it.
    fn optional(&mut self, key: &str) -> Result<Option<&'a str>, ReadError> {
        let has_key = self.rest.strip_prefix(key).is_some_and(|rest| rest.starts_with(' '));
        if has_key { self.value(key).map(Some) } else { Ok(None) }
    }

    /// Reads the next line, which has `key` and a space, and returns the rest of it.
    fn value(&mut self, key: &str) -> Result<&'a str, ReadError> {
        let line = self.next()?;
        let value = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
        value.filter(|value| !value.is_empty()).ok_or(self.malformed())
    }

    fn number(&mut self, key: &str) -> Result<u16, ReadError> {
        let value = self.value(key)?;
        value.parse().map_err(|_| self.malformed())
    }

    fn formation(&mut self, color: Color) -> Result<Formation, ReadError> {
        if self.next()?.strip_suffix(" formation") != Some(side(color)) {
            return Err(self.malformed());
        }
        let first = self.read;
        let mut text = LAYOUT_HEADING.to_owned();
        for _ in 0..6 {
            text.push_str(self.next()?);
            text.push('\n');
        }
        Formation::from_text(&text).map_err(|error| {
            ReadError::new(Location::Line(first + error.line - 1), Fault::Formation(error.fault))
        })
    }
}

fn read_game(lines: &mut Lines<'_>) -> Result<ReadGame, ReadError> {
    let version = match lines.next()?.strip_prefix(HEADING) {
        Some("1") => Version::Stations,
        Some("2") => Version::Coordinates,
        Some(_) | None => return Err(lines.malformed()),
    };
    let board = match lines.value("board")? {
        "classic" => BoardKind::Classic,
        "cross" => BoardKind::Cross,
        _ => return Err(lines.malformed()),
    };
    let options = read_options(lines)?;
    let mut tags = Vec::new();
    for (key, name) in [("red", tag::RED), ("black", tag::BLACK)] {
        let value = lines.value(key)?;
        if value != NAMELESS {
            tags.push((lines.at(), name, value));
        }
    }
    while let Some(line) = lines.optional("tag")? {
        let (name, value) = line.split_once(' ').ok_or(lines.malformed())?;
        tags.push((lines.at(), name, value));
    }
    let result = read_result(lines.value("result")?).ok_or(lines.malformed())?;
    let formations = PerColor::new(lines.formation(Color::Red)?, lines.formation(Color::Black)?);
    let start = LuzhanqiStart { board, options, formations };
    let mut game = GameBuilder::new(start);
    for (at, name, value) in tags {
        game.tag(at, name, &one_line(value))?;
    }
    game.tree_mut().set_result(result);
    read_plies(lines, &mut game, &start, version)?;
    Ok(game.finish(Location::Line(1)))
}

fn read_options(lines: &mut Lines<'_>) -> Result<Options, ReadError> {
    let mine = match lines.value("mine")? {
        "stays" => MineRule::Stays,
        "goes" => MineRule::BothCaptured,
        _ => return Err(lines.malformed()),
    };
    let resign_from_step = lines.number("resign")?;
    let draw_after_quiet_steps = lines.number("draw")?;
    let passes = lines.number("passes")?;
    let passes_to_lose = u8::try_from(passes).map_err(|_| lines.malformed())?;
    let usual = Options::default().draw_notice_steps.min(draw_after_quiet_steps.saturating_sub(1));
    let notice = lines.optional("notice")?.map(str::parse).transpose();
    let draw_notice_steps = notice.map_err(|_| lines.malformed())?.unwrap_or(usual);
    let options =
        Options { mine, resign_from_step, draw_after_quiet_steps, draw_notice_steps, passes_to_lose };
    options.validate().map_err(|error| ReadError::new(lines.at(), Fault::Options(error)))?;
    Ok(options)
}

/// Reads a result; a reason that is not known is none.
fn read_result(text: &str) -> Option<GameResult> {
    let (who, reason) = text.split_once(' ').unwrap_or((text, ""));
    let result = match who {
        "red" => GameResult::Won { winner: Color::Red, reason: None },
        "black" => GameResult::Won { winner: Color::Black, reason: None },
        "draw" => GameResult::Drawn(None),
        "none" => GameResult::Unknown,
        _ => return None,
    };
    Some(result.with_reason(reason).unwrap_or(result))
}

/// Reads the plies with their comments, and plays them up to the first faulty one.
fn read_plies(
    lines: &mut Lines<'_>,
    game: &mut GameBuilder,
    start: &LuzhanqiStart,
    version: Version,
) -> Result<(), ReadError> {
    let count = lines.number("turns")?;
    let mut position = start.game();
    let mut is_whole = true;
    read_comment(lines, game)?;
    for ply in 1..=usize::from(count) {
        let line = lines.next()?;
        let at = lines.at();
        if is_whole {
            is_whole = read_ply(game, &mut position, at, (ply, line), version)?;
        }
        if is_whole {
            read_comment(lines, game)?;
        } else {
            while lines.rest.starts_with(COMMENT) {
                lines.next()?;
            }
        }
    }
    if lines.rest.is_empty() { Ok(()) } else { lines.next().and(Err(lines.malformed())) }
}

/// Plays the ply of a line; returns `false` and notes why if it cannot be played.
fn read_ply(
    game: &mut GameBuilder,
    position: &mut Game,
    at: Location,
    (ply, line): (usize, &str),
    version: Version,
) -> Result<bool, ReadError> {
    let mv = version.read(position.board(), line);
    let read = if line == "pass" { Some(Ply::Pass) } else { mv.map(|mv| Ply::Move(GameMove::Luzhanqi(mv))) };
    let text: String = line.chars().take(16).collect();
    let kind = match read.map(|read| (read, play(position, read, version))) {
        Some((read, Ok(played))) if played == line => return game.play(at, read, || text),
        Some((_, Ok(_))) => NoteKind::OtherBattle { ply, text },
        Some((_, Err(rule))) => NoteKind::IllegalMove { ply, text, rule },
        None => NoteKind::UnreadableMove { ply, text, reason: NotationError::Malformed },
    };
    game.note(at, kind);
    Ok(false)
}

/// Reads the comment on the ply before.
fn read_comment(lines: &mut Lines<'_>, game: &mut GameBuilder) -> Result<(), ReadError> {
    let mut comment: Option<String> = None;
    while lines.rest.starts_with(COMMENT) {
        let line = lines.next()?;
        let line = line.strip_prefix(COMMENT).unwrap_or(line);
        let line = line.strip_prefix(' ').unwrap_or(line);
        match &mut comment {
            Some(comment) => {
                comment.push('\n');
                comment.push_str(line);
            }
            None => comment = Some(line.to_owned()),
        }
    }
    match comment {
        Some(comment) => game.comment(lines.at(), game.node(), comment),
        None => Ok(()),
    }
}
