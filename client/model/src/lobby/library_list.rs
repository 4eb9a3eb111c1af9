//! The list of the library's games on the screen.

use super::filter_form::FilterForm;
use crate::choices::date;
use crate::choices::zone::Zone;
use crate::library::{Import, LibraryGame, LibraryId, LibraryRequest, Summary};
use chuhe_protocol::GameFilter;

/// The most games that are listed.
const MOST: usize = 5_000;

/// How far the user is in deleting games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deleting {
    /// The user chooses them.
    Choosing,
    /// The user is asked whether to delete this one.
    One(LibraryId),
    /// The user is asked whether to delete all of the list.
    All,
}

/// The list of the library's games, as far as it was requested.
#[derive(Debug, Default)]
pub struct Library {
    /// Whether the list is on the screen.
    pub is_open: bool,
    /// The filter as the user types it.
    pub form: FilterForm,
    /// The filter of the list.
    filter: GameFilter,
    rows: Vec<LibraryGame>,
    has_more: bool,
    /// The number of the pending request.
    pending: Option<u32>,
    last_number: u32,
    /// How far the user is in deleting games, if at all.
    pub deleting: Option<Deleting>,
    /// How many games were deleted last, until they are brought back.
    pub deleted_last: usize,
    /// The files that are being added, or the summary of those that were.
    pub import: Option<Import>,
}

impl Library {
    /// Goes back from the choice of games to delete to the list, or closes it; returns whether it was open.
    pub const fn step_back(&mut self) -> bool {
        let was_open = self.is_open;
        self.is_open = was_open && self.deleting.take().is_some();
        was_open
    }

    /// The games, latest first.
    #[must_use]
    pub fn rows(&self) -> &[LibraryGame] {
        &self.rows
    }

    /// The filter of the list.
    #[must_use]
    pub const fn filter(&self) -> &GameFilter {
        &self.filter
    }

    /// Whether the list has only games that match a filter.
    #[must_use]
    pub fn is_filtered(&self) -> bool {
        self.filter != GameFilter::default()
    }

    /// Whether the library has more games of this list.
    #[must_use]
    pub const fn has_more(&self) -> bool {
        self.has_more
    }

    /// Whether a request is pending.
    #[must_use]
    pub const fn is_loading(&self) -> bool {
        self.pending.is_some()
    }

    /// Returns the request for the next file to add, once the last one is done.
    pub fn next_import(&mut self) -> Option<LibraryRequest> {
        let next = self.import.as_mut()?.next_file()?;
        Some(LibraryRequest::Import(Box::new(next)))
    }

    /// Whether files wait to be added.
    pub fn is_importing(&self) -> bool {
        self.import.as_ref().is_some_and(|import| !import.is_done())
    }

    /// Asks whether to delete what this is about; returns whether that was asked before.
    pub fn ask_to_delete(&mut self, wanted: Deleting) -> bool {
        let was_asked = self.deleting == Some(wanted);
        self.deleting = Some(if was_asked { Deleting::Choosing } else { wanted });
        was_asked
    }

    /// Removes a game that was deleted from the list. Returns the request for the games that follow, if none is
    /// left.
    pub fn deleted(&mut self, game: LibraryId) -> Option<LibraryRequest> {
        // the next page begins after the last row
        let last = self.rows.last().map(|row| (row.summary.ended_at_ms, row.id));
        self.rows.retain(|row| row.id != game);
        let needs_more = self.rows.is_empty() && self.has_more && !self.is_loading();
        needs_more.then(|| self.request(last))
    }

    /// Begins a list of the games that match a filter; returns the request for its first page.
    pub fn start(&mut self, filter: GameFilter) -> LibraryRequest {
        self.deleting = self.deleting.map(|_| Deleting::Choosing);
        self.filter = filter;
        self.rows.clear();
        self.has_more = false;
        self.request(None)
    }

    /// Returns the request for the next page, if there is one.
    pub fn more(&mut self) -> Option<LibraryRequest> {
        if !self.has_more || self.is_loading() {
            return None;
        }
        let after = self.rows.last().map(|row| (row.summary.ended_at_ms, row.id));
        Some(self.request(after))
    }

    fn request(&mut self, after: Option<(u64, LibraryId)>) -> LibraryRequest {
        self.last_number = self.last_number.wrapping_add(1);
        self.pending = Some(self.last_number);
        LibraryRequest::List { number: self.last_number, filter: Box::new(self.filter.clone()), after }
    }

    /// Adds a page. The answers to earlier requests are ignored.
    pub fn page(&mut self, number: u32, games: Vec<LibraryGame>, more: bool) {
        if self.pending != Some(number) {
            return;
        }
        self.pending = None;
        let room = MOST - self.rows.len();
        self.rows.extend(games.into_iter().take(room));
        self.has_more = more && self.rows.len() < MOST;
    }

    /// Ends the pending request without an answer, if it is the one of this number.
    pub fn fail(&mut self, number: Option<u32>) {
        self.pending = self.pending.filter(|&pending| Some(pending) != number);
    }
}

/// When a game ended, as the list shows it: of a game from a file only the day is known, or nothing.
pub fn ended(summary: &Summary, zone: &Zone) -> Option<String> {
    let ended = Some(summary.ended_at_ms).filter(|&ms| ms > 0 || summary.user.is_some())?;
    let minute = date::minute(ended, zone)?;
    match summary.user {
        Some(_) => Some(minute),
        None => minute.split(' ').next().map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{PAGE, Summary};
    use chuhe_protocol::{GameKind, PlayerResult};
    use chuhe_rules::{Color, PerColor};

    fn game(id: usize) -> LibraryGame {
        let id = i64::try_from(id).unwrap();
        let summary = Summary {
            kind: GameKind::Xiangqi,
            names: PerColor::new("Bo".into(), "An".into()),
            user: Some(Color::Red),
            result: PlayerResult::Won,
            plies: 9,
            ended_at_ms: 5,
        };
        LibraryGame { id: LibraryId(id), summary }
    }

    fn number(request: &LibraryRequest) -> u32 {
        let LibraryRequest::List { number, .. } = request else { panic!("{request:?}") };
        *number
    }

    #[test]
    fn the_list_grows_by_requested_pages_up_to_its_limit() {
        let mut library = Library::default();
        let mut request = Some(library.start(GameFilter::default()));
        let mut pages = 0;
        while let Some(asked) = request {
            assert_eq!(library.more(), None, "one request at a time");
            library.page(number(&asked), (0..PAGE).map(game).collect(), true);
            pages += 1;
            request = library.more();
        }
        assert_eq!((pages, library.rows().len()), (MOST / PAGE, MOST));
    }

    #[test]
    fn the_answer_to_an_earlier_search_is_ignored() {
        let mut library = Library::default();
        let first = library.start(GameFilter::default());
        let won = GameFilter { result: Some(PlayerResult::Won), ..GameFilter::default() };
        let second = library.start(won);
        library.page(number(&first), vec![game(1)], true);
        assert_eq!((library.rows().len(), library.is_loading()), (0, true));
        library.page(number(&second), vec![game(2)], false);
        assert_eq!((library.rows(), library.has_more()), (&[game(2)][..], false));
    }
}
