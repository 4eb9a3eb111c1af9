//! The list of the player's finished games, and which of them is being opened.

use chuhe_protocol::limits::GAMES_PER_FRAME;
use chuhe_protocol::{GameId, GameSummary, PlayerId, Refusal};
use chuhe_rules::{Color, Outcome};

/// The most games that are listed.
const MOST: usize = 2_000;

/// The part of the list that was requested so far.
#[derive(Debug, Default)]
pub struct Games {
    rows: Vec<GameSummary>,
    more: bool,
    /// The pending request for more games.
    pub(crate) asked: Option<u32>,
    /// Why the last request was refused.
    pub(crate) refused: Option<Refusal>,
    /// The game being opened, and the request for its events.
    pub(crate) opening: Option<(GameId, u32)>,
}

/// The result of a game from one player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// The player won.
    Won,
    /// The player lost.
    Lost,
    /// The game was drawn.
    Drawn,
    /// The game was aborted.
    None,
}

impl GameResult {
    /// The result of `outcome` for the player of `side`.
    #[must_use]
    pub fn of(outcome: Outcome, side: Color) -> Self {
        match outcome {
            Outcome::Won { winner, .. } if winner == side => Self::Won,
            Outcome::Won { .. } => Self::Lost,
            Outcome::Drawn(_) => Self::Drawn,
            Outcome::Aborted(_) => Self::None,
        }
    }
}

/// The side `user` played; red if they did not play.
#[must_use]
pub fn side_of(game: &GameSummary, user: PlayerId) -> Color {
    if game.seats.black.player == user { Color::Black } else { Color::Red }
}

impl Games {
    /// The games, latest first.
    #[must_use]
    pub fn rows(&self) -> &[GameSummary] {
        &self.rows
    }

    /// Whether the server has more of them.
    #[must_use]
    pub const fn has_more(&self) -> bool {
        self.more
    }

    /// Whether a request is pending.
    #[must_use]
    pub const fn is_loading(&self) -> bool {
        self.asked.is_some()
    }

    /// Why the last request was refused.
    #[must_use]
    pub const fn refused(&self) -> Option<Refusal> {
        self.refused
    }

    /// The game being opened.
    #[must_use]
    pub fn opening(&self) -> Option<GameId> {
        self.opening.map(|(game, _)| game)
    }

    /// The last listed game; the next page has games that ended before it.
    pub(crate) fn last(&self) -> Option<GameId> {
        self.rows.last().map(|row| row.game)
    }

    /// Adds a page of the list. Pages that were not requested are ignored.
    pub(crate) fn add_page(&mut self, games: Vec<GameSummary>, more: bool) {
        if self.asked.take().is_none() {
            return;
        }
        let before = self.rows.len();
        for game in games.into_iter().take(GAMES_PER_FRAME) {
            if self.rows.len() < MOST && self.rows.iter().all(|row| row.game != game.game) {
                self.rows.push(game);
            }
        }
        // a server that repeats games has no more of them
        self.more = more && self.rows.len() > before && self.rows.len() < MOST;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::core::app::tests::{ME, OTHER, name};
    use chuhe_protocol::{GameKind, Seat};
    use chuhe_rules::luzhanqi::BoardKind;
    use chuhe_rules::{PerColor, WinReason};

    /// The kinds of game in turn.
    pub(crate) fn kind(n: u64) -> GameKind {
        let boards = BoardKind::ALL.map(GameKind::Luzhanqi);
        boards.get(n as usize % 3).copied().unwrap_or(GameKind::Xiangqi)
    }

    /// A game the user won with red.
    pub(crate) fn summary(game: u64) -> GameSummary {
        GameSummary {
            game: GameId(game),
            seats: PerColor::new(
                Seat { player: ME, name: name("楚河客") },
                Seat { player: OTHER, name: name("云中鹤") },
            ),
            outcome: Outcome::won(Color::Red, WinReason::Checkmate),
            plies: 42,
            ended_at_ms: 1_763_600_000_000 + game,
            kind: GameKind::Xiangqi,
        }
    }

    #[test]
    fn the_list_grows_by_requested_pages_up_to_its_limit() {
        let mut games = Games::default();
        games.add_page(vec![summary(1)], true);
        assert_eq!(games.rows(), []);
        for n in 0..1_000 {
            games.asked = Some(n);
            let page = |at: u64| summary(u64::from(n) * 1_000 + at);
            games.add_page((0..30).map(page).collect(), true);
            assert_eq!(games.rows().len() == MOST, !games.has_more());
        }
        assert_eq!(games.rows().len(), MOST);
        let mut again = Games { asked: Some(1), ..Games::default() };
        again.add_page(vec![summary(1)], true);
        again.asked = Some(2);
        again.add_page(vec![summary(1)], true);
        assert_eq!((again.rows().len(), again.has_more()), (1, false));
    }

    #[test]
    fn a_result_is_seen_from_the_players_side() {
        let won = Outcome::won(Color::Red, WinReason::Checkmate);
        assert_eq!(GameResult::of(won, side_of(&summary(1), ME)), GameResult::Won);
        assert_eq!(GameResult::of(won, side_of(&summary(1), OTHER)), GameResult::Lost);
    }
}
