//! The fold of what is particular to luzhanqi: setting up, moves, turns that pass,
//! and the showing of everything at the end.

use super::{BadEvent, State};
use crate::game_event::{GameEvent, SecretEvent};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{Event, Formation, Game, Move, Moved};
use chuhe_rules::{Color, GameMove};

/// What changes a game of luzhanqi. What comes of it the rules say.
#[derive(Clone, Copy, Debug)]
pub(in crate::room) enum Step {
    /// A side sets up.
    Place(Color, Formation),
    /// A side confirms its formation.
    Confirm(Color),
    /// A side withdraws its confirmation.
    Withdraw(Color),
    /// The side to move moves.
    Move(Move),
    /// The turn passes.
    Pass(Color),
    /// The game is over, and everything is shown.
    Reveal,
}

impl From<&Event> for Step {
    fn from(event: &Event) -> Self {
        match *event {
            Event::Placed { by, formation } => Self::Place(by, formation),
            Event::Confirmed { by } => Self::Confirm(by),
            Event::Withdrew { by } => Self::Withdraw(by),
            Event::Moved(Moved { mv, .. }) => Self::Move(mv),
            Event::Passed { by } => Self::Pass(by),
            Event::Revealed(_) => Self::Reveal,
        }
    }
}

impl State {
    /// The game, if it is luzhanqi.
    pub(in crate::room) const fn luzhanqi(&self) -> Option<&Game> {
        match &self.game {
            chuhe_rules::Game::Luzhanqi(game) => Some(game),
            chuhe_rules::Game::Xiangqi(_) => None,
        }
    }

    fn luzhanqi_mut(&mut self) -> Result<&mut Game, BadEvent> {
        match &mut self.game {
            chuhe_rules::Game::Luzhanqi(game) => Ok(game),
            chuhe_rules::Game::Xiangqi(_) => Err(BadEvent::OtherGame),
        }
    }

    /// Whether the players still set up.
    pub(in crate::room) fn is_setting_up(&self) -> bool {
        self.ended.is_none() && self.luzhanqi().is_some_and(|game| game.position().is_none())
    }

    /// Whether the game is over, and what was hidden in it is not shown yet.
    pub(in crate::room) fn hides(&self) -> bool {
        let hides = |game: &Game| game.position().is_some() && !game.is_closed();
        self.ended.is_some() && self.luzhanqi().is_some_and(hides)
    }

    /// Takes in a step that is made at `at`; returns what happened.
    ///
    /// # Errors
    /// Why it cannot be made. The state is of no use then.
    pub(in crate::room) fn step(&mut self, at: Timestamp, step: Step) -> Result<GameEvent, BadEvent> {
        self.pass_time(at)?;
        let event = match step {
            Step::Reveal => self.reveal()?,
            Step::Place(..) | Step::Confirm(_) | Step::Withdraw(_) | Step::Move(_) | Step::Pass(_) => {
                self.check_running()?;
                self.play_on(step, at)?
            }
        };
        let clocks = if self.ended.is_some() { self.clocks_at_end } else { self.clock.reading(at) };
        Ok(GameEvent::Secret(Box::new(SecretEvent { event, clocks })))
    }

    /// Takes in a step of a game that runs.
    fn play_on(&mut self, step: Step, at: Timestamp) -> Result<Event, BadEvent> {
        let illegal = |why| BadEvent::Illegal(IllegalPlay::Luzhanqi(why));
        let by = self.situation().turn();
        let game = self.luzhanqi_mut()?;
        match step {
            Step::Place(by, formation) => game.place(by, formation).map_err(BadEvent::Setup),
            Step::Confirm(by) => {
                let event = game.confirm(by).map_err(BadEvent::Setup)?;
                if game.position().is_some() {
                    self.begin_turn(at);
                }
                Ok(event)
            }
            Step::Withdraw(by) => {
                let event = game.withdraw(by).map_err(BadEvent::Setup)?;
                self.spend(by)?;
                Ok(event)
            }
            Step::Move(mv) => {
                let event = game.play(by, mv).map_err(illegal)?.event;
                self.offers.moved(by, at);
                self.end_turn(Some((by, GameMove::Luzhanqi(mv))), at);
                Ok(event)
            }
            Step::Pass(by) => {
                let event = game.pass(by).map_err(illegal)?.event;
                self.end_turn(None, at);
                Ok(event)
            }
            Step::Reveal => Err(BadEvent::NotOver),
        }
    }

    fn reveal(&mut self) -> Result<Event, BadEvent> {
        if self.ended.is_none() {
            return Err(BadEvent::NotOver);
        }
        self.luzhanqi_mut()?.close().ok_or(BadEvent::NotOver)
    }
}
