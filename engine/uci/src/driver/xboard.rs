//! The xboard protocol. Ranks count from 0, and the engine has a board of its own.

use super::board::RemoteBoard;
use super::{Driver, Phase};
use crate::error::EngineError;
use crate::go::Go;
use crate::info::{Info, Score};
use crate::reply::Best;
use crate::words::{integer, quote, words};
use chuhe_rules::xiangqi::{Game, Position};
use std::time::Duration;

/// The moves of a time control that stands for a time a move.
///
/// The protocol counts a time a move in whole seconds.
const CONTROL_MOVES: usize = 40;

impl Driver {
    pub(super) fn introduce_xboard(&mut self) {
        self.push("xboard");
        self.push("protover 2");
    }

    fn push(&mut self, line: impl Into<String>) {
        self.lines.push_back(line.into());
    }

    pub(super) fn handle_xboard(&mut self, line: &str, now: Duration) {
        match &mut self.state {
            Phase::Introduction => {
                let Some(features) = line.trim_start().strip_prefix("feature ") else { return };
                if self.take_features(features) {
                    self.become_ready();
                } else if self.board.features.needs_time {
                    self.deadline = Some(now.saturating_add(self.config.start_limit));
                }
            }
            Phase::Searching(_) => {
                if let Some(info) = thinking_of(line) {
                    self.events.push_back(super::Event::Info(Box::new(info)));
                } else if let Some(best) = answer_of(line) {
                    self.take_xboard_answer(&best);
                } else if line.starts_with("Illegal move") {
                    let engine = self.info.name.clone();
                    self.fail(EngineError::Nonsense { engine, text: quote(line) });
                }
            }
            Phase::Preparation | Phase::FirstMove | Phase::Idle | Phase::Failed => {}
        }
    }

    /// Takes features; returns whether they are complete.
    fn take_features(&mut self, features: &str) -> bool {
        let value_of = |name: &str| {
            let (_, rest) = features.split_once(&format!("{name}="))?;
            rest.strip_prefix('"')
                .map_or_else(|| rest.split_ascii_whitespace().next(), |quoted| quoted.split('"').next())
        };
        if let Some(name) = value_of("myname") {
            self.info.name = quote(name);
        }
        if let Some(setboard) = value_of("setboard") {
            self.board.features.setboard = setboard == "1";
        }
        if value_of("done") == Some("0") {
            self.board.features.needs_time = true;
        }
        value_of("done") == Some("1")
    }

    pub(super) fn search_xboard(&mut self, game: &Game, go: &Go) {
        let start = (*game.start() != Position::start()).then(|| game.start().fen());
        // only `new` removes a depth
        let keeps_depth = self.board.has_depth && go.depth.is_none();
        let continues = self.board.game.as_ref() == Some(&start)
            && game.moves().starts_with(&self.board.moves)
            && !keeps_depth;
        // the control stands for the whole game: `time` corrects the clock before each move
        if !continues {
            self.board = RemoteBoard { features: self.board.features, ..RemoteBoard::default() };
            self.push("new");
            self.push("variant xiangqi");
            self.push("easy");
            self.push("post");
            if let Some(control) = time_control(go) {
                self.push(control);
            }
            self.push("force");
            if let Some(fen) = &start {
                self.push(format!("setboard {fen}"));
            }
        }
        for &mv in &game.moves()[self.board.moves.len()..] {
            self.push(mv.to_string());
        }
        self.board.game = Some(start);
        self.board.moves = game.moves().to_vec();
        if let Some(depth) = go.depth {
            self.board.has_depth = true;
            self.push(format!("sd {depth}"));
        }
        let (own, other) = clocks(go, game.ply());
        if let Some(own) = own {
            self.push(format!("time {}", own.as_millis() / 10));
            self.push(format!("otim {}", other.unwrap_or(own).as_millis() / 10));
        }
        self.push("go");
    }

    fn take_xboard_answer(&mut self, best: &Best) {
        let mv = best.mv.as_deref().and_then(|text| self.info.ranks.read(text));
        // the engine would answer the opponent's move at once otherwise
        self.push("force");
        self.board.moves.extend(mv);
        self.take_answer(best);
    }
}

/// The command that sets the time control, if there is one.
fn time_control(go: &Go) -> Option<String> {
    let (moves, base, increment) = match (go.move_time, go.clock) {
        (Some(time), _) => (CONTROL_MOVES, time.saturating_mul(CONTROL_MOVES as u32), Duration::ZERO),
        (None, Some(clock)) => (go.moves_to_go.map_or(0, usize::from), clock.left, clock.increment),
        (None, None) => return None,
    };
    let seconds = base.as_millis().div_ceil(1_000);
    // xboard itself writes parts of a second too
    let increment = increment.as_secs_f64();
    Some(format!("level {moves} {}:{:02} {increment}", seconds / 60, seconds % 60))
}

/// The clocks of the engine and its opponent before its move.
fn clocks(go: &Go, ply: usize) -> (Option<Duration>, Option<Duration>) {
    match go.move_time {
        Some(time) => {
            let moves_left = CONTROL_MOVES - ply / 2 % CONTROL_MOVES;
            (Some(time.saturating_mul(moves_left as u32)), None)
        }
        None => (go.clock.map(|clock| clock.left), go.opponent_clock.map(|clock| clock.left)),
    }
}

/// Reads a line of thinking: depth, score, time in hundredths of a second, nodes, moves.
///
/// The moves are in a notation of the engine's own, so that they are left out.
fn thinking_of(line: &str) -> Option<Info> {
    let mut words = words(line);
    let mut next = || words.next().and_then(|word| integer(word.trim_end_matches(['.', '&', '+'])));
    let (depth, score, time, nodes) = (next()?, next()?, next()?, next()?);
    let cp = score.clamp(i64::from(-i32::MAX), i64::from(i32::MAX)) as i32;
    Some(Info {
        depth: u32::try_from(depth).ok(),
        score: Some(Score::Cp(cp)),
        time: u64::try_from(time).ok().map(|time| Duration::from_millis(time.saturating_mul(10))),
        nodes: u64::try_from(nodes).ok(),
        ..Info::default()
    })
}

/// Reads a move, a resignation, or the result that an engine without a move claims.
fn answer_of(line: &str) -> Option<Best> {
    let mut words = words(line);
    match words.next()? {
        "move" => Some(Best { mv: Some(quote(words.next()?)), ..Best::default() }),
        "My" => {
            // the older form: "My move is: h2e2"
            let text = line.split_once("is:")?.1.trim();
            Some(Best { mv: Some(quote(text)), ..Best::default() })
        }
        "resign" | "1-0" | "0-1" | "1/2-1/2" => Some(Best { resigns: true, ..Best::default() }),
        _ => None,
    }
}
