//! Searches for finished games, in small reads: none keeps a commit waiting for long.

use super::{Store, StoreError, Table, entries, games_of, warned};
use chuhe_hub::{GameEvent, GameFinder, GameSearch, SearchStep};
use chuhe_protocol::{GameId, GameSummary, PlayerId, limits};
use std::collections::VecDeque;

/// Games of a list that one read returns.
const PAGE: usize = 64;

/// A search through a player's list of finished games.
#[derive(Debug)]
pub struct ListSearch {
    finder: GameFinder,
    player: PlayerId,
    before: Option<GameId>,
    /// The games that were read and not considered yet.
    page: VecDeque<GameSummary>,
    /// Whether the list goes on after the page.
    has_more: bool,
}

/// A read that a search needs.
#[derive(Debug)]
pub enum SearchRead {
    /// Reads a page of a player's list: the games before this one.
    Page(PlayerId, Option<GameId>),
    /// Reads the first events of a game.
    Opening(GameSummary),
}

/// The result of a [`SearchRead`].
#[derive(Debug)]
pub enum SearchPart {
    /// Games of the list, and whether it has more.
    Page(Vec<GameSummary>, bool),
    /// The first events of a game.
    Opening(GameSummary, Vec<GameEvent>),
}

impl SearchRead {
    /// Reads from the store. A game that cannot be decoded has no events.
    ///
    /// # Errors
    /// Those of the store.
    pub fn execute(self, store: &mut dyn Store) -> Result<SearchPart, StoreError> {
        match self {
            Self::Page(player, before) => {
                games_of(store, player, before, PAGE).map(|(games, more)| SearchPart::Page(games, more))
            }
            Self::Opening(game) => match entries(store, game.game, 0, limits::SEARCH_EVENTS) {
                Ok(entries) => {
                    Ok(SearchPart::Opening(game, entries.into_iter().map(|entry| entry.event).collect()))
                }
                Err(StoreError::Damaged(why)) => {
                    if warned::admit(Table::Games, &game.game.0.to_be_bytes()) {
                        tracing::warn!(game = %game.game, %why, "a finished game cannot be searched");
                    }
                    Ok(SearchPart::Opening(game, Vec::new()))
                }
                Err(error) => Err(error),
            },
        }
    }
}

impl ListSearch {
    /// Starts a search for at most `limit` games before this one.
    #[must_use]
    pub fn new(search: GameSearch, before: Option<GameId>, limit: usize) -> Self {
        let player = search.player();
        let finder = GameFinder::new(search, limit);
        Self { finder, player, before, page: VecDeque::new(), has_more: true }
    }

    /// Returns the next read, or `None` when the search is over.
    pub fn next_read(&mut self) -> Option<SearchRead> {
        loop {
            let Some(game) = self.page.pop_front() else {
                return self.has_more.then_some(SearchRead::Page(self.player, self.before));
            };
            match self.finder.consider(game) {
                SearchStep::Next => {}
                SearchStep::Read(game) => return Some(SearchRead::Opening(game)),
                SearchStep::Stop => return None,
            }
        }
    }

    /// Continues with the result of a read.
    pub fn add(&mut self, part: SearchPart) {
        match part {
            SearchPart::Page(games, has_more) => {
                self.before = games.last().map(|game| game.game);
                self.has_more = has_more;
                self.page.extend(games);
            }
            SearchPart::Opening(game, events) => self.finder.check(game, &events),
        }
    }

    /// Returns the games found, and where another search can go on.
    #[must_use]
    pub fn finish(self) -> (Vec<GameSummary>, Option<GameId>) {
        self.finder.finish()
    }
}

/// Finds a player's finished games before this one, latest first, at most `limit`, and where another
/// search can go on.
///
/// # Errors
/// Those of the store.
pub fn find_games(
    store: &mut dyn Store,
    search: GameSearch,
    before: Option<GameId>,
    limit: usize,
) -> Result<(Vec<GameSummary>, Option<GameId>), StoreError> {
    let mut search = ListSearch::new(search, before, limit);
    while let Some(read) = search.next_read() {
        search.add(read.execute(store)?);
    }
    Ok(search.finish())
}
