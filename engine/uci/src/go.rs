//! The command `go`: how long to search, and which moves.

use crate::command_error::CommandError;
use crate::context::Context;
use crate::dialect::Dialect;
use crate::limits::{MAX_PERFT_DEPTH, MAX_TIME};
use crate::words::{Words, count, quote};
use chuhe_rules::xiangqi::Move;
use std::fmt::Write;
use std::time::Duration;

/// The time of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// How to search the position.
///
/// A search without any limit is infinite: it ends by `stop`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Whether to search in the opponent's time, until `ponderhit`.
    pub ponder: bool,
    /// Whether only `stop` ends the search.
    pub infinite: bool,
    /// The greatest depth.
    pub depth: Option<u8>,
    /// The greatest number of nodes.
    pub nodes: Option<u64>,
    /// The number of moves in which to find a mate.
    pub mate: Option<u8>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// The clock of the opponent.
    pub opponent_clock: Option<Clock>,
    /// The moves until more time is added.
    pub moves_to_go: Option<u16>,
    /// The opponent's moves until more time is added for them (UCCI).
    pub opponent_moves_to_go: Option<u16>,
    /// Counts the positions at this depth in place of a search.
    pub perft: Option<u8>,
    /// The moves to search; all if empty.
    pub search_moves: Vec<Move>,
    /// The first word that was not understood.
    pub unknown: Option<String>,
}

impl Go {
    /// A search of this time.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// A search to this depth.
    #[must_use]
    pub fn depth(depth: u8) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of so many nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Whether only `stop` ends the search.
    #[must_use]
    pub const fn is_infinite(&self) -> bool {
        let limited = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.perft.is_some()
            || self.move_time.is_some()
            || self.clock.is_some();
        self.infinite || !limited
    }

    /// Reads what follows the word `go`.
    ///
    /// # Errors
    /// If a number or a depth of `perft` is missing or wrong.
    pub(crate) fn parse(words: &mut Words<'_>, context: &Context) -> Result<Self, CommandError> {
        let mut go = Self::default();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                // an offer of a draw, which an engine may ignore
                "draw" => {}
                "depth" if words.next_if_eq(&"infinite").is_some() => go.infinite = true,
                "depth" => go.depth = Some(saturate(number(word, words)?)),
                "nodes" => go.nodes = Some(number(word, words)?),
                "mate" => go.mate = Some(saturate(number(word, words)?)),
                "movestogo" => go.moves_to_go = Some(saturate(number(word, words)?)),
                "oppmovestogo" => go.opponent_moves_to_go = Some(saturate(number(word, words)?)),
                // how long a ban of moves holds, which ends with the next position here
                "bantime" => _ = number(word, words)?,
                "movetime" => {
                    go.move_time = Some(Duration::from_millis(number(word, words)?).min(MAX_TIME));
                }
                "perft" => {
                    let depth = number(word, words)?;
                    if depth > u64::from(MAX_PERFT_DEPTH) {
                        return Err(CommandError::PerftTooDeep);
                    }
                    go.perft = Some(saturate(depth));
                }
                "searchmoves" => {
                    while let Some(mv) = words.peek().and_then(|word| context.ranks.read(word)) {
                        words.next();
                        go.search_moves.push(mv);
                    }
                }
                _ => match ClockWord::of(word, context) {
                    Some(clock_word) => clock_word.set(&mut go, context.time(number(word, words)?)),
                    None => _ = go.unknown.get_or_insert_with(|| quote(word)),
                },
            }
        }
        Ok(go)
    }

    /// Writes the command in the form of the context, whose side to move has [`Go::clock`].
    #[must_use]
    pub fn write(&self, context: &Context) -> String {
        let mut line = String::from("go");
        let mut push = |word: &str, number: Option<u64>| {
            let Some(number) = number else { return };
            write!(line, " {word} {number}").expect("a string can be written to");
        };
        push("depth", self.depth.map(u64::from));
        push("nodes", self.nodes);
        push("perft", self.perft.map(u64::from));
        let left = |time: Duration| context.units_left(time);
        let units = |time: Duration| context.units(time);
        match context.dialect {
            Dialect::Uci => {
                push("mate", self.mate.map(u64::from));
                push("movetime", self.move_time.map(left));
                let (own, other) = if context.red_to_move { ("w", "b") } else { ("b", "w") };
                for (side, clock) in [(own, self.clock), (other, self.opponent_clock)] {
                    push(&format!("{side}time"), clock.map(|clock| left(clock.left)));
                    push(&format!("{side}inc"), clock.map(|clock| units(clock.increment)));
                }
                push("movestogo", self.moves_to_go.map(u64::from));
            }
            Dialect::Ucci => {
                // the time of a move is all the time until the next control, which is a move away
                push("time", self.move_time.map(left));
                push("movestogo", self.move_time.map(|_| 1));
                push("time", self.clock.map(|clock| left(clock.left)));
                push("opptime", self.opponent_clock.map(|clock| left(clock.left)));
                push("oppmovestogo", self.opponent_moves_to_go.map(u64::from));
                match self.moves_to_go {
                    Some(moves) => push("movestogo", Some(u64::from(moves))),
                    None => {
                        push("increment", self.clock.map(|clock| units(clock.increment)));
                        push("oppincrement", self.opponent_clock.map(|clock| units(clock.increment)));
                    }
                }
            }
        }
        if self.is_infinite() && !self.ponder {
            line.push_str(" infinite");
        }
        if self.ponder {
            line.insert_str("go".len(), " ponder");
        }
        if !self.search_moves.is_empty() && context.dialect == Dialect::Uci {
            line.push_str(" searchmoves");
            for &mv in &self.search_moves {
                line.push(' ');
                line.push_str(&context.ranks.write(mv));
            }
        }
        line
    }
}

/// A word of `go` that sets a time of one side.
#[derive(Clone, Copy)]
struct ClockWord {
    own: bool,
    increment: bool,
}

impl ClockWord {
    fn of(word: &str, context: &Context) -> Option<Self> {
        let (own, increment) = match word {
            "wtime" => (context.red_to_move, false),
            "btime" => (!context.red_to_move, false),
            "winc" => (context.red_to_move, true),
            "binc" => (!context.red_to_move, true),
            "time" => (true, false),
            "opptime" => (false, false),
            "increment" => (true, true),
            "oppincrement" => (false, true),
            _ => return None,
        };
        Some(Self { own, increment })
    }

    fn set(self, go: &mut Go, time: Duration) {
        let clock = if self.own { &mut go.clock } else { &mut go.opponent_clock };
        let clock = clock.get_or_insert_default();
        if self.increment {
            clock.increment = time;
        } else {
            clock.left = time;
        }
    }
}

fn number(word: &str, words: &mut Words<'_>) -> Result<u64, CommandError> {
    let text = words.next().ok_or_else(|| CommandError::Missing(quote(word)))?;
    count(text).ok_or_else(|| CommandError::NotANumber(quote(text)))
}

/// Converts a number, or the nearest that the type can hold.
fn saturate<T: TryFrom<u64> + Bounded>(number: u64) -> T {
    T::try_from(number).unwrap_or(T::GREATEST)
}

/// A type with a greatest value.
trait Bounded {
    const GREATEST: Self;
}

impl Bounded for u8 {
    const GREATEST: Self = Self::MAX;
}

impl Bounded for u16 {
    const GREATEST: Self = Self::MAX;
}
