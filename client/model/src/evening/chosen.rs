//! What the user looks at in an evening.

use crate::actions::evening_action::{EveningTab, ExplainedPair, WallPage};
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{BoardId, PlayerId};

/// What the user looks at in an evening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    /// The page.
    pub tab: EveningTab,
    /// The round on its page; `None` is the last one.
    pub round: Option<u16>,
    /// The player whose sheet is open.
    pub player: Option<PlayerId>,
    /// The pair or bye that is explained.
    pub explained: Option<ExplainedPair>,
    /// Who does not meet whom in the answer to "why not?"; without a second player, the bye.
    pub why_not: Option<(PlayerId, Option<PlayerId>)>,
    /// The board whose result the organiser edits.
    pub board: Option<BoardId>,
    /// The board in the organiser's list whose result the keys type.
    pub marked: Option<BoardId>,
    /// Whether the link to the evening is shown as a QR code.
    pub shows_code: bool,
    /// The page on the wall, and since when it is there.
    pub wall: Option<(WallPage, Timestamp)>,
    /// The page of the boards that are shown side by side.
    pub boards: Option<u16>,
}

impl Chosen {
    /// The page of boards that is shown, on the wall or in place of the evening's pages.
    #[must_use]
    pub fn boards_page(&self) -> Option<u16> {
        match self.wall {
            Some((WallPage::Boards(page), _)) => Some(page),
            Some((WallPage::Pairings | WallPage::Standings, _)) => None,
            None => self.boards,
        }
    }
}
