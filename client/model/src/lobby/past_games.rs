//! The user's latest games on the server, and their games with one player.
//!
//! The lobby shows the latest opponents, and the card of a player the score of the games together.
//! Both come from the list of finished games, of which the server sends one page at a time.

use super::Lobby;
use super::games::side_of;
use chuhe_protocol::limits::GAMES_PER_FRAME;
use chuhe_protocol::{
    ArchiveRequest, ColorChoice, GameFilter, GameId, GameStart, GameSummary, PlayerId, PlayerName,
    PlayerResult, Terms,
};
use chuhe_rules::Color;

/// The most opponents that are listed.
const MOST_OPPONENTS: usize = 10;
/// The most games with one player that are counted.
const MOST_TOGETHER: usize = 1_000;

/// The finished games that the lobby and the card of a player show.
#[derive(Debug, Default)]
pub struct PastGames {
    /// The latest games, latest first; `None` before the server sent them.
    latest: Option<Vec<GameSummary>>,
    card: Option<PlayerCard>,
    /// How many cards were opened.
    cards: u32,
    /// The rematch to be sent once the terms of the game are known.
    pub rematch: Option<Rematch>,
    /// The pending request, and what it is for.
    pub asked: Option<(u32, PastQuery)>,
}

/// What is requested for the lobby and the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastQuery {
    /// The user's latest games.
    Latest,
    /// The games with the player of the card with this number.
    Together(u32),
    /// The terms of the game of a rematch.
    Terms(Rematch),
}

/// A challenge to an earlier opponent on the terms of the game with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rematch {
    /// The opponent.
    pub opponent: PlayerId,
    /// The game.
    pub game: GameId,
}

/// The open card of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerCard {
    player: PlayerId,
    name: PlayerName,
    number: u32,
    games: Vec<GameSummary>,
    /// Where the list goes on; `None` at its beginning.
    next: Option<GameId>,
    state: Loading,
}

/// Whether all games with a player have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loading {
    /// More are requested.
    Pending,
    /// All are there.
    Complete,
    /// The server refused to send them.
    Failed,
}

/// The results of the games with a player, from the user's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The games that the user won.
    pub won: u64,
    /// The drawn games.
    pub drawn: u64,
    /// The games that the user lost.
    pub lost: u64,
}

impl Score {
    /// The same games, and one that ended so. One without a result does not count.
    #[must_use]
    pub const fn with(mut self, result: PlayerResult) -> Self {
        match result {
            PlayerResult::Won => self.won += 1,
            PlayerResult::Drawn => self.drawn += 1,
            PlayerResult::Lost => self.lost += 1,
            PlayerResult::Aborted => {}
        }
        self
    }

    /// How many games these are.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// Somebody the user played lately.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecentOpponent<'a> {
    /// The opponent.
    pub player: PlayerId,
    /// Their name.
    pub name: &'a PlayerName,
    /// The latest game with them.
    pub last: &'a GameSummary,
    /// Whether they are online.
    pub is_online: bool,
}

impl PastGames {
    /// The games of a user who has none yet.
    pub fn of_new_player() -> Self {
        Self { latest: Some(Vec::new()), ..Self::default() }
    }

    /// The open card of a player.
    #[must_use]
    pub const fn card(&self) -> Option<&PlayerCard> {
        self.card.as_ref()
    }

    /// Opens the card of a player.
    pub fn open_card(&mut self, player: PlayerId, name: PlayerName) {
        let (games, next, state) = (Vec::new(), None, Loading::Pending);
        self.cards += 1;
        self.card = Some(PlayerCard { player, name, number: self.cards, games, next, state });
    }

    /// Closes the card of a player.
    pub fn close_card(&mut self) {
        self.card = None;
    }

    /// The people whom `me` played lately: those online first, each of them by the latest game.
    #[must_use]
    pub fn opponents(&self, me: PlayerId, lobby: &Lobby) -> Vec<RecentOpponent<'_>> {
        let mut opponents: Vec<RecentOpponent<'_>> = Vec::new();
        for last in self.latest.iter().flatten() {
            let seat = &last.seats[side_of(last, me).opponent()];
            let (player, name) = (seat.player, &seat.name);
            let is_listed = opponents.iter().any(|other| other.player == player);
            if !is_listed && lobby.computer_level(player).is_none() {
                let is_online = lobby.player(player).is_some_and(|player| player.connected);
                opponents.push(RecentOpponent { player, name, last, is_online });
            }
        }
        opponents.truncate(MOST_OPPONENTS);
        opponents.sort_by_key(|opponent| !opponent.is_online);
        opponents
    }

    /// The name of somebody the user played lately.
    pub fn name_of(&self, player: PlayerId) -> Option<&PlayerName> {
        let mut seats = self.latest.iter().flatten().flat_map(|game| [&game.seats.red, &game.seats.black]);
        seats.find(|seat| seat.player == player).map(|seat| &seat.name)
    }

    /// Adds the game that the user has just finished.
    pub fn add(&mut self, game: GameSummary) {
        let Some(latest) = &mut self.latest else { return };
        latest.retain(|other| other.game != game.game);
        latest.insert(0, game);
        latest.truncate(GAMES_PER_FRAME);
    }

    /// What to request next, if the latest games are shown or not.
    pub fn wanted(&self, is_lobby_shown: bool) -> Option<(PastQuery, ArchiveRequest)> {
        if let Some(rematch) = self.rematch {
            let message = ArchiveRequest::FetchGame { game: rematch.game, from: 0 };
            return Some((PastQuery::Terms(rematch), message));
        }
        if let Some(card) = self.card.as_ref().filter(|card| card.state == Loading::Pending) {
            let filter = GameFilter { opponent: card.name.to_string(), ..GameFilter::default() };
            return Some((
                PastQuery::Together(card.number),
                ArchiveRequest::FindGames { filter, before: card.next },
            ));
        }
        let wants_latest = is_lobby_shown && self.latest.is_none();
        wants_latest.then_some((PastQuery::Latest, ArchiveRequest::ListGames { before: None }))
    }

    /// Adds a page if one was requested here; returns whether it was.
    pub fn add_page(&mut self, games: &[GameSummary], next: Option<GameId>) -> bool {
        match self.asked {
            Some((_, PastQuery::Latest)) => {
                self.latest = Some(games.iter().take(GAMES_PER_FRAME).cloned().collect());
            }
            Some((_, PastQuery::Together(number))) => {
                if let Some(card) = self.card.as_mut().filter(|card| card.number == number) {
                    card.add_page(games, next);
                }
            }
            Some((_, PastQuery::Terms(_))) | None => return false,
        }
        self.asked = None;
        true
    }

    /// Handles a refusal if it is of a request from here; returns what the request was for.
    pub fn refused(&mut self, request: u32) -> Option<PastQuery> {
        let (_, query) = self.asked.take_if(|(asked, _)| *asked == request)?;
        match query {
            PastQuery::Latest => self.latest = Some(Vec::new()),
            PastQuery::Together(number) => {
                if let Some(card) = self.card.as_mut().filter(|card| card.number == number) {
                    card.state = Loading::Failed;
                }
            }
            PastQuery::Terms(answered) => {
                self.rematch.take_if(|rematch| *rematch == answered);
            }
        }
        Some(query)
    }
}

impl PlayerCard {
    /// The player.
    #[must_use]
    pub const fn player(&self) -> PlayerId {
        self.player
    }

    /// Their name.
    #[must_use]
    pub const fn name(&self) -> &PlayerName {
        &self.name
    }

    /// The games with them, latest first.
    #[must_use]
    pub fn games(&self) -> &[GameSummary] {
        &self.games
    }

    /// Whether all games have arrived.
    #[must_use]
    pub const fn state(&self) -> Loading {
        self.state
    }

    /// The results of the games that have arrived, from the view of `me`.
    #[must_use]
    pub fn score(&self, me: PlayerId) -> Score {
        let results = self.games.iter().map(|game| game.result(side_of(game, me)));
        results.fold(Score::default(), Score::with)
    }

    /// Adds a page of games, which the server found by a part of the name.
    ///
    /// Only games with the player themselves count: a name that a guest has left may be taken by
    /// another guest, who has another number.
    fn add_page(&mut self, games: &[GameSummary], next: Option<GameId>) {
        for game in games {
            let is_theirs =
                [&game.seats.red, &game.seats.black].iter().any(|seat| seat.player == self.player);
            if is_theirs && self.games.iter().all(|other| other.game != game.game) {
                self.games.push(game.clone());
            }
        }
        // a server that repeats a page would be asked for ever
        let advances = self.next.is_none() || next < self.next;
        self.next = next.filter(|_| advances && self.games.len() < MOST_TOGETHER);
        self.state = if self.next.is_some() { Loading::Pending } else { Loading::Complete };
    }
}

/// The terms of a rematch as the user offers it: the same game and times, with the other colour.
pub fn rematch_terms(start: &GameStart, me: PlayerId) -> Terms {
    let mine = if start.seats.black.player == me { Color::Black } else { Color::Red };
    let color = if mine == Color::Red { ColorChoice::Black } else { ColorChoice::Red };
    let (challenger_time, opponent_time) = (start.times[mine], start.times[mine.opponent()]);
    Terms { color, challenger_time, opponent_time, ..start.terms.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ME, OTHER, name, player, summary};
    use chuhe_rules::clock::Timestamp;
    use chuhe_rules::{DrawReason, Outcome, WinReason};

    /// A game of the user with black against this player.
    fn against(game: u64, id: u64, opponent: &str) -> GameSummary {
        let mut summary = summary(game);
        summary.seats.black = summary.seats.red.clone();
        (summary.seats.red.player, summary.seats.red.name) = (PlayerId(id), name(opponent));
        summary
    }

    fn asked(query: PastQuery) -> PastGames {
        PastGames { asked: Some((1, query)), ..PastGames::default() }
    }

    #[test]
    fn opponents_are_listed_once_and_those_online_first() {
        let mut past = asked(PastQuery::Latest);
        let games =
            [against(9, 3, "Cy"), summary(8), against(7, 3, "Cy"), against(6, 4, "Di"), against(5, 5, "Di")];
        assert!(past.add_page(&games, None));
        let mut lobby = Lobby::default();
        lobby.add_players(vec![player(PlayerId(4), "Di")], true, Timestamp::default());
        let opponents = past.opponents(ME, &lobby);
        let listed: Vec<_> =
            opponents.iter().map(|it| (it.name.as_str(), it.last.game.0, it.is_online)).collect();
        let wanted = [("Di", 6, true), ("Cy", 9, false), ("云中鹤", 8, false), ("Di", 5, false)];
        assert_eq!(listed, wanted, "an earlier guest of a name is somebody else");
    }

    #[test]
    fn computers_are_no_recent_opponents() {
        let mut past = asked(PastQuery::Latest);
        assert!(past.add_page(&[summary(8)], None));
        let mut lobby = Lobby::default();
        let computer = chuhe_protocol::Player { computer_level: Some(3), ..player(OTHER, "Bot") };
        lobby.add_players(vec![computer], true, Timestamp::default());
        assert_eq!(past.opponents(ME, &lobby), []);
    }

    #[test]
    fn the_score_counts_only_games_with_this_player() {
        let mut past = asked(PastQuery::Together(1));
        past.open_card(PlayerId(3), name("Cy"));
        let mut drawn = against(5, 3, "Cy");
        drawn.outcome = Outcome::Drawn(DrawReason::Agreement);
        let mut won = against(4, 3, "Cy");
        won.outcome = Outcome::won(Color::Black, WinReason::Checkmate);
        // an earlier guest had the same name
        let page = [against(9, 3, "Cy"), against(8, 9, "Cyd"), against(7, 2, "Cy"), drawn, won];
        assert!(past.add_page(&page, Some(GameId(4))));
        let card = past.card().unwrap();
        assert_eq!(card.score(ME), Score { won: 1, drawn: 1, lost: 1 });
        assert_eq!(card.state(), Loading::Pending, "the server has more");
        let (query, message) = past.wanted(true).unwrap();
        assert!(matches!(message, ArchiveRequest::FindGames { before: Some(GameId(4)), .. }));
        past.asked = Some((2, query));
        assert!(past.add_page(&[], Some(GameId(4))));
        assert_eq!(past.card().unwrap().state(), Loading::Complete, "a server that repeats itself is done");
    }

    #[test]
    fn a_page_that_was_not_requested_here_is_left_to_others() {
        assert!(!PastGames::default().add_page(&[summary(1)], None));
    }
}
