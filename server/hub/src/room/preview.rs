//! The board of a room as a lobby shows it: what its spectators see, without the way to it.

use super::Room;
use chuhe_protocol::{Event, Preview, PreviewBoard};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::luzhanqi::{self, GameView, Station};
use chuhe_rules::xiangqi::{self, Move};
use chuhe_rules::{Color, Game, GameMove, Viewer};

impl Room {
    /// Returns the board that spectators see now.
    ///
    /// Only the events that spectators see lead to it, so a delayed broadcast stays delayed.
    pub(crate) fn preview(&self, now: Timestamp) -> Preview {
        let (board, plies) = match &self.state.game {
            Game::Xiangqi(game) => self.xiangqi_preview(game),
            Game::Luzhanqi(game) => self.luzhanqi_preview(game),
        };
        let is_all_visible = self.visible_to_spectators() == self.next();
        let outcome = self.state.ended.map(|(outcome, _)| outcome).filter(|_| is_all_visible);
        let (plies, clocks) = (u16::try_from(plies).unwrap_or(u16::MAX), self.clocks_seen(now));
        Preview { game: self.id, plies, outcome, board, clocks }
    }

    /// Returns the clocks that spectators see now: those with a delay must not see the present ones.
    fn clocks_seen(&self, now: Timestamp) -> Option<ClockReading> {
        if self.is_over() {
            // a stopped clock has renewed its time for the move
            return Some(self.state.clocks_at_end);
        }
        if self.watch_delay_plies() == 0 {
            return Some(self.state.reading(now));
        }
        let seen = self.journal.seen_by(Viewer::Spectator, 0);
        let last = seen.iter().rev().find_map(Event::clocks)?;
        Some(ClockReading { running: None, ..last })
    }

    fn xiangqi_preview(&self, game: &xiangqi::Game) -> (PreviewBoard, usize) {
        if self.visible_to_spectators() == self.next() {
            let (fen, last) = (game.position().fen(), game.moves().last().copied());
            return (PreviewBoard::Xiangqi { fen, last }, game.ply());
        }
        let mut moves: Vec<Move> = Vec::new();
        for event in self.journal.seen_by(Viewer::Spectator, 0) {
            if let Event::Played { mv: GameMove::Xiangqi(mv), .. } = event {
                moves.push(mv);
            } else if let Event::TakenBack { to_ply, .. } = event {
                moves.truncate(usize::from(to_ply));
            }
        }
        let mut position = game.start().clone();
        for &mv in &moves {
            position.make(mv);
        }
        (PreviewBoard::Xiangqi { fen: position.fen(), last: moves.last().copied() }, moves.len())
    }

    fn luzhanqi_preview(&self, game: &luzhanqi::Game) -> (PreviewBoard, usize) {
        let board = game.board();
        let mut view = GameView::new(Viewer::Spectator, board, *game.options());
        for event in self.journal.seen_by(Viewer::Spectator, 0) {
            if let Event::Luzhanqi { seen, .. } = event {
                view.apply(&seen).expect("a sent event applies to the view");
            }
        }
        let of = |color: Color| -> Vec<Station> {
            let pieces = view.position().into_iter().flat_map(|position| position.pieces());
            pieces.filter(|(_, piece)| piece.color() == color).map(|(station, _)| station).collect()
        };
        (PreviewBoard::Luzhanqi { board, red: of(Color::Red), black: of(Color::Black) }, view.ply())
    }
}
