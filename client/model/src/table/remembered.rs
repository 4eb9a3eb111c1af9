//! Remembering what the user did at a table, and showing the table like that again.

use super::game_state::GameState;
use super::luzhanqi::LuzhanqiPlay;
use super::model::Table;
use super::play::Play;
use crate::choices::remembered_table::RememberedTable;
use crate::luzhanqi::{BoardPart, Marks, SeenPly};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Formation, Station, Strength};

impl Table {
    /// What the program keeps of this table; `None` if the user has changed nothing. `home` is the side at the bottom of
    /// a board that nobody has turned, and `bottom` the one that is there.
    pub fn to_remember(&self, home: Color, bottom: Color) -> Option<RememberedTable> {
        let (marked_at, marks) = match &self.game.play {
            Play::Luzhanqi(play) => play.marks_to_remember(),
            Play::Xiangqi(_) => (0, Vec::new()),
        };
        let draft =
            self.game.play.draft().filter(|_| self.board().setup_side().is_some()).map(Formation::text);
        let is_half = self.part == BoardPart::OwnHalf;
        let is_plain = bottom == home && !is_half && draft.is_none() && marks.is_empty();
        let (game, seat) = (self.game.id(), self.game.seat());
        (!is_plain).then_some(RememberedTable { game, seat, bottom, is_half, draft, marks, marked_at })
    }

    /// Shows the table as an earlier run of the program showed it last. The formation is the caller's to set,
    /// because the server must receive it.
    pub fn recall(&mut self, remembered: Option<&RememberedTable>) {
        self.is_recalled = true;
        let Some(remembered) = remembered else { return };
        self.show_from(remembered.bottom);
        self.part = if remembered.is_half { BoardPart::OwnHalf } else { BoardPart::Whole };
        if let Play::Luzhanqi(play) = &mut self.game.play {
            let mut marks = Marks::default();
            for &(station, strength) in &remembered.marks {
                marks.set(station, Some(strength));
            }
            play.recall_marks(remembered.marked_at, marks);
        }
    }
}

impl GameState {
    /// Whether this is about the user's seat at this game.
    pub fn is_remembered_by(&self, remembered: &RememberedTable) -> bool {
        (remembered.game, remembered.seat) == (self.id(), self.seat())
    }
}

impl LuzhanqiPlay {
    /// The marks, and after how many plies they are where they are.
    fn marks_to_remember(&self) -> (usize, Vec<(Station, Strength)>) {
        // those of a position that is still to arrive stay as they are
        let (ply, marks) = match &self.recalled_marks {
            Some((ply, marks)) => (*ply, marks),
            None => (self.history.ply(), &self.marks),
        };
        let marks: Vec<_> = marks.iter().collect();
        if marks.is_empty() { (0, marks) } else { (ply, marks) }
    }

    /// Takes over the marks of the position after `ply` plies, as soon as it has arrived.
    fn recall_marks(&mut self, ply: usize, marks: Marks) {
        self.recalled_marks = Some((ply, marks));
        self.settle_recalled_marks();
    }

    /// Moves the recalled marks with their pieces, once their position has arrived.
    pub(super) fn settle_recalled_marks(&mut self) {
        let now = self.history.ply();
        let has_begun = self.history.has_begun();
        if let Some((ply, mut marks)) = self.recalled_marks.take_if(|(ply, _)| has_begun && *ply <= now) {
            for seen in self.history.plies().iter().skip(ply) {
                if let SeenPly::Moved { mv, battle, .. } = seen {
                    marks.moved(*mv, *battle);
                }
            }
            self.marks = marks;
            self.retain_marks();
        }
    }
}
