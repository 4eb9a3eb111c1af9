//! A game from setting up to its end.

use super::{BoardKind, Ending, Event, Formation, GameView, IllegalMove, Move, Options, Position, Revealed};
use crate::{Color, PerColor, Viewer};
use serde::{Deserialize, Serialize};

/// Why a player may not set up, confirm or withdraw. It tells him nothing of
/// the other side but what he was told.
///
/// The order of the variants is part of the wire format: only append.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum SetupRefusal {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Both have confirmed: play has begun.
    #[error("play has begun")]
    AlreadyBegun,
    /// The player has confirmed; he must withdraw first.
    #[error("you have confirmed your formation")]
    AlreadyConfirmed,
    /// The player has not confirmed.
    #[error("you have not confirmed your formation")]
    NotConfirmed,
    /// The player has not set up.
    #[error("you have not set up")]
    NothingPlaced,
}

/// A game of luzhanqi: the truth of both sides.
///
/// Both place a formation, as often as they like, and confirm it; then red
/// moves. It ends by itself as [`Ending`] says; for other ends, who holds the
/// game calls [`Game::close`]. Nothing is taken back in this game.
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
/// What a viewer may know of it can be put in a message, but it cannot:
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

/// What a move or a pass led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What happened.
    pub event: Event,
    /// How the game ended, if this ended it.
    pub ending: Option<Ending>,
}

impl Game {
    /// A game in which nobody has set up yet.
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

    /// Its rules.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// How `color` has set up, if it has.
    #[must_use]
    pub fn formation(&self, color: Color) -> Option<&Formation> {
        self.formations[color].as_ref()
    }

    /// Whether `color` has confirmed its formation.
    #[must_use]
    pub fn has_confirmed(&self, color: Color) -> bool {
        self.confirmed[color]
    }

    /// The truth, once play has begun.
    #[must_use]
    pub const fn position(&self) -> Option<&Position> {
        self.position.as_ref()
    }

    /// Whether the game has ended, by its rules or because it was closed.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.closed || self.ending.is_some()
    }

    /// Whether it was closed, and so shown to everybody.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whose turn it is; nobody's while the players set up and when it is over.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        self.position.as_ref().filter(|_| !self.is_over()).map(Position::side_to_move)
    }

    /// How many moves both sides have made together.
    #[must_use]
    pub fn steps(&self) -> u16 {
        self.position.as_ref().map_or(0, Position::steps)
    }

    /// How many turns there have been, those included that passed: it
    /// is even when it is red's turn.
    #[must_use]
    pub fn ply(&self) -> usize {
        let passes = usize::from(self.passes.red) + usize::from(self.passes.black);
        usize::from(self.steps()) + passes
    }

    /// How many of its turns `color` has let pass.
    #[must_use]
    pub fn passes(&self, color: Color) -> u8 {
        self.passes[color]
    }

    /// How the game ended by its rules, if it has.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether a side may resign yet.
    #[must_use]
    pub fn may_resign(&self) -> bool {
        !self.is_over() && self.position.is_some() && self.steps() >= self.options.resign_from_step
    }

    /// Whether `color` has anything left that could ever attack; before play
    /// it has.
    #[must_use]
    pub fn has_attackers(&self, color: Color) -> bool {
        self.position.as_ref().is_none_or(|position| position.has_attackers(color))
    }

    /// Says whether `by` may set up, confirm or withdraw at all.
    fn setting_up(&self) -> Result<(), SetupRefusal> {
        if self.is_over() {
            return Err(SetupRefusal::GameOver);
        }
        if self.position.is_some() {
            return Err(SetupRefusal::AlreadyBegun);
        }
        Ok(())
    }

    /// Sets up `by`'s pieces, for the first time or anew.
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

    /// Says whether the player of `by` may play `mv` now.
    ///
    /// # Errors
    /// The rule that forbids it: first that the game is over or has not begun,
    /// then what stands on the origin and whose turn it is, then
    /// [`Position::validate`].
    pub fn validate(&self, by: Color, mv: Move) -> Result<(), IllegalMove> {
        self.running()?.validate_by(by, mv)
    }

    /// The position of a game in which moves are made.
    fn running(&self) -> Result<&Position, IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        self.position.as_ref().ok_or(IllegalMove::NotBegun)
    }

    /// Plays `mv` for the player of `by`. Nothing changes if he may not.
    ///
    /// # Errors
    /// As [`Game::validate`].
    pub fn play(&mut self, by: Color, mv: Move) -> Result<Played, IllegalMove> {
        self.validate(by, mv)?;
        let position = self.position.as_mut().ok_or(IllegalMove::NotBegun)?;
        let moved = position.play(mv, self.options.mine)?;
        self.ending = position.ending(&self.options);
        Ok(Played { event: Event::Moved(moved), ending: self.ending })
    }

    /// Lets `by`'s turn pass, because the time for a move is over. With the last
    /// of [`Options::passes_to_lose`] he has lost.
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

    /// Closes the game, for whatever reason it has ended: nothing more is
    /// played, and everybody is shown everything. `None` if there is nothing to
    /// show because play never began, or if it was closed before.
    pub fn close(&mut self) -> Option<Event> {
        if std::mem::replace(&mut self.closed, true) {
            return None;
        }
        self.revealed().map(|revealed| Event::Revealed(Box::new(revealed)))
    }

    /// What everybody may know of a closed game.
    fn revealed(&self) -> Option<Revealed> {
        let position = self.position.as_ref().filter(|_| self.closed)?;
        Some(Revealed { formations: self.placed()?, pieces: position.pieces().collect() })
    }

    /// What `viewer` may know of the game as it stands: what he would know had
    /// he been told of every event.
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
        // Black's last mover has gone into a headquarters before red's turn passed.
        let position = Position::from_text("classic red 8 2 Cs11 Fs62 ps64 fn62").expect("a legal position");
        let mut game = Game { position: Some(position), ..Game::new(BoardKind::Classic, Options::default()) };
        let passed = game.pass(Color::Red).expect("it is red's turn");
        assert_eq!(passed.ending, Some(Ending::NoMovablePiece { winner: Color::Red }));
        assert_eq!(game.turn(), None);
    }
}
