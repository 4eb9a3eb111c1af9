//! A game as one viewer sees it, from setting up to the end.

use super::{BoardKind, EventView, Formation, IllegalMove, Move, Options, Revealed, View};
use crate::{Color, PerColor, Viewer};

/// A game as one viewer sees it: the fold of the events sent to them.
///
/// [`Game::view`](super::Game::view) gives the same value at all times.
///
/// ```
/// use chuhe_rules::{Color, Viewer};
/// use chuhe_rules::luzhanqi::{BoardKind, Formation, Game, GameView, Options, Strength};
/// let (board, options) = (BoardKind::Cross, Options::default());
/// let mut game = Game::new(board, options);
/// let mut view = GameView::new(Viewer::Player(Color::Black), board, options);
/// let placed = game.place(Color::Black, Formation::nearest_legal([Strength::Captain; 25]))?;
/// view.apply(&placed.seen_by(view.viewer()))?;
/// assert_eq!(view, game.view(view.viewer()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GameView {
    pub(super) viewer: Viewer,
    pub(super) board: BoardKind,
    pub(super) options: Options,
    pub(super) formations: PerColor<Option<Formation>>,
    pub(super) confirmed: PerColor<bool>,
    pub(super) position: Option<View>,
    pub(super) passes: PerColor<u8>,
}

/// The event is impossible in the game that the viewer has followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the event is impossible in this game")]
pub struct ImpossibleEvent;

impl GameView {
    /// Creates the view of a game before either side has set up.
    #[must_use]
    pub const fn new(viewer: Viewer, board: BoardKind, options: Options) -> Self {
        Self {
            viewer,
            board,
            options,
            formations: PerColor::splat(None),
            confirmed: PerColor::splat(false),
            position: None,
            passes: PerColor::splat(0),
        }
    }

    /// The viewer.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> BoardKind {
        self.board
    }

    /// The rule options of the game.
    #[must_use]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the formation of `color` if it is the viewer's own side or the game is over.
    #[must_use]
    pub fn formation(&self, color: Color) -> Option<&Formation> {
        self.formations[color].as_ref()
    }

    /// Whether `color` has confirmed its formation.
    #[must_use]
    pub fn has_confirmed(&self, color: Color) -> bool {
        self.confirmed[color]
    }

    /// The viewer's position, once play has begun.
    #[must_use]
    pub const fn position(&self) -> Option<&View> {
        self.position.as_ref()
    }

    /// Returns the number of turns `color` has passed.
    #[must_use]
    pub fn passes(&self, color: Color) -> u8 {
        self.passes[color]
    }

    /// The number of moves by both sides.
    #[must_use]
    pub fn steps(&self) -> u16 {
        self.position.as_ref().map_or(0, View::steps)
    }

    /// Returns the number of turns played, passes included.
    #[must_use]
    pub fn ply(&self) -> usize {
        let passes = usize::from(self.passes.red) + usize::from(self.passes.black);
        usize::from(self.steps()) + passes
    }

    /// Returns whether all pieces are revealed, which is so after the game.
    #[must_use]
    pub fn is_revealed(&self) -> bool {
        self.position.as_ref().is_some_and(View::is_revealed)
    }

    /// Whether a side may resign yet.
    #[must_use]
    pub fn may_resign(&self) -> bool {
        self.position.is_some() && !self.is_revealed() && self.steps() >= self.options.resign_from_step
    }

    /// The number of further steps without a battle until a draw.
    #[must_use]
    pub fn steps_to_draw(&self) -> u16 {
        let quiet = self.position.as_ref().map_or(0, View::quiet_steps);
        self.options.draw_after_quiet_steps.saturating_sub(quiet)
    }

    /// Returns whether a draw is near enough to warn the players.
    #[must_use]
    pub fn is_draw_near(&self) -> bool {
        self.position.is_some()
            && !self.is_revealed()
            && self.steps_to_draw() <= self.options.draw_notice_steps
    }

    /// Checks whether the viewer may play `mv` now. The full game gives the same result.
    ///
    /// # Errors
    /// As [`Game::validate`](super::Game::validate).
    pub fn validate(&self, mv: Move) -> Result<(), IllegalMove> {
        match &self.position {
            None => Err(IllegalMove::NotBegun),
            Some(view) if view.is_revealed() => Err(IllegalMove::GameOver),
            Some(view) => view.validate(mv),
        }
    }

    /// Applies the next event sent to the viewer.
    ///
    /// # Errors
    /// [`ImpossibleEvent`] if it is impossible here; the view is then unchanged.
    pub fn apply(&mut self, seen: &EventView) -> Result<(), ImpossibleEvent> {
        match seen {
            EventView::Withheld => Ok(()),
            EventView::Placed { formation } => self.place(*formation),
            EventView::Confirmed { by } => self.confirm(*by),
            EventView::Withdrew { by } => {
                self.setting_up(*by, true)?;
                self.confirmed[*by] = false;
                Ok(())
            }
            EventView::Moved { mv, battle, revealed_flags } => {
                let mut after = self.running()?.clone();
                if !after.follow_move(*mv, *battle, *revealed_flags) {
                    return Err(ImpossibleEvent);
                }
                self.position = Some(after);
                Ok(())
            }
            EventView::Passed { by } => {
                let view = self.running()?;
                if view.side_to_move() != *by {
                    return Err(ImpossibleEvent);
                }
                view.follow_pass();
                self.passes[*by] = self.passes[*by].saturating_add(1);
                Ok(())
            }
            EventView::Revealed(revealed) => {
                self.running()?;
                self.reveal(revealed);
                Ok(())
            }
        }
    }

    fn running(&mut self) -> Result<&mut View, ImpossibleEvent> {
        self.position.as_mut().filter(|view| !view.is_revealed()).ok_or(ImpossibleEvent)
    }

    /// Checks that the players are still setting up, and whether `by` has confirmed.
    fn setting_up(&self, by: Color, confirmed: bool) -> Result<(), ImpossibleEvent> {
        let possible = self.position.is_none() && self.confirmed[by] == confirmed;
        if possible { Ok(()) } else { Err(ImpossibleEvent) }
    }

    fn place(&mut self, formation: Formation) -> Result<(), ImpossibleEvent> {
        let Viewer::Player(own) = self.viewer else { return Err(ImpossibleEvent) };
        self.setting_up(own, false)?;
        self.formations[own] = Some(formation);
        Ok(())
    }

    fn confirm(&mut self, by: Color) -> Result<(), ImpossibleEvent> {
        self.setting_up(by, false)?;
        if self.viewer == Viewer::Player(by) && self.formations[by].is_none() {
            return Err(ImpossibleEvent);
        }
        self.confirmed[by] = true;
        if self.confirmed == PerColor::splat(true) {
            self.position = Some(View::start(self.viewer, self.board, &self.formations));
        }
        Ok(())
    }

    /// Reveals all pieces.
    pub(super) fn reveal(&mut self, revealed: &Revealed) {
        self.formations = revealed.formations.map(Some);
        if let Some(view) = &mut self.position {
            view.reveal(&revealed.pieces);
        }
    }
}
