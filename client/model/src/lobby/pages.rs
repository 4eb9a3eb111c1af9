//! The page of the player list in a crowded lobby, whom the client follows beside it, and who is searched for by name.

use chuhe_protocol::limits::{FOLLOWED_PLAYERS, LOBBY_PAGE};
use chuhe_protocol::{LobbyRequest, PageRequest, PlayerId, PlayerName};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeSet;

/// How long the client waits after a refused request until it sends the next one.
const RETRY_MS: u64 = 2_000;

/// What the server sends of a crowded lobby's list.
#[derive(Debug, Default)]
pub struct Pages {
    /// Where the page is in the list; `None` while the server sends the whole list.
    place: Option<PagePlace>,
    /// The players on the page.
    players: BTreeSet<PlayerId>,
    /// Where the page is that the next frame of players begins.
    announced: Option<PagePlace>,
    /// How many players are connected, how many are away, and how many games are running.
    totals: [u32; 3],
    /// The page that the user has chosen last.
    chosen: PageRequest,
    /// The page that the server was asked for last.
    asked: PageRequest,
    /// The request for it, while the server has not answered.
    request: Option<u32>,
    /// When the server may be asked again after a refusal.
    retry_at: Option<Timestamp>,
    /// Whom the client follows.
    followed: Vec<PlayerId>,
    /// The last search for a player by name.
    search: Option<(u32, PlayerName)>,
    /// The name that nobody has, as far as the last search says.
    missing: Option<PlayerName>,
}

/// Where a page is in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PagePlace {
    /// How many players who match are listed before the page.
    pub skipped: u32,
    /// How many players match.
    pub matching: u32,
}

impl PagePlace {
    /// The number of the page, from 0.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.skipped / LOBBY_PAGE as u32
    }

    /// The number of pages.
    #[must_use]
    pub const fn count(self) -> u32 {
        let pages = self.matching.div_ceil(LOBBY_PAGE as u32);
        if pages == 0 { 1 } else { pages }
    }
}

/// What is known of a player who is searched for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The server has not answered.
    Pending,
    /// Nobody of this name is here.
    Missing,
    /// The server was not asked.
    New,
}

impl Pages {
    /// Where the page is in the list; `None` while the server sends the whole list.
    #[must_use]
    pub const fn place(&self) -> Option<PagePlace> {
        self.place
    }

    /// Whether a player is on the page, or the list is whole.
    #[must_use]
    pub fn shows(&self, player: PlayerId) -> bool {
        self.place.is_none() || self.players.contains(&player)
    }

    /// How many players are connected, how many are away, and how many games are running; `None` if the list says that.
    #[must_use]
    pub fn totals(&self) -> Option<[usize; 3]> {
        self.place.map(|_| self.totals.map(|total| usize::try_from(total).unwrap_or(usize::MAX)))
    }

    /// The request whose page has arrived; `None` while another one is awaited, or the list is whole.
    #[must_use]
    pub fn shown(&self) -> Option<&PageRequest> {
        self.place.filter(|_| self.request.is_none()).map(|_| &self.asked)
    }

    /// The page to show: the first one, or the one that the user has chosen of the same games or names.
    #[must_use]
    pub fn wanted(&self, games: bool, find: &str) -> PageRequest {
        let is_chosen = self.chosen.games == games && self.chosen.find == find;
        let page = if is_chosen { self.chosen.page } else { 0 };
        PageRequest { games, find: find.to_owned(), page }
    }

    /// Chooses a page of those that the server was asked for last.
    pub fn choose(&mut self, page: u32) {
        self.chosen = PageRequest { page, ..self.asked.clone() };
    }

    /// Returns the request for a page, if it is another one than the server was asked for last.
    ///
    /// One request at a time: what is typed meanwhile is asked for at once.
    pub fn request(&mut self, wanted: PageRequest, now: Timestamp) -> Option<LobbyRequest> {
        let waits = self.request.is_some() || self.retry_at.is_some_and(|at| now < at);
        if self.place.is_none() || waits || wanted == self.asked {
            return None;
        }
        self.retry_at = None;
        self.asked = wanted.clone();
        Some(LobbyRequest::ListPlayers(wanted))
    }

    /// Records the number of the request for a page.
    pub fn requested(&mut self, request: u32) {
        self.request = Some(request);
    }

    /// Returns the request to follow these players, if they are others than before.
    pub fn follow(&mut self, mut players: Vec<PlayerId>) -> Option<LobbyRequest> {
        players.sort_unstable();
        players.dedup();
        players.truncate(FOLLOWED_PLAYERS);
        if self.place.is_none() || players == self.followed {
            return None;
        }
        self.followed.clone_from(&players);
        Some(LobbyRequest::FollowPlayers { players })
    }

    /// What is known of the player of a name who is not listed.
    #[must_use]
    pub fn search(&self, name: &PlayerName) -> Search {
        match (&self.search, &self.missing) {
            (Some((_, searched)), _) if searched == name => Search::Pending,
            (_, Some(missing)) if missing == name => Search::Missing,
            _ => Search::New,
        }
    }

    /// Records a search for a player by name.
    pub fn searched(&mut self, request: u32, name: PlayerName) {
        self.search = Some((request, name));
        self.missing = None;
    }

    /// Ends a search, whose result is known or no longer awaited.
    pub fn end_search(&mut self) {
        self.search = None;
        self.missing = None;
    }

    /// Handles a refusal; returns whether it concerns a request of the list.
    pub fn refused(&mut self, request: u32, now: Timestamp) -> bool {
        if self.request.take_if(|asked| *asked == request).is_some() {
            // the same page is asked for again
            self.asked = PageRequest { page: u32::MAX, ..PageRequest::default() };
            self.retry_at = Some(now.plus_ms(RETRY_MS));
            return true;
        }
        let refused = self.search.take_if(|(asked, _)| *asked == request);
        let is_search = refused.is_some();
        self.missing = refused.map(|(_, name)| name).or(self.missing.take());
        is_search
    }

    /// When the server may be asked again after a refusal.
    pub fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        self.retry_at.filter(|at| *at > now)
    }

    /// Records that the next frame of players begins a page.
    pub(super) fn announce(&mut self, place: PagePlace) {
        self.announced = Some(place);
    }

    /// Begins the list anew, with a page if one was announced.
    pub(super) fn begin(&mut self) {
        self.players.clear();
        self.request = None;
        self.place = self.announced.take();
    }

    /// Adds a player to the page, or removes them.
    pub(super) fn set(&mut self, player: PlayerId, is_there: bool) {
        if is_there {
            self.players.insert(player);
        } else {
            self.players.remove(&player);
        }
    }

    /// Whether a player who is not on the page is still known.
    pub(super) fn follows(&self, player: PlayerId) -> bool {
        self.followed.binary_search(&player).is_ok()
    }

    pub(super) const fn set_totals(&mut self, totals: [u32; 3]) {
        self.totals = totals;
    }

    /// Forgets all but the page that the user has chosen; the server forgets it with the subscription.
    pub(super) fn reset(&mut self) {
        *self = Self { chosen: std::mem::take(&mut self.chosen), ..Self::default() };
    }
}
