//! The part of the state that only luzhanqi has: setting up, passed turns, and the reveal at
//! the end.

use super::{InvalidEvent, State};
use crate::game_event::{GameEvent, SecretEvent};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{Event, Game, SetupRefusal};
use chuhe_rules::{Color, GameMove};

impl State {
    /// The game, if it is luzhanqi.
    pub(in crate::room) const fn luzhanqi(&self) -> Option<&Game> {
        let chuhe_rules::Game::Luzhanqi(game) = &self.game else { return None };
        Some(game)
    }

    fn luzhanqi_mut(&mut self) -> Result<&mut Game, InvalidEvent> {
        let chuhe_rules::Game::Luzhanqi(game) = &mut self.game else { return Err(InvalidEvent::OtherGame) };
        Ok(game)
    }

    /// Whether the players are still setting up.
    pub(in crate::room) fn is_setting_up(&self) -> bool {
        self.ended.is_none() && self.luzhanqi().is_some_and(|game| game.position().is_none())
    }

    /// Whether the game is over and its hidden pieces are to be revealed.
    ///
    /// A game that ended before both had moved reveals nothing: a player could otherwise confirm,
    /// abort, look, and offer a rematch.
    pub(in crate::room) fn awaits_reveal(&self) -> bool {
        let awaits = |game: &Game| game.position().is_some() && !game.is_closed();
        self.ended.is_some() && self.situation().both_moved() && self.luzhanqi().is_some_and(awaits)
    }

    /// Applies a step of the set-up: `act` places, confirms or withdraws a formation.
    ///
    /// # Errors
    /// Why the step is not possible. The state must not be used afterwards.
    pub(in crate::room) fn set_up(
        &mut self,
        at: Timestamp,
        act: impl FnOnce(&mut Game) -> Result<Event, SetupRefusal>,
    ) -> Result<GameEvent, InvalidEvent> {
        self.pass_time(at)?;
        self.check_playing()?;
        let game = self.luzhanqi_mut()?;
        let event = act(game).map_err(InvalidEvent::Setup)?;
        if game.position().is_some() {
            self.begin_turn(at);
        }
        if let Event::Withdrew { by } = event {
            self.spend(by)?;
        }
        Ok(self.secret(event, at))
    }

    /// Passes the turn of `by`.
    ///
    /// # Errors
    /// Why the turn cannot pass. The state must not be used afterwards.
    pub(in crate::room) fn pass(&mut self, at: Timestamp, by: Color) -> Result<GameEvent, InvalidEvent> {
        let illegal = |why| InvalidEvent::Illegal(IllegalPlay::Luzhanqi(why));
        self.pass_time(at)?;
        self.check_playing()?;
        let event = self.luzhanqi_mut()?.pass(by).map_err(illegal)?.event;
        self.end_turn(None, false, at);
        Ok(self.secret(event, at))
    }

    /// Reveals the hidden pieces of a game that is over.
    ///
    /// # Errors
    /// If the game is not over or already revealed. The state must not be used afterwards.
    pub(in crate::room) fn reveal(&mut self, at: Timestamp) -> Result<GameEvent, InvalidEvent> {
        self.pass_time(at)?;
        if self.ended.is_none() {
            return Err(InvalidEvent::NotOver);
        }
        let event = self.luzhanqi_mut()?.close().ok_or(InvalidEvent::NotOver)?;
        Ok(self.secret(event, at))
    }

    /// Repeats the action behind a stored event; returns the resulting event. `premove` says how a
    /// move is charged.
    ///
    /// # Errors
    /// Why that is not possible. The state must not be used afterwards.
    pub(super) fn repeat(
        &mut self,
        at: Timestamp,
        event: &Event,
        premove: bool,
    ) -> Result<GameEvent, InvalidEvent> {
        match *event {
            Event::Placed { by, formation } => self.set_up(at, |game| game.place(by, formation)),
            Event::Confirmed { by } => self.set_up(at, |game| game.confirm(by)),
            Event::Withdrew { by } => self.set_up(at, |game| game.withdraw(by)),
            Event::Moved(ref moved) => {
                let by = self.situation().turn();
                self.play(at, by, GameMove::Luzhanqi(moved.mv), premove)
            }
            Event::Passed { by } => self.pass(at, by),
            Event::Revealed(_) => self.reveal(at),
        }
    }

    /// Returns the event with the clocks just after it.
    pub(super) fn secret(&self, event: Event, at: Timestamp) -> GameEvent {
        let clocks = if self.ended.is_some() { self.clocks_at_end } else { self.clock.reading(at) };
        GameEvent::Secret(Box::new(SecretEvent { event, clocks }))
    }
}
