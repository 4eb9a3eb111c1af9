//! A game from setting up to its end.

use super::{BoardKind, Ending, Event, Formation, GameView, IllegalMove, Move, Options, Position, Revealed};
use crate::{Color, PerColor, Viewer};
use alloc::boxed::Box;

/// The reason why a player may not set up, confirm or withdraw.
///
/// It reveals nothing that the player was not sent.
///
/// The order of the variants is part of the wire format: only append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SetupRefusal {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Both have confirmed: play has begun.
    #[error("play has begun")]
    AlreadyBegun,
    /// The player has already confirmed, and must withdraw first.
    #[error("the formation is already confirmed")]
    AlreadyConfirmed,
    /// The player has not confirmed.
    #[error("the formation is not confirmed")]
    NotConfirmed,
    /// The player has not set up their pieces.
    #[error("the pieces are not set up")]
    NothingPlaced,
}

/// A game of luzhanqi, with the hidden pieces of both sides.
///
/// Each side places a formation, any number of times, and confirms it; then red moves. The
/// rules end the game with an [`Ending`]; for any other end the caller uses [`Game::close`].
/// There are no takebacks.
///
/// ```
/// use chuhe_rules::{Color, Viewer};
/// use chuhe_rules::luzhanqi::{BoardKind, Formation, Game, IllegalMove, Options, Strength};
/// let mut game = Game::new(BoardKind::Classic, Options::default());
/// for color in Color::ALL {
///     game.place(color, Formation::nearest_legal([Strength::Captain; 25]))?;
///     game.confirm(color)?;
/// }
/// assert_eq!(game.turn(), Some(Color::Red));
/// let mine = game.validate(Color::Red, "s61s51".parse()?);
/// assert_eq!(mine, Err(IllegalMove::OwnPieceThere));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A message can hold a view of the game, but not the game:
///
/// ```
/// use chuhe_rules::Viewer;
/// use chuhe_rules::luzhanqi::{BoardKind, Game, Options};
/// fn message(_: impl serde::Serialize) {}
/// message(Game::new(BoardKind::Classic, Options::default()).view(Viewer::Spectator));
/// ```
///
/// ```compile_fail,E0277
/// use chuhe_rules::luzhanqi::{BoardKind, Game, Options};
/// fn message(_: impl serde::Serialize) {}
/// message(Game::new(BoardKind::Classic, Options::default()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    board: BoardKind,
    options: Options,
    formations: PerColor<Option<Formation>>,
    confirmed: PerColor<bool>,
    position: Option<Position>,
    passes: PerColor<u8>,
    ending: Option<Ending>,
    closed: bool,
}

/// The effects of a move or a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The event to send and store.
    pub event: Event,
    /// The ending, if this ended the game.
    pub ending: Option<Ending>,
}

impl Game {
    /// Creates a game before either side has set up.
    #[must_use]
    pub const fn new(board: BoardKind, options: Options) -> Self {
        Self {
            board,
            options,
            formations: PerColor::splat(None),
            confirmed: PerColor::splat(false),
            position: None,
            passes: PerColor::splat(0),
            ending: None,
            closed: false,
        }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> BoardKind {
        self.board
    }

    /// Its rule options.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The formation of `color`, if it has set up.
    #[must_use]
    pub fn formation(&self, color: Color) -> Option<&Formation> {
        self.formations[color].as_ref()
    }

    /// Whether `color` has confirmed its formation.
    #[must_use]
    pub fn has_confirmed(&self, color: Color) -> bool {
        self.confirmed[color]
    }

    /// The full position, once play has begun.
    #[must_use]
    pub const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Whether the game has ended, by its rules or by [`Game::close`].
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.closed || self.ending.is_some()
    }

    /// Whether the game was closed and all pieces are revealed.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns the side to move; `None` while the players set up and after the end.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        self.position.as_ref().filter(|_| !self.is_over()).map(Position::side_to_move)
    }

    /// The number of moves by both sides.
    #[must_use]
    pub fn steps(&self) -> u16 {
        self.position.as_ref().map_or(0, Position::steps)
    }

    /// The number of turns, passes included; it is even on red's turn.
    #[must_use]
    pub fn ply(&self) -> usize {
        let passes = usize::from(self.passes.red) + usize::from(self.passes.black);
        usize::from(self.steps()) + passes
    }

    /// The number of turns `color` has passed.
    #[must_use]
    pub fn passes(&self, color: Color) -> u8 {
        self.passes[color]
    }

    /// The ending by the rules, if there is one.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether a side may resign yet.
    #[must_use]
    pub fn may_resign(&self) -> bool {
        !self.is_over() && self.position.is_some() && self.steps() >= self.options.resign_from_step
    }

    /// Whether `color` has a piece left that can ever attack; always `true` before play.
    #[must_use]
    pub fn has_attackers(&self, color: Color) -> bool {
        self.position.as_ref().is_none_or(|position| position.has_attackers(color))
    }

    /// Checks that the players are still setting up.
    fn setting_up(&self) -> Result<(), SetupRefusal> {
        if self.is_over() {
            return Err(SetupRefusal::GameOver);
        }
        if self.position.is_some() {
            return Err(SetupRefusal::AlreadyBegun);
        }
        Ok(())
    }

    /// Sets up `by`'s pieces, for the first time or again.
    ///
    /// # Errors
    /// `AlreadyConfirmed`, `AlreadyBegun` or `GameOver`.
    pub fn place(&mut self, by: Color, formation: Formation) -> Result<Event, SetupRefusal> {
        self.setting_up()?;
        if self.confirmed[by] {
            return Err(SetupRefusal::AlreadyConfirmed);
        }
        self.formations[by] = Some(formation);
        Ok(Event::Placed { by, formation })
    }

    /// Confirms `by`'s formation; play begins when both have.
    ///
    /// # Errors
    /// `NothingPlaced`, `AlreadyConfirmed`, `AlreadyBegun` or `GameOver`.
    pub fn confirm(&mut self, by: Color) -> Result<Event, SetupRefusal> {
        self.setting_up()?;
        if self.confirmed[by] {
            return Err(SetupRefusal::AlreadyConfirmed);
        }
        if self.formations[by].is_none() {
            return Err(SetupRefusal::NothingPlaced);
        }
        self.confirmed[by] = true;
        if self.confirmed == PerColor::splat(true) {
            self.position = self.placed().map(|formations| Position::start(self.board, &formations));
        }
        Ok(Event::Confirmed { by })
    }

    /// Both formations, if both sides have set up.
    fn placed(&self) -> Option<PerColor<Formation>> {
        Some(PerColor::new(self.formations.red?, self.formations.black?))
    }

    /// Withdraws `by`'s confirmation.
    ///
    /// # Errors
    /// `NotConfirmed`, `AlreadyBegun` or `GameOver`.
    pub fn withdraw(&mut self, by: Color) -> Result<Event, SetupRefusal> {
        self.setting_up()?;
        if !self.confirmed[by] {
            return Err(SetupRefusal::NotConfirmed);
        }
        self.confirmed[by] = false;
        Ok(Event::Withdrew { by })
    }

    /// Checks whether `by` may play `mv` now.
    ///
    /// # Errors
    /// The rule that forbids the move: first that the game is over or has not begun, then rules
    /// about the origin and the turn, then those of [`Position::validate`].
    pub fn validate(&self, by: Color, mv: Move) -> Result<(), IllegalMove> {
        self.running()?.validate_by(by, mv)
    }

    /// The position, if play has begun and is not over.
    fn running(&self) -> Result<&Position, IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        self.position.as_ref().ok_or(IllegalMove::NotBegun)
    }

    /// Plays `mv` for `by`.
    ///
    /// # Errors
    /// As [`Game::validate`]; nothing changes then.
    pub fn play(&mut self, by: Color, mv: Move) -> Result<Played, IllegalMove> {
        self.validate(by, mv)?;
        let position = self.position.as_mut().ok_or(IllegalMove::NotBegun)?;
        let moved = position.play(mv, self.options.mine)?;
        self.ending = position.ending(&self.options);
        Ok(Played { event: Event::Moved(moved), ending: self.ending })
    }

    /// Passes `by`'s turn because the time for the move is over.
    ///
    /// A side loses with the last of [`Options::passes_to_lose`].
    ///
    /// # Errors
    /// `NotYourTurn`, `NotBegun` or `GameOver`.
    pub fn pass(&mut self, by: Color) -> Result<Played, IllegalMove> {
        if self.running()?.side_to_move() != by {
            return Err(IllegalMove::NotYourTurn);
        }
        let position = self.position.as_mut().ok_or(IllegalMove::NotBegun)?;
        position.pass();
        self.passes[by] = self.passes[by].saturating_add(1);
        self.ending = if self.passes[by] >= self.options.passes_to_lose {
            Some(Ending::TooManyPasses { winner: by.opponent() })
        } else {
            position.ending(&self.options)
        };
        Ok(Played { event: Event::Passed { by }, ending: self.ending })
    }

    /// Closes the game for any reason and reveals all pieces.
    ///
    /// Returns `None` if play never began, so that nothing is to be revealed, or if the game was
    /// closed before.
    pub fn close(&mut self) -> Option<Event> {
        if core::mem::replace(&mut self.closed, true) {
            return None;
        }
        self.revealed().map(|revealed| Event::Revealed(Box::new(revealed)))
    }

    /// Returns the pieces to reveal, if the game is closed.
    fn revealed(&self) -> Option<Revealed> {
        let position = self.position.as_ref().filter(|_| self.closed)?;
        Some(Revealed { formations: self.placed()?, pieces: position.pieces().collect() })
    }

    /// Returns the game as `viewer` sees it: the fold of every event sent to them.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> GameView {
        let mut view = GameView {
            viewer,
            board: self.board,
            options: self.options,
            formations: PerColor::from_fn(|color| {
                self.formations[color].filter(|_| viewer == Viewer::Player(color))
            }),
            confirmed: self.confirmed,
            position: self.position.as_ref().map(|position| position.view(viewer)),
            passes: self.passes,
        };
        if let Some(revealed) = self.revealed() {
            view.reveal(&revealed);
        }
        view
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_to_a_side_that_has_nothing_to_move_ends_the_game() {
        // Black's last movable piece has entered a headquarters before red's turn passes.
        let position = Position::from_text("classic red 8 2 Cs11 Fs62 ps64 fn62").expect("a legal position");
        let mut game = Game { position: Some(position), ..Game::new(BoardKind::Classic, Options::default()) };
        let passed = game.pass(Color::Red).expect("it is red's turn");
        assert_eq!(passed.ending, Some(Ending::NoMovablePiece { winner: Color::Red }));
        assert_eq!(game.turn(), None);
    }
}
