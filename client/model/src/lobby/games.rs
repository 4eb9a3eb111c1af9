//! The list of the player's finished games, and which of them is being opened.

use super::filter_form::FilterForm;
use chuhe_protocol::limits::GAMES_PER_FRAME;
use chuhe_protocol::{ArchiveRequest, GameFilter, GameId, GameSummary, PlayerId, Refusal};
use chuhe_rules::Color;

/// The most games that are listed.
const MOST: usize = 2_000;

/// The part of the list that was requested so far.
#[derive(Debug, Default)]
pub struct Games {
    /// The filter as the user types it.
    pub form: FilterForm,
    /// The filter of the list.
    filter: GameFilter,
    /// The whole name of the opponent in the filter, which otherwise matches parts of names.
    pub whole_name: Option<String>,
    rows: Vec<GameSummary>,
    /// Where the list goes on: with games before this one.
    next: Option<GameId>,
    /// The pending request for more games.
    pub asked: Option<u32>,
    /// Why the last request was refused.
    pub refused: Option<Refusal>,
    /// Whether the next page is requested once the server has answered another request.
    pub is_deferred: bool,
    /// The game being opened, and the request for its events.
    pub opening: Option<(GameId, u32)>,
    /// The game that is opened once the server has answered another request.
    pub deferred_game: Option<GameId>,
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

    /// The filter as the user types it.
    #[must_use]
    pub const fn form(&self) -> &FilterForm {
        &self.form
    }

    /// Whether the list has only games that match a filter.
    #[must_use]
    pub fn is_filtered(&self) -> bool {
        self.filter != GameFilter::default()
    }

    /// Whether the server may have more of them.
    #[must_use]
    pub const fn has_more(&self) -> bool {
        self.next.is_some()
    }

    /// Whether a request is pending.
    #[must_use]
    pub const fn is_loading(&self) -> bool {
        self.asked.is_some() || self.is_deferred
    }

    /// Why the last request was refused.
    #[must_use]
    pub const fn refused(&self) -> Option<Refusal> {
        self.refused
    }

    /// The game being opened.
    #[must_use]
    pub fn opening(&self) -> Option<GameId> {
        self.opening.map(|(game, _)| game).or(self.deferred_game)
    }

    /// Starts a list of the games that match a filter.
    pub fn start(&mut self, filter: GameFilter) {
        let whole_name = self.whole_name.take().filter(|name| *name == filter.opponent);
        let form = std::mem::take(&mut self.form);
        *self = Self { form, filter, whole_name, opening: self.opening, ..Self::default() };
    }

    /// The request for the next page.
    pub fn request(&self) -> ArchiveRequest {
        let before = self.next;
        if self.is_filtered() {
            ArchiveRequest::FindGames { filter: self.filter.clone(), before }
        } else {
            ArchiveRequest::ListGames { before }
        }
    }

    /// Adds a page of the list, which goes on with games before `next`.
    ///
    /// Pages that were not requested are ignored.
    pub fn add_page(&mut self, games: Vec<GameSummary>, next: Option<GameId>) {
        if self.asked.take().is_none() {
            return;
        }
        let listed = self.rows.len();
        for game in games.into_iter().take(GAMES_PER_FRAME) {
            let seats = [&game.seats.red, &game.seats.black];
            let has = |name: &String| seats.into_iter().any(|seat| seat.name.as_str() == name);
            if !self.whole_name.as_ref().is_none_or(has) {
                continue;
            }
            if self.rows.len() < MOST && self.rows.iter().all(|row| row.game != game.game) {
                self.rows.push(game);
            }
        }
        // a server that repeats itself has no more of them
        let advances = self.rows.len() > listed || next < self.next || self.next.is_none();
        self.next = next.filter(|_| advances && self.rows.len() < MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ME, OTHER, summary};
    use chuhe_protocol::PlayerResult;
    use chuhe_rules::{Outcome, WinReason};

    #[test]
    fn the_list_grows_by_requested_pages_up_to_its_limit() {
        let mut games = Games::default();
        games.add_page(vec![summary(1)], Some(GameId(1)));
        assert_eq!(games.rows(), []);
        for n in 0..1_000 {
            games.asked = Some(n);
            let page = |at: u64| summary(u64::from(n) * 1_000 + at);
            games.add_page((0..30).map(page).collect(), Some(GameId(u64::from(n))));
            assert_eq!(games.rows().len() == MOST, !games.has_more());
        }
        assert_eq!(games.rows().len(), MOST);
        let mut again = Games { asked: Some(1), ..Games::default() };
        again.add_page(vec![summary(1)], Some(GameId(1)));
        again.asked = Some(2);
        again.add_page(vec![summary(1)], Some(GameId(1)));
        assert_eq!((again.rows().len(), again.has_more()), (1, false));
    }

    #[test]
    fn a_search_that_found_nothing_yet_goes_on() {
        let mut games = Games { asked: Some(1), ..Games::default() };
        games.add_page(Vec::new(), Some(GameId(9)));
        assert!(games.has_more());
        games.asked = Some(2);
        games.add_page(Vec::new(), Some(GameId(5)));
        assert!(games.has_more());
        games.asked = Some(3);
        games.add_page(Vec::new(), Some(GameId(5)));
        assert!(!games.has_more());
    }

    #[test]
    fn a_result_is_seen_from_the_players_side() {
        let won = Outcome::won(Color::Red, WinReason::Checkmate);
        assert_eq!(PlayerResult::of(won, side_of(&summary(1), ME)), PlayerResult::Won);
        assert_eq!(PlayerResult::of(won, side_of(&summary(1), OTHER)), PlayerResult::Lost);
    }
}
