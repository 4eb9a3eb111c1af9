//! The file format for a finished game of luzhanqi, with both formations.
//!
//! It has these lines in this order, each ended by a line feed:
//!
//! ```text
//! luzhanqi record 1
//! board classic                      classic or cross
//! mine stays                         stays or goes
//! resign 20                          players may resign from this step on
//! draw 70                            this number of quiet steps is a draw
//! passes 5                           a player who passes this many times loses
//! red 楚河客                          the player of red
//! black 云中鹤
//! result red resignation             the winner, draw or none; then why
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
//! s11n15 +                           + the defender was captured, - the attacker, = both
//! n12n22
//! pass
//! ```
//!
//! The reader refuses any other text, and games with an illegal move.

use super::history::{History, Turn};
use chuhe_rules::luzhanqi::{Battle, BoardKind, Event, Formation, Game, MineRule, Options};
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, PerColor, WinReason};
use std::fmt::Write;

const HEADING: &str = "luzhanqi record 1";
/// The first line of a layout file; a record has only its rows.
const LAYOUT_HEADING: &str = "luzhanqi layout 1\n";

/// The text is not a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} is not valid in a record")]
pub struct InvalidRecord {
    /// The first wrong line, counted from 1.
    pub line: usize,
}

/// A game read from a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// The board.
    pub board: BoardKind,
    /// The rules.
    pub options: Options,
    /// The names of the players, red first.
    pub names: [String; 2],
    /// The formations of both sides.
    pub formations: PerColor<Formation>,
    /// The result as written in the record.
    pub result: String,
    /// The final state of the game, replayed by the rules.
    pub game: Game,
}

/// Writes the record of a game; `None` while a formation is hidden.
#[must_use]
pub fn write(history: &History, names: [&str; 2], outcome: Outcome) -> Option<String> {
    let view = history.view();
    let options = view.options();
    let board = match view.board() {
        BoardKind::Classic => "classic",
        BoardKind::Cross => "cross",
    };
    let mine = match options.mine {
        MineRule::Stays => "stays",
        MineRule::BothCaptured => "goes",
    };
    let mut text = format!("{HEADING}\nboard {board}\nmine {mine}\n");
    let _ = writeln!(text, "resign {}", options.resign_from_step);
    let _ = writeln!(text, "draw {}", options.draw_after_quiet_steps);
    let _ = writeln!(text, "passes {}", options.passes_to_lose);
    let _ = writeln!(text, "red {}\nblack {}\nresult {}", names[0], names[1], result(outcome));
    for color in Color::ALL {
        let rows = view.formation(color)?.text();
        let _ = write!(text, "{} formation\n{}", side(color), rows.strip_prefix(LAYOUT_HEADING)?);
    }
    let _ = writeln!(text, "turns {}", history.ply());
    for turn in history.turns() {
        text.push_str(&turn_text(turn));
        text.push('\n');
    }
    Some(text)
}

fn turn_text(turn: &Turn) -> String {
    match turn {
        Turn::Moved { mv, battle: None, .. } => mv.to_string(),
        Turn::Moved { mv, battle: Some(battle), .. } => format!("{mv} {}", sign(*battle)),
        Turn::Passed { .. } => "pass".to_owned(),
    }
}

const fn sign(battle: Battle) -> char {
    match battle {
        Battle::AttackerCaptured => '-',
        Battle::DefenderCaptured => '+',
        Battle::BothCaptured => '=',
    }
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "red",
        Color::Black => "black",
    }
}

fn result(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won { winner, reason } => {
            let reason = match reason {
                WinReason::Checkmate => "checkmate",
                WinReason::Stalemate => "stalemate",
                WinReason::Resignation => "resignation",
                WinReason::GameTime => "time",
                WinReason::MoveTime => "passes",
                WinReason::Abandonment => "abandonment",
                WinReason::FlagCaptured => "flag",
                WinReason::NoMovablePiece => "nothing-to-move",
                WinReason::PerpetualCheck => "perpetual-check",
                WinReason::PerpetualChase => "perpetual-chase",
                WinReason::PerpetualAttack => "perpetual-attack",
            };
            format!("{} {reason}", side(winner))
        }
        Outcome::Drawn(reason) => {
            let reason = match reason {
                DrawReason::Agreement => "agreed",
                DrawReason::TimeWithoutAttackers => "time-without-attackers",
                DrawReason::Abandonment => "abandonment",
                DrawReason::TooLong => "too-long",
                DrawReason::QuietSteps => "quiet-steps",
                DrawReason::Repetition => "repetition",
                DrawReason::NaturalLimit => "natural-limit",
                DrawReason::NoAttackers => "no-attackers",
            };
            format!("draw {reason}")
        }
        Outcome::Aborted(reason) => {
            let reason = match reason {
                AbortReason::Requested(_) => "aborted",
                AbortReason::NoFirstMove(_) => "no-first-move",
                AbortReason::BothAway => "both-away",
                AbortReason::Absent(_) => "absent",
                AbortReason::ServerShutdown => "shutdown",
            };
            format!("none {reason}")
        }
    }
}

/// A reader that counts lines.
struct Lines<'a> {
    lines: std::str::Split<'a, char>,
    read: usize,
}

impl<'a> Lines<'a> {
    fn wrong(&self) -> InvalidRecord {
        InvalidRecord { line: self.read }
    }

    fn next(&mut self) -> Result<&'a str, InvalidRecord> {
        self.read += 1;
        self.lines.next().ok_or(InvalidRecord { line: self.read })
    }

    /// Reads the next line, which has `key` and a space, and returns the rest of it.
    fn value(&mut self, key: &str) -> Result<&'a str, InvalidRecord> {
        let line = self.next()?;
        let value = line.strip_prefix(key).and_then(|rest| rest.strip_prefix(' '));
        value.filter(|value| !value.is_empty()).ok_or(self.wrong())
    }

    /// Reads a number in its canonical form.
    fn number(&mut self, key: &str) -> Result<u16, InvalidRecord> {
        let text = self.value(key)?;
        let number: u16 = text.parse().map_err(|_| self.wrong())?;
        if number.to_string() == text { Ok(number) } else { Err(self.wrong()) }
    }

    fn formation(&mut self, color: Color) -> Result<Formation, InvalidRecord> {
        if self.next()? != format!("{} formation", side(color)) {
            return Err(self.wrong());
        }
        let mut text = LAYOUT_HEADING.to_owned();
        let first = self.read;
        for _ in 0..6 {
            text.push_str(self.next()?);
            text.push('\n');
        }
        Formation::from_text(&text).map_err(|error| InvalidRecord { line: first + error.line - 1 })
    }
}

/// Reads a record; accepts only what [`write()`] can produce.
///
/// # Errors
/// The first wrong line.
pub fn read(text: &str) -> Result<SavedGame, InvalidRecord> {
    let mut lines = Lines { lines: text.split('\n'), read: 0 };
    if lines.next()? != HEADING {
        return Err(lines.wrong());
    }
    let board = match lines.value("board")? {
        "classic" => BoardKind::Classic,
        "cross" => BoardKind::Cross,
        _ => return Err(lines.wrong()),
    };
    let options = read_options(&mut lines)?;
    let names = [lines.value("red")?.to_owned(), lines.value("black")?.to_owned()];
    let result = lines.value("result")?.to_owned();
    let formations = PerColor::new(lines.formation(Color::Red)?, lines.formation(Color::Black)?);
    let game = read_turns(&mut lines, board, options, &formations)?;
    if lines.next()?.is_empty() && lines.lines.next().is_none() {
        Ok(SavedGame { board, options, names, formations, result, game })
    } else {
        Err(lines.wrong())
    }
}

fn read_options(lines: &mut Lines<'_>) -> Result<Options, InvalidRecord> {
    let mine = match lines.value("mine")? {
        "stays" => MineRule::Stays,
        "goes" => MineRule::BothCaptured,
        _ => return Err(lines.wrong()),
    };
    let resign_from_step = lines.number("resign")?;
    let draw_after_quiet_steps = lines.number("draw")?;
    let passes = lines.number("passes")?;
    let passes_to_lose = u8::try_from(passes).map_err(|_| lines.wrong())?;
    // the record does not store the option that warns of a near draw
    let draw_notice_steps =
        Options::default().draw_notice_steps.min(draw_after_quiet_steps.saturating_sub(1));
    let options =
        Options { mine, resign_from_step, draw_after_quiet_steps, draw_notice_steps, passes_to_lose };
    options.validate().map_err(|_| lines.wrong())?;
    Ok(options)
}

fn read_turns(
    lines: &mut Lines<'_>,
    board: BoardKind,
    options: Options,
    formations: &PerColor<Formation>,
) -> Result<Game, InvalidRecord> {
    let count = lines.number("turns")?;
    let mut game = Game::new(board, options);
    for color in Color::ALL {
        game.place(color, formations[color]).map_err(|_| lines.wrong())?;
        game.confirm(color).map_err(|_| lines.wrong())?;
    }
    for _ in 0..count {
        let line = lines.next()?;
        let by = game.turn().ok_or(lines.wrong())?;
        let played = match line {
            "pass" => game.pass(by),
            line => {
                let (mv, _) = line.split_at_checked(6).ok_or(lines.wrong())?;
                game.play(by, mv.parse().map_err(|_| lines.wrong())?)
            }
        };
        let written = match played.map_err(|_| lines.wrong())?.event {
            Event::Moved(moved) => {
                moved.battle.map_or(moved.mv.to_string(), |battle| format!("{} {}", moved.mv, sign(battle)))
            }
            Event::Placed { .. }
            | Event::Confirmed { .. }
            | Event::Withdrew { .. }
            | Event::Passed { .. }
            | Event::Revealed(_) => "pass".to_owned(),
        };
        if written != line {
            return Err(lines.wrong());
        }
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::super::history::tests::{BLACK, RED, seen_by};
    use super::*;
    use chuhe_rules::Viewer;

    const MOVES: [&str; 3] = ["s11n15", "n12n22", "s12s22"];
    const LOST: Outcome = Outcome::Won { winner: Color::Black, reason: WinReason::Resignation };

    fn history(close: bool) -> History {
        let viewer = Viewer::Player(Color::Red);
        let mut history = History::new(viewer, BoardKind::Classic, Options::default());
        for seen in seen_by(&MOVES, viewer, close) {
            history.apply(&seen).unwrap();
        }
        history
    }

    fn text() -> String {
        write(&history(true), ["楚河客", "Bo"], LOST).unwrap()
    }

    #[test]
    fn a_finished_game_is_written_and_read_back() {
        let saved = read(&text()).unwrap();
        assert_eq!((saved.board, saved.options), (BoardKind::Classic, Options::default()));
        assert_eq!(
            (saved.names, saved.result.as_str()),
            (["楚河客".into(), "Bo".into()], "black resignation")
        );
        assert_eq!([RED, BLACK], [saved.formations.red.text(), saved.formations.black.text()]);
        assert_eq!(saved.game.ply(), 3);
        assert!(text().ends_with("turns 3\ns11n15 +\nn12n22\ns12s22\n"), "{}", text());
    }

    #[test]
    fn a_game_with_a_hidden_formation_is_not_written() {
        assert_eq!(write(&history(false), ["a", "b"], LOST), None);
    }

    #[test]
    fn an_illegal_record_is_refused_with_its_line() {
        for (from, to, line) in [
            ("record 1", "record 2", 1),
            ("board classic", "board round", 2),
            ("mine stays", "mine  stays", 3),
            ("resign 20", "resign 020", 4),
            ("draw 70", "draw 7", 6),
            ("red 楚河客", "red ", 7),
            ("MGDDB", "MGDDX", 15),
            ("turns 3", "turns 4", 28),
            ("turns 3", "turns 2", 27),
            ("s11n15 +", "s11n15 -", 25),
            ("n12n22", "s12s22", 26),
            ("s12s22\n", "s12s22", 28),
        ] {
            let wrong = text().replacen(from, to, 1);
            assert_ne!(wrong, text(), "{from}");
            assert_eq!(read(&wrong).map(|_| ()), Err(InvalidRecord { line }), "{from} -> {to}");
        }
    }

    #[test]
    fn a_truncated_record_is_refused() {
        let text = text();
        let ends = text.char_indices().map(|(at, _)| at);
        for end in ends {
            assert!(read(&text[..end]).is_err(), "{end}");
        }
    }
}
