//! A game as the bot follows it: the fold of the events that it receives.

use crate::task::{Clock, Position};
use chuhe_engine::luzhanqi::Knowledge;
use chuhe_protocol::{Event, GameId, GameStart, GameTerms, PlayerId, Seq, ValidTerms, limits};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::luzhanqi::Options;
use chuhe_rules::offers::{OfferKind, Offers};
use chuhe_rules::{Color, Game, GameMove, PerColor, xiangqi};

/// A game in which the bot has a seat.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) game: GameId,
    /// The bot's side.
    pub(crate) color: Color,
    /// The number of the next event.
    pub(crate) next: Seq,
    pub(crate) play: Play,
    /// The open offers of both sides.
    pub(crate) offers: Offers,
    pub(crate) is_over: bool,
    /// Since when an organiser pauses the game, if one does.
    paused_at: Option<Timestamp>,
    /// Whether the opponent has left the table.
    pub(crate) opponent_left: bool,
    /// Whether the bot has left it.
    pub(crate) has_left: bool,
    /// When the opponent, who is away, loses the game by a claim.
    pub(crate) claimable_at: Option<Timestamp>,
    /// When the server told that the opponent is away.
    away_at: Timestamp,
    /// How often the moves of the game changed; it grows with moves and takebacks.
    pub(crate) changes: u64,
    clocks: ClockReading,
    clocks_at: Timestamp,
    increments_ms: PerColor<u32>,
}

/// What the bot knows of the pieces.
#[derive(Clone, Debug)]
pub(crate) enum Play {
    Xiangqi(Box<xiangqi::Game>),
    Luzhanqi(Box<Knowledge>),
}

/// The event does not follow from the events before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfStep;

impl Table {
    /// Opens the table of a game that starts; `None` if the bot has no seat in it.
    pub(crate) fn open(game: GameId, start: &GameStart, me: PlayerId, now: Timestamp) -> Option<Self> {
        let color = Color::ALL.into_iter().find(|&color| start.seats[color].player == me)?;
        let terms = ValidTerms::parse_under(start.rules, start.terms.clone()).ok()?;
        let play = match (terms.new_game(), &start.terms.game) {
            (Game::Xiangqi(game), _) => Play::Xiangqi(Box::new(game)),
            (Game::Luzhanqi(_), GameTerms::Luzhanqi { board, options }) => {
                Play::Luzhanqi(Box::new(Knowledge::new(color, *board, *options)))
            }
            (Game::Luzhanqi(_), GameTerms::Xiangqi { .. }) => return None,
        };
        let reading = chuhe_rules::clock::Clock::new(start.times).reading(now);
        Some(Self {
            game,
            color,
            next: 1,
            play,
            offers: Offers::default(),
            is_over: false,
            paused_at: None,
            opponent_left: false,
            has_left: false,
            claimable_at: None,
            away_at: now,
            changes: 0,
            clocks: reading,
            clocks_at: now,
            increments_ms: start.times.map(|time| time.increment_ms),
        })
    }

    /// Applies the next event.
    ///
    /// # Errors
    /// [`OutOfStep`] if it is impossible here.
    pub(crate) fn apply(&mut self, event: &Event, now: Timestamp) -> Result<(), OutOfStep> {
        let opponent = self.color.opponent();
        match event {
            Event::Started(_) => return Err(OutOfStep),
            Event::Played { by, mv, clocks } => {
                self.moved(*by, *mv)?;
                self.offers.record_move(*by, now);
                self.read_clocks(*clocks, now);
            }
            Event::Offered { by, kind } => self.offers.record_offer(*by, *kind, self.ply()),
            // a declined offer closes as a withdrawn one does
            Event::OfferClosed { by, kind, how: _ } => self.offers.record_withdrawal(*by, *kind, now),
            Event::TakenBack { by: _, to_ply, clocks } => {
                let Play::Xiangqi(game) = &mut self.play else { return Err(OutOfStep) };
                game.take_back_to(usize::from(*to_ply));
                self.changes += 1;
                self.offers.record_takeback(usize::from(*to_ply));
                self.read_clocks(*clocks, now);
            }
            Event::WentAway { color, claimable_in_ms } | Event::FellAsleep { color, claimable_in_ms }
                if *color == opponent =>
            {
                self.claimable_at = Some(now.plus_ms(u64::from(*claimable_in_ms)));
                self.away_at = now;
            }
            Event::CameBack { color } if *color == opponent => self.claimable_at = None,
            Event::Ended { .. } => {
                self.is_over = true;
                self.claimable_at = None;
                self.offers.clear();
            }
            Event::Left { color } if *color == opponent => self.opponent_left = true,
            Event::Left { .. } => self.has_left = true,
            Event::Paused { clocks } => {
                self.paused_at = Some(now);
                self.read_clocks(*clocks, now);
            }
            Event::Interrupted { down_ms, clocks } => {
                self.goes_on(*down_ms, now);
                self.read_clocks(*clocks, now);
            }
            Event::Luzhanqi { seen, clocks } => {
                let Play::Luzhanqi(knowledge) = &mut self.play else { return Err(OutOfStep) };
                let mover = knowledge.view().position().map(|view| view.side_to_move());
                let ply = knowledge.view().ply();
                knowledge.apply(seen).map_err(|_| OutOfStep)?;
                if knowledge.view().ply() != ply {
                    self.changes += 1;
                    if let Some(by) = mover {
                        self.offers.record_move(by, now);
                    }
                }
                self.read_clocks(*clocks, now);
            }
            Event::WentAway { .. }
            | Event::FellAsleep { .. }
            | Event::CameBack { .. }
            | Event::LagMeasured { .. }
            | Event::Rated(_)
            | Event::RepetitionJudged { .. } => {}
        }
        Ok(())
    }

    /// The game goes on after an interruption or a pause of so many milliseconds, in which nobody could come back.
    fn goes_on(&mut self, down_ms: u64, now: Timestamp) {
        let paused_at = self.paused_at.take().filter(|at| *at < now);
        // an absence that is told together with the end counts from the end
        if self.away_at < now {
            // one that was told during a pause counts from then
            let passed_ms = paused_at.map_or(down_ms, |at| now.since(at.max(self.away_at)));
            let more_ms = passed_ms.saturating_add(limits::INTERRUPTION_CREDIT_MS);
            self.claimable_at = self.claimable_at.map(|at| at.plus_ms(more_ms));
        }
    }

    fn moved(&mut self, by: Color, mv: GameMove) -> Result<(), OutOfStep> {
        match (&mut self.play, mv) {
            (Play::Xiangqi(game), GameMove::Xiangqi(mv)) => {
                game.play(by, mv).map_err(|_| OutOfStep)?;
                self.changes += 1;
                Ok(())
            }
            (Play::Xiangqi(_), GameMove::Luzhanqi(_)) | (Play::Luzhanqi(_), _) => Err(OutOfStep),
        }
    }

    pub(crate) const fn read_clocks(&mut self, clocks: ClockReading, now: Timestamp) {
        self.clocks = clocks;
        self.clocks_at = now;
    }

    /// Whether an organiser has paused the game.
    pub(crate) const fn is_paused(&self) -> bool {
        self.paused_at.is_some()
    }

    /// The number of plies played and not taken back.
    pub(crate) fn ply(&self) -> usize {
        match &self.play {
            Play::Xiangqi(game) => game.ply(),
            Play::Luzhanqi(knowledge) => knowledge.view().ply(),
        }
    }

    /// Whether the bot is to move.
    pub(crate) fn is_to_move(&self) -> bool {
        let turn = match &self.play {
            Play::Xiangqi(game) => game.turn(),
            Play::Luzhanqi(knowledge) => knowledge.view().position().map(|view| view.side_to_move()),
        };
        !self.is_over && turn == Some(self.color)
    }

    /// Whether the bot must set up its pieces and confirm them.
    pub(crate) fn awaits_formation(&self) -> bool {
        match &self.play {
            Play::Xiangqi(_) => false,
            Play::Luzhanqi(knowledge) => {
                let view = knowledge.view();
                !self.is_over && view.position().is_none() && !view.has_confirmed(self.color)
            }
        }
    }

    /// Whether the bot may resign. In luzhanqi it waits for the usual step, even if the terms let players resign before.
    pub(crate) fn may_resign(&self) -> bool {
        match &self.play {
            Play::Xiangqi(game) => game.ply() >= 2,
            Play::Luzhanqi(knowledge) => {
                let view = knowledge.view();
                view.may_resign() && view.steps() >= Options::default().resign_from_step
            }
        }
    }

    /// Whether the rules allow the bot to play `mv` now.
    pub(crate) fn may_play(&self, mv: GameMove) -> bool {
        match (&self.play, mv) {
            (Play::Xiangqi(game), GameMove::Xiangqi(mv)) => game.validate(self.color, mv).is_ok(),
            (Play::Luzhanqi(knowledge), GameMove::Luzhanqi(mv)) => knowledge.view().validate(mv).is_ok(),
            (Play::Xiangqi(_), GameMove::Luzhanqi(_)) | (Play::Luzhanqi(_), GameMove::Xiangqi(_)) => false,
        }
    }

    /// The open offers of the opponent.
    pub(crate) fn opponents_offers(&self) -> impl Iterator<Item = OfferKind> {
        let by = self.color.opponent();
        OfferKind::ALL.into_iter().filter(move |&kind| self.offers.is_open(by, kind))
    }

    /// What the bot knows, for a task.
    pub(crate) fn position(&self) -> Position {
        match &self.play {
            Play::Xiangqi(game) => Position::Xiangqi(game.clone()),
            Play::Luzhanqi(knowledge) => Position::Luzhanqi(knowledge.clone()),
        }
    }

    /// The bot's clock at `now`.
    pub(crate) fn clock(&self, now: Timestamp) -> Clock {
        let side = self.clocks.after(now.since(self.clocks_at)).sides[self.color];
        Clock {
            flag_in_ms: side.flag_in_ms(),
            game_ms: side.game_ms,
            increment_ms: self.increments_ms[self.color],
        }
    }
}
