//! The history of a luzhanqi game as one viewer saw it: every ply and every position.
//!
//! Hidden pieces stay unknown in all positions until the end of the game reveals them.

use chuhe_rules::luzhanqi::{
    Battle, BoardKind, EventView, Formation, Game, GameView, ImpossibleEvent, Losses, Move, Options, PIECES,
    Piece, PieceView, Revealed, Station, Strength,
};
use chuhe_rules::{Color, PerColor, Viewer};

/// A ply of the game, as a viewer saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeenPly {
    /// A move.
    Moved {
        /// The player.
        by: Color,
        /// The move.
        mv: Move,
        /// The stations passed, both ends included.
        path: Vec<Station>,
        /// The outcome of the battle, if there was one.
        battle: Option<Battle>,
    },
    /// A player passed, because their time for the move ran out.
    Passed {
        /// The player.
        by: Color,
    },
}

/// The pieces on the board, with their stations.
pub type Tokens = Vec<(Station, PieceView)>;

/// The game so far, as its viewer saw it.
#[derive(Clone, Debug)]
pub struct History {
    view: GameView,
    plies: Vec<SeenPly>,
    /// The position before the first ply and after each one.
    positions: Vec<Tokens>,
}

impl History {
    /// Creates the history of a game before its first event.
    #[must_use]
    pub fn new(viewer: Viewer, board: BoardKind, options: Options) -> Self {
        Self { view: GameView::new(viewer, board, options), plies: Vec::new(), positions: Vec::new() }
    }

    /// Applies an event as the viewer saw it.
    ///
    /// # Errors
    /// If the event is impossible in this game.
    pub fn apply(&mut self, seen: &EventView) -> Result<(), ImpossibleEvent> {
        let ply = self.ply_of(seen);
        self.view.apply(seen)?;
        self.plies.extend(ply);
        match seen {
            EventView::Revealed(revealed) => self.reveal(revealed),
            EventView::Withheld
            | EventView::Placed { .. }
            | EventView::Confirmed { .. }
            | EventView::Withdrew { .. }
            | EventView::Moved { .. }
            | EventView::Passed { .. } => self.record_position(),
        }
        Ok(())
    }

    fn ply_of(&self, seen: &EventView) -> Option<SeenPly> {
        match *seen {
            EventView::Moved { mv, battle, .. } => {
                let view = self.view.position()?;
                let path = view.path(mv).unwrap_or_else(|| vec![mv.from, mv.to]);
                Some(SeenPly::Moved { by: view.side_to_move(), mv, path, battle })
            }
            EventView::Passed { by } => Some(SeenPly::Passed { by }),
            EventView::Withheld
            | EventView::Placed { .. }
            | EventView::Confirmed { .. }
            | EventView::Withdrew { .. }
            | EventView::Revealed(_) => None,
        }
    }

    /// Records the position, if it is a new one.
    fn record_position(&mut self) {
        if let Some(view) = self.view.position()
            && self.positions.len() <= self.plies.len()
        {
            self.positions.push(view.pieces().collect());
        }
    }

    /// Replaces the positions by the same positions with every piece known.
    fn reveal(&mut self, revealed: &Revealed) {
        if let Some(positions) = self.replayed(&revealed.formations) {
            self.positions = positions;
        } else if let (Some(last), Some(view)) = (self.positions.last_mut(), self.view.position()) {
            *last = view.pieces().collect();
        }
    }

    /// The positions replayed from these formations; `None` if a ply is illegal.
    fn replayed(&self, formations: &PerColor<Formation>) -> Option<Vec<Tokens>> {
        let mut game = Game::new(self.view.board(), *self.view.options());
        for color in Color::ALL {
            game.place(color, formations[color]).ok()?;
            game.confirm(color).ok()?;
        }
        let tokens = |game: &Game| -> Option<Tokens> {
            let pieces = game.position()?.pieces();
            Some(pieces.map(|(station, piece)| (station, PieceView::Known(piece))).collect())
        };
        let mut positions = vec![tokens(&game)?];
        for ply in &self.plies {
            match *ply {
                SeenPly::Moved { by, mv, .. } => game.play(by, mv).map(|_| ()).ok()?,
                SeenPly::Passed { by } => game.pass(by).map(|_| ()).ok()?,
            }
            positions.push(tokens(&game)?);
        }
        Some(positions)
    }

    /// The viewer's view of the game now.
    #[must_use]
    pub const fn view(&self) -> &GameView {
        &self.view
    }

    /// The plies, in their order.
    #[must_use]
    pub fn plies(&self) -> &[SeenPly] {
        &self.plies
    }

    /// The number of plies.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.plies.len()
    }

    /// Whether play has begun.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        self.view.position().is_some()
    }

    /// The side to move, once play has begun.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        self.view.position().map(|view| view.side_to_move())
    }

    /// The pieces on the board after this number of plies; empty before play has begun.
    #[must_use]
    pub fn tokens_at(&self, ply: usize) -> &[(Station, PieceView)] {
        self.positions.get(ply).map_or(&[], Vec::as_slice)
    }

    /// The strengths of the piece that made the ply with this index, and of the one that it met, where
    /// the viewer knows them.
    #[must_use]
    pub fn strengths(&self, index: usize) -> [Option<Strength>; 2] {
        let Some(SeenPly::Moved { mv, .. }) = self.plies.get(index) else { return [None, None] };
        [mv.from, mv.to].map(|station| {
            let (_, token) = self.tokens_at(index).iter().find(|(at, _)| *at == station)?;
            match token {
                PieceView::Known(piece) => Some(piece.strength),
                PieceView::Unknown(_) => None,
            }
        })
    }

    /// The losses of `color` after this number of plies: by strength if known, else their number.
    #[must_use]
    pub fn losses_at(&self, ply: usize, color: Color) -> Losses {
        let tokens = || self.tokens_at(ply).iter().map(|(_, token)| *token).filter(|it| it.color() == color);
        let known = self.view.is_revealed() || self.view.viewer() == Viewer::Player(color);
        if !self.has_begun() {
            return if known { Losses::Known(Vec::new()) } else { Losses::Counted(0) };
        }
        if !known {
            return Losses::Counted(PIECES.saturating_sub(tokens().count()));
        }
        let lost = Strength::ALL.into_iter().map(|strength| {
            let left =
                tokens().filter(|&token| token == PieceView::Known(Piece::new(color, strength))).count();
            (strength, strength.count_in_set().saturating_sub(left))
        });
        Losses::Known(lost.filter(|&(_, lost)| lost > 0).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::seen_by;

    fn history(moves: &[&str], viewer: Viewer, close: bool) -> History {
        let mut history = History::new(viewer, BoardKind::Classic, Options::default());
        for seen in seen_by(moves, viewer, close) {
            history.apply(&seen).unwrap();
        }
        history
    }

    /// Red's marshal captures the brigadier opposite, then both generals go into a camp.
    const MOVES: [&str; 3] = ["s11n15", "n12n22", "s12s22"];

    #[test]
    fn history_has_the_position_after_every_turn() {
        let history = history(&MOVES, Viewer::Player(Color::Red), false);
        assert_eq!((history.ply(), history.turn()), (3, Some(Color::Black)));
        assert_eq!(history.tokens_at(0).len(), 50);
        assert_eq!(history.tokens_at(3), history.view().position().unwrap().pieces().collect::<Vec<_>>());
        assert!(history.tokens_at(4).is_empty());
    }

    #[test]
    fn unknown_losses_are_counted_until_all_is_revealed() {
        let red = Viewer::Player(Color::Red);
        let counted = history(&MOVES, red, false);
        let black_lost = counted.losses_at(3, Color::Black);
        assert!(matches!(black_lost, Losses::Counted(_)), "{black_lost:?}");
        let shown = history(&MOVES, red, true);
        let Losses::Known(lost) = shown.losses_at(3, Color::Black) else { panic!("every piece is known") };
        assert_eq!(black_lost, Losses::Counted(lost.iter().map(|(_, count)| count).sum()));
        let face_up = |token: &PieceView| matches!(token, PieceView::Known(_));
        for ply in 0..=3 {
            assert!(shown.tokens_at(ply).iter().all(|(_, token)| face_up(token)), "{ply}");
            assert_eq!(shown.tokens_at(ply).len(), counted.tokens_at(ply).len());
        }
        assert!(!counted.tokens_at(0).iter().all(|(_, token)| face_up(token)));
    }

    #[test]
    fn an_impossible_event_is_refused_and_changes_nothing() {
        let mut history = History::new(Viewer::Spectator, BoardKind::Cross, Options::default());
        assert!(history.apply(&EventView::Passed { by: Color::Red }).is_err());
        assert_eq!((history.ply(), history.has_begun()), (0, false));
    }

    #[test]
    fn a_ply_names_the_pieces_that_its_viewer_knows() {
        let marshal = Some(Strength::Marshal);
        for (viewer, wanted) in [
            (Viewer::Player(Color::Red), [marshal, None]),
            (Viewer::Player(Color::Black), [None, Some(Strength::Brigadier)]),
            (Viewer::Spectator, [None, None]),
        ] {
            assert_eq!(history(&MOVES, viewer, false).strengths(0), wanted, "{viewer:?}");
        }
        let shown = history(&MOVES, Viewer::Spectator, true);
        assert_eq!(shown.strengths(0), [marshal, Some(Strength::Brigadier)]);
    }

    #[test]
    fn a_move_has_its_path() {
        let history = history(&MOVES, Viewer::Spectator, false);
        let SeenPly::Moved { path, .. } = &history.plies()[0] else { panic!("a move") };
        assert_eq!(path.len(), 2);
    }
}
