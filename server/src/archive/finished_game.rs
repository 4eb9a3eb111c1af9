//! A finished game as the archive has it, made from its journal.

use chuhe_hub::{Correction, GameEvent, JournalEntry, TurnTimes};
use chuhe_protocol::{Event, GameCorrection, GameId, GameStart, GameTerms, RatedEnd, TakebackPolicy};
use chuhe_records::formats::{self, Format, WriteOptions};
use chuhe_records::notation::Notation;
use chuhe_records::{GameResult, GameTree, LuzhanqiStart, Ply, Start, tag};
use chuhe_rules::clock::{ClockReading, TimeControl, Timestamp};
use chuhe_rules::luzhanqi::{self, BoardKind, Formation};
use chuhe_rules::xiangqi::Position;
use chuhe_rules::{Color, GameMove, Outcome, PerColor};
use serde_json::{Value, json};

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FinishedGame {
    pub(super) game: GameId,
    pub(super) start: GameStart,
    pub(super) started_at: Timestamp,
    pub(super) ended_at: Timestamp,
    pub(super) outcome: Outcome,
    /// The plies that were not taken back.
    pub(super) moves: Vec<PlayedMove>,
    /// The formations of luzhanqi.
    formations: PerColor<Option<Formation>>,
    /// The ratings of both players before the game, if it has changed them.
    ratings: Option<PerColor<u16>>,
    /// What an operator has made of it since.
    correction: Option<GameCorrection>,
}

/// A ply of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayedMove {
    pub(super) by: Color,
    pub(super) ply: Ply,
    /// From the end of the turn before, or the start of play, in milliseconds, without the time in which
    /// the server did not serve.
    pub(super) spent_ms: u64,
    /// What was left of the game time after it, in milliseconds.
    pub(super) clock_ms: Option<u64>,
}

/// Why a journal is not that of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotFinished {
    /// The first event is not the start.
    #[error("its journal does not begin with the start")]
    Start,
    /// There is no end.
    #[error("its journal has no end")]
    End,
}

/// Follows the journal of a game.
struct Reader {
    moves: Vec<PlayedMove>,
    formations: PerColor<Option<Formation>>,
    turns: TurnTimes,
}

impl FinishedGame {
    /// Reads the journal of a game.
    ///
    /// # Errors
    /// [`NotFinished`] if it has no start or no end.
    pub(super) fn from_journal(game: GameId, journal: &[JournalEntry]) -> Result<Self, NotFinished> {
        let (first, rest) = journal.split_first().ok_or(NotFinished::Start)?;
        let GameEvent::Public(Event::Started(start)) = &first.event else { return Err(NotFinished::Start) };
        let formations = PerColor::splat(None);
        let mut reader = Reader { moves: Vec::new(), formations, turns: TurnTimes::starting(first.at) };
        let rated = rest.iter().find_map(|entry| match entry.event.public() {
            Some(Event::Rated(end)) => Some(*end),
            _ => None,
        });
        for JournalEntry { at, event, premove: _ } in rest {
            if let GameEvent::Public(Event::Ended { outcome, .. }) = event {
                let Reader { moves, formations, .. } = reader;
                let (start, started_at) = ((**start).clone(), first.at);
                let (ended_at, outcome) = (*at, *outcome);
                let (correction, ratings) = (None, rated.and_then(ratings_before));
                return Ok(Self {
                    game,
                    start,
                    started_at,
                    ended_at,
                    outcome,
                    moves,
                    formations,
                    ratings,
                    correction,
                });
            }
            reader.read(*at, event);
        }
        Err(NotFinished::End)
    }

    /// Adds what an operator has made of the game since.
    pub(super) fn with_correction(self, correction: Option<Correction>) -> Self {
        let Some(correction) = correction else { return self };
        let ratings = ratings_before(correction.rated_end());
        Self { ratings, correction: Some(correction.shown()), ..self }
    }

    /// Returns the name of the game: `xiangqi` or `luzhanqi`.
    pub(super) const fn kind(&self) -> &'static str {
        match self.start.terms.game {
            GameTerms::Xiangqi { .. } => "xiangqi",
            GameTerms::Luzhanqi { .. } => "luzhanqi",
        }
    }

    /// Returns the rule set of xiangqi, or the board of luzhanqi.
    pub(super) const fn rules(&self) -> &'static str {
        match self.start.terms.game {
            GameTerms::Xiangqi { rules, .. } => rules.name(),
            GameTerms::Luzhanqi { board: BoardKind::Classic, .. } => "classic",
            GameTerms::Luzhanqi { board: BoardKind::Cross, .. } => "cross",
        }
    }

    /// Returns the terms, as an object.
    pub(super) fn terms(&self) -> Value {
        let GameStart { terms, times, .. } = &self.start;
        let takeback = match terms.takeback {
            TakebackPolicy::Off => "off",
            TakebackPolicy::Ask => "ask",
        };
        let mut object = json!({
            "red_time": time(times.red),
            "black_time": time(times.black),
            "takeback": takeback,
            "watch_delay_plies": terms.watch_delay_plies,
        });
        match &terms.game {
            GameTerms::Xiangqi { start: Some(fen), .. } => object["start"] = json!(fen),
            GameTerms::Xiangqi { start: None, .. } => {}
            GameTerms::Luzhanqi { options, .. } => {
                object["mine"] = json!(match options.mine {
                    luzhanqi::MineRule::Stays => "stays",
                    luzhanqi::MineRule::BothCaptured => "both_captured",
                });
                object["resign_from_step"] = json!(options.resign_from_step);
                object["draw_after_quiet_steps"] = json!(options.draw_after_quiet_steps);
                object["draw_notice_steps"] = json!(options.draw_notice_steps);
                object["passes_to_lose"] = json!(options.passes_to_lose);
            }
        }
        object
    }

    /// Returns the side that won.
    pub(super) fn winner(&self) -> Option<&'static str> {
        self.outcome.winner().map(side)
    }

    /// Returns the result as PGN writes it, and its reason.
    pub(super) fn result(&self) -> (&'static str, &'static str) {
        let result = GameResult::from(self.outcome);
        (result.score(), result.reason().unwrap_or_default())
    }

    /// Returns the record: PGN of xiangqi, or the text of luzhanqi with both formations.
    ///
    /// `None` if the rules of this program do not allow the moves.
    pub(super) fn record(&self) -> Option<String> {
        let mut tree = self.tree()?;
        tree.set_result(self.outcome.into());
        self.set_tags(&mut tree);
        // coordinates need no language
        let options = WriteOptions { notation: Notation::Iccs, ..WriteOptions::default() };
        let written = formats::write(&tree, Format::of(tree.start()), &options).ok()?;
        String::from_utf8(written.bytes).ok()
    }

    fn tree(&self) -> Option<GameTree> {
        let start = match &self.start.terms.game {
            GameTerms::Xiangqi { start: None, .. } => Start::xiangqi(),
            GameTerms::Xiangqi { start: Some(fen), .. } => Position::from_fen(fen).ok()?.into(),
            GameTerms::Luzhanqi { board, options } => {
                let formations = PerColor::new(self.formations.red?, self.formations.black?);
                LuzhanqiStart { board: *board, options: *options, formations }.into()
            }
        };
        let mut tree = GameTree::new(start);
        let mut replay = tree.replay();
        for PlayedMove { ply, spent_ms, clock_ms, .. } in &self.moves {
            let node = replay.play(&mut tree, *ply).ok()?;
            let times = |annotation: &mut chuhe_records::Annotation| {
                (annotation.spent_ms, annotation.clock_ms) = (Some(*spent_ms), *clock_ms);
            };
            tree.annotate(node, times).ok()?;
        }
        Some(tree)
    }

    fn set_tags(&self, tree: &mut GameTree) {
        let GameStart { seats, times, terms, .. } = &self.start;
        let rules = match terms.game {
            GameTerms::Xiangqi { rules, .. } => Some(rules.name().to_owned()),
            GameTerms::Luzhanqi { .. } => None,
        };
        let correction = self.correction.as_ref();
        let tags = [
            (tag::RED, Some(seats.red.name.as_str().to_owned())),
            (tag::BLACK, Some(seats.black.name.as_str().to_owned())),
            (tag::RED_ELO, self.ratings.map(|ratings| ratings.red.to_string())),
            (tag::BLACK_ELO, self.ratings.map(|ratings| ratings.black.to_string())),
            (tag::DATE, date(self.started_at)),
            (tag::TIME_CONTROL, time_control(times.red)),
            (tag::RULES, rules),
            (tag::CORRECTION, correction.map(|it| it.counts_as.tag().to_owned())),
            (tag::CORRECTION_REASON, correction.map(|it| it.reason.clone()).filter(|it| !it.is_empty())),
        ];
        for (name, value) in tags {
            // short tags are within the limits
            let _ = value.map(|value| tree.set_tag(name, &value));
        }
    }
}

impl Reader {
    fn read(&mut self, at: Timestamp, event: &GameEvent) {
        self.turns.read(at, event);
        match event {
            GameEvent::Public(Event::Played { by, mv, clocks }) => {
                self.played(*by, Ply::Move(*mv), clocks);
            }
            GameEvent::Public(Event::TakenBack { to_ply, .. }) => self.moves.truncate(usize::from(*to_ply)),
            // the moves are all that it reads of them
            GameEvent::Public(_) => {}
            GameEvent::Secret(secret) => match &secret.event {
                luzhanqi::Event::Placed { by, formation } => self.formations[*by] = Some(*formation),
                luzhanqi::Event::Moved(moved) => {
                    let ply = Ply::Move(GameMove::Luzhanqi(moved.mv));
                    self.played(self.turn(), ply, &secret.clocks);
                }
                luzhanqi::Event::Passed { by } => self.played(*by, Ply::Pass, &secret.clocks),
                luzhanqi::Event::Confirmed { .. }
                | luzhanqi::Event::Withdrew { .. }
                | luzhanqi::Event::Revealed(_) => {}
            },
        }
    }

    /// The side to move in luzhanqi, where red begins and a pass is a ply.
    const fn turn(&self) -> Color {
        if self.moves.len().is_multiple_of(2) { Color::Red } else { Color::Black }
    }

    fn played(&mut self, by: Color, ply: Ply, clocks: &ClockReading) {
        let spent_ms = self.turns.spent_ms().last().copied().unwrap_or_default();
        let clock_ms = clocks.sides[by].game_ms;
        self.moves.push(PlayedMove { by, ply, spent_ms, clock_ms });
    }
}

impl PlayedMove {
    /// Returns the move in coordinates, such as `h2e2`; `pass` for a turn that ran out of time.
    pub(super) fn text(&self) -> String {
        match self.ply {
            Ply::Move(mv) => mv.to_string(),
            Ply::Pass => "pass".to_owned(),
        }
    }
}

/// The ratings of both players before a game, if it has changed them.
const fn ratings_before(end: RatedEnd) -> Option<PerColor<u16>> {
    match end {
        RatedEnd::Changed(PerColor { red, black }) => Some(PerColor::new(red.before, black.before)),
        RatedEnd::Uncounted(_) => None,
    }
}

/// Returns the name of a side.
pub(super) const fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "red",
        Color::Black => "black",
    }
}

fn time(control: TimeControl) -> Value {
    let TimeControl { game_ms, move_ms, increment_ms, read_ms } = control;
    json!({ "game_ms": game_ms, "move_ms": move_ms, "increment_ms": increment_ms, "read_ms": read_ms })
}

/// The time control as PGN writes it, in seconds; `None` without game time.
fn time_control(control: TimeControl) -> Option<String> {
    match (control.game_ms / 1000, control.increment_ms / 1000) {
        (0, _) => None,
        (game, 0) => Some(game.to_string()),
        (game, increment) => Some(format!("{game}+{increment}")),
    }
}

/// The day in UTC, as PGN writes it.
fn date(at: Timestamp) -> Option<String> {
    let at = jiff::Timestamp::from_millisecond(i64::try_from(at.as_ms()).ok()?).ok()?;
    Some(at.strftime("%Y.%m.%d").to_string())
}

#[cfg(test)]
mod tests;
