//! The lobby: the players on the server and the open challenges.

pub mod account;
pub mod challenge;
pub mod chat;
pub mod chat_marks;
pub mod fair_play;
pub mod filter_form;
pub mod games;
pub mod invitation;
pub mod invited;
pub mod library_list;
pub mod pages;
pub mod past_games;
pub mod preferences;
pub mod previews;
pub mod profiles;
pub mod reports;
pub mod seek_answers;
pub mod watch;

use self::chat::Chat;
use self::pages::{PagePlace, Pages};
use self::previews::Previews;
use self::seek_answers::SeekAnswers;
use crate::actions::action::LobbyTab;
use crate::choices::fitting_level::fitting_level;
use crate::choices::game_choice::GameChoice;
use crate::choices::natural::natural;
use chuhe_protocol::limits::{
    CHALLENGES_IN, CHALLENGES_OUT, CONNECTIONS, HELD_GUESTS, LAST_VISITORS, WIDENING_PLAYERS,
};
use chuhe_protocol::{
    Activity, Challenge, ChallengeId, GameId, GameKind, PageRequest, Player, PlayerId, PresenceChange,
    RatingClass, Reach, Seek, Terms, Visitor,
};
use chuhe_rules::clock::Timestamp;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// After how many seconds of a search the computer is offered.
const OFFER_COMPUTER_S: u64 = 30;
/// The most computer players whose levels are remembered.
const MOST_COMPUTERS: usize = 1_000;
/// The maximum number of listed players: as many as a server admits.
const MOST_PLAYERS: usize = CONNECTIONS + HELD_GUESTS;

/// The lobby.
#[derive(Debug, Default)]
pub struct Lobby {
    /// The levels of the computer players that were listed, also while the list is not received.
    computers: BTreeMap<PlayerId, u8>,
    /// The listed players; in a crowded lobby those of a page, and those whom the client knows beside it.
    players: BTreeMap<PlayerId, (Player, Timestamp)>,
    /// What the server sends of the list of a crowded lobby.
    pub pages: Pages,
    /// Whether the list, or a page of it, has arrived. At a table it is not, because the server sends no presence there.
    complete: bool,
    challenges: Vec<OpenChallenge>,
    /// The players who were here last, latest first, each with the time of the report.
    visitors: Vec<(Visitor, Timestamp)>,
    /// Whether the server was asked for them since the user is alone.
    pub visitors_asked: bool,
    /// Only names containing this are shown.
    pub filter: String,
    /// The chat of the lobby.
    pub chat: Chat,
    /// Whether the server is about to stop.
    pub shutting_down: bool,
    /// Whether forms begin as not rated on this server.
    pub unrated_by_default: bool,
    /// When the user may challenge these players again.
    waits: BTreeMap<PlayerId, Timestamp>,
    /// The opponent whom the user looks for.
    pub sought: Option<Sought>,
    /// Who would play the user, or whom the user would play, although one of the two was away.
    pub answers: SeekAnswers,
    /// The selected tab.
    pub tab: LobbyTab,
    /// The boards of running games.
    pub previews: Previews,
}

/// An open challenge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenChallenge {
    /// The challenge.
    pub challenge: Challenge,
    /// When it expires.
    pub expires_at: Timestamp,
    /// The other player.
    pub other: PlayerId,
    /// The other player's name if known; they may leave before the challenge expires.
    pub name: String,
}

/// The opponent whom the user looks for. The server forgets it with the connection, and the user does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sought {
    /// The request that said it last.
    pub request: u32,
    /// The terms.
    pub terms: Vec<Terms>,
    /// How far the rating of the opponent may be from the user's own.
    pub reach: Reach,
    /// Whether others may answer while the user is away.
    pub lasting: bool,
    /// The terms on which the user has agreed with somebody meanwhile, apart from the search: those of a challenge, of an
    /// invitation, or of the search of another player.
    pub agreed: Option<Terms>,
}

impl Sought {
    /// Whether the user may expect that a game on such terms is rated: they wished it when they began to search, and have
    /// not agreed on a game that is not. Untimed ones never are.
    #[must_use]
    pub fn expects_rated(&self, begun: &Terms) -> bool {
        let is_of =
            |terms: &&Terms| (&terms.game, terms.challenger_time) == (&begun.game, begun.challenger_time);
        let is_agreed_unrated = self.agreed.as_ref().filter(is_of).is_some_and(|agreed| !agreed.rated);
        self.terms.iter().filter(is_of).any(|sought| sought.rated) && !is_agreed_unrated
    }
}

/// A row of the player list: one player open to challenges, or the two players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// The player, or the first of the two by name.
    pub first: &'a Player,
    /// The second player, if known.
    pub second: Option<&'a Player>,
    /// Their game.
    pub game: Option<(GameId, GameKind)>,
}

impl<'a> Row<'a> {
    /// The players of the row.
    pub fn players(&self) -> impl Iterator<Item = &'a Player> + use<'a> {
        std::iter::once(self.first).chain(self.second)
    }
}

impl Lobby {
    /// The filter of names.
    #[must_use]
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// The chat of the lobby.
    #[must_use]
    pub const fn chat(&self) -> &Chat {
        &self.chat
    }

    /// Whether the server is shutting down, so that no game can begin.
    #[must_use]
    pub const fn is_shutting_down(&self) -> bool {
        self.shutting_down
    }

    /// A player on the server.
    #[must_use]
    pub fn player(&self, id: PlayerId) -> Option<&Player> {
        self.players.get(&id).map(|(player, _)| player)
    }

    /// All players that are known, in the order of their numbers.
    pub fn players(&self) -> impl Iterator<Item = &Player> {
        self.players.values().map(|(player, _)| player)
    }

    /// The player of this name, in any case of its letters.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Player> {
        let wanted = name.to_lowercase();
        self.players.values().map(|(player, _)| player).find(|player| lower(player) == wanted)
    }

    /// The level of this player, if it is a computer player that was listed during the visit.
    #[must_use]
    pub fn computer_level(&self, id: PlayerId) -> Option<u8> {
        self.computers.get(&id).copied()
    }

    /// Whether the player list has arrived: the whole list, or in a crowded lobby a page of it.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// The numbers of listed players: those who are connected, and those who are not.
    ///
    /// Of the whole list, computer players are counted apart; the totals of a crowded lobby have them too.
    #[must_use]
    pub fn counts(&self) -> [usize; 2] {
        if let Some([online, away, _]) = self.pages.totals() {
            return [online, away];
        }
        let people = || self.players().filter(|player| player.computer_level.is_none());
        let online = people().filter(|player| player.connected).count();
        [online, people().count() - online]
    }

    /// The number of computer players, as far as they are counted apart.
    #[must_use]
    pub fn computers(&self) -> usize {
        if self.pages.totals().is_some() {
            return 0;
        }
        self.players().filter(|player| player.computer_level.is_some()).count()
    }

    /// How many connected computer players are none of these; `None` while the list is not there, or has pages.
    #[must_use]
    pub fn computers_but(&self, is_one: impl Fn(PlayerId) -> bool) -> Option<usize> {
        let is_free = |it: &&Player| it.computer_level.is_some() && it.connected && !is_one(it.id);
        (self.complete && self.pages.totals().is_none()).then(|| self.players().filter(is_free).count())
    }

    /// Whether this player plays in this rematch of a game, as far as the list says: it may still have the game before.
    #[must_use]
    pub fn plays_rematch(&self, id: PlayerId, rematch: GameId, before: GameId) -> bool {
        let is_whole = self.complete && self.pages.place().is_none();
        let Some(player) = self.player(id) else { return !is_whole };
        let plays = |game| game == before || game == rematch && player.activity.is_playing();
        player.activity.table().is_some_and(|(game, _)| plays(game))
    }

    /// The number of games being played.
    #[must_use]
    pub fn games(&self) -> usize {
        if let Some([.., games]) = self.pages.totals() {
            return games;
        }
        let game = |player: &Player| match player.activity {
            Activity::Playing { game, .. } => Some(game),
            Activity::Idle | Activity::AtBoard { .. } => None,
        };
        self.players.values().filter_map(|(player, _)| game(player)).collect::<BTreeSet<GameId>>().len()
    }

    /// The rows that match the filter: who looks for an opponent, the other people without a running game, the computer
    /// players, those who are away, the games. `me` is left out.
    #[must_use]
    pub fn rows(&self, me: PlayerId, called: impl Fn(&str) -> Cow<'_, str>) -> Vec<Row<'_>> {
        self.rows_with(me, &self.filter, called)
    }

    /// The same rows of those whose names contain a text, or what is called by these names.
    #[must_use]
    pub fn rows_with(
        &self,
        me: PlayerId,
        filter: &str,
        called: impl Fn(&str) -> Cow<'_, str>,
    ) -> Vec<Row<'_>> {
        let typed = filter.trim();
        let filter = typed.to_lowercase();
        // the server finds more, such as a computer player by a word of another language
        let is_of_page = self.pages.shown().is_some_and(|it| !it.games && it.find == typed);
        let (mut rows, mut boards) = self.grouped(Some(me));
        let live = |row: &Row<'_>| row.first.seeking.as_ref().map(|seek| seek.live);
        // as the server orders the pages of a crowded lobby
        rows.sort_by_key(|row| match live(row) {
            Some(true) => 0,
            _ if row.first.computer_level.is_some() => 2,
            _ if row.first.connected => 1,
            _ => 3,
        });
        rows.append(&mut boards);
        let is_found = |player: &Player| {
            lower(player).contains(&filter) || called(player.name.as_str()).to_lowercase().contains(&filter)
        };
        rows.retain(|row| is_of_page || row.players().any(is_found));
        rows
    }

    /// The running games with their players, oldest first: a new game moves no other.
    #[must_use]
    pub fn running(&self) -> Vec<Row<'_>> {
        let mut games = self.grouped(None).1;
        games.sort_by_key(|row| row.game.map(|(game, _)| game));
        games
    }

    /// The players without a running game and the running games, each by name, without this player.
    fn grouped(&self, without: Option<PlayerId>) -> (Vec<Row<'_>>, Vec<Row<'_>>) {
        let mut players: Vec<&Player> = self.players.values().map(|(player, _)| player).collect();
        players.retain(|player| Some(player.id) != without && self.pages.shows(player.id));
        players.sort_by_cached_key(|player| (natural(player.name.as_str()), player.id));
        let mut games: BTreeMap<GameId, Row<'_>> = BTreeMap::new();
        let mut rows = Vec::new();
        for player in players {
            match player.activity {
                Activity::Idle | Activity::AtBoard { .. } => {
                    rows.push(Row { first: player, second: None, game: None })
                }
                Activity::Playing { game, kind, .. } => match games.get_mut(&game) {
                    Some(row) => row.second = Some(player),
                    None => {
                        games.insert(game, Row { first: player, second: None, game: Some((game, kind)) });
                    }
                },
            }
        }
        let mut boards: Vec<Row<'_>> = games.into_values().collect();
        boards.sort_by_cached_key(|row| (natural(row.first.name.as_str()), row.first.id));
        (rows, boards)
    }

    /// Whether the list is complete and has nobody but `me` and computer players.
    #[must_use]
    pub fn is_alone(&self, me: PlayerId) -> bool {
        let is_other = |player: &Player| player.id != me && player.computer_level.is_none();
        let is_whole = self.complete && self.pages.place().is_none();
        is_whole && !self.players.values().any(|(player, _)| is_other(player))
    }

    /// The players who were here last and are not now, with the seconds since then, latest first.
    pub fn visitors(&self, now: Timestamp) -> impl Iterator<Item = (&str, u64)> {
        let is_here =
            |visitor: &Visitor| self.players.values().any(|(player, _)| player.name == visitor.name);
        let away = self.visitors.iter().filter(move |(visitor, _)| !is_here(visitor));
        away.map(move |(visitor, received_at)| {
            (visitor.name.as_str(), u64::from(visitor.seen_ago_s) + now.since(*received_at) / 1000)
        })
    }

    /// Replaces the players who were here last.
    pub fn set_visitors(&mut self, visitors: Vec<Visitor>, now: Timestamp) {
        self.visitors = visitors.into_iter().take(LAST_VISITORS).map(|visitor| (visitor, now)).collect();
    }

    /// How long this player has been on the server, in seconds.
    #[must_use]
    pub fn here_for_s(&self, id: PlayerId, now: Timestamp) -> u64 {
        self.players.get(&id).map_or(0, |(player, received_at)| {
            u64::from(player.joined_ago_s) + now.since(*received_at) / 1000
        })
    }

    /// Whether the user's rating is as near to that of a player who seeks these terms as the player wants.
    #[must_use]
    pub fn is_within_reach(&self, me: PlayerId, player: &Player, terms: &Terms) -> bool {
        let Some(seek) = player.seeking.as_deref() else { return true };
        let of = |player: &Player| rating(player, terms).unwrap_or(Reach::BEGINNER);
        let own = self.player(me).map_or(Reach::BEGINNER, of);
        seek.reach.includes(own.abs_diff(of(player)))
    }

    /// Whether the user has looked for an opponent for so long that they may rather play the computer meanwhile.
    #[must_use]
    pub fn offers_computer(&self, me: PlayerId, now: Timestamp) -> bool {
        let waits = self.seek(me, now).filter(|_| self.sought.is_some());
        waits.is_some_and(|(_, seconds)| seconds >= OFFER_COMPUTER_S)
    }

    /// The game that the user prefers of those that they have sought in vain, with the level of the computer that fits
    /// their rating there; `None` if they have none, or were not offered the computer yet.
    #[must_use]
    pub fn fitting_computer(&self, me: PlayerId, now: Timestamp) -> Option<(GameChoice, u8)> {
        let sought = self.sought.as_ref().filter(|_| self.offers_computer(me, now))?;
        let (player, terms) = (self.player(me)?, sought.terms.first()?);
        let level = fitting_level(rating(player, terms)?);
        Some((GameChoice::of(terms.game.kind()), level))
    }

    /// How far the user's search reaches after so many seconds: among few players as far as the user has chosen.
    #[must_use]
    pub fn reaches(&self, sought: &Sought, seconds: u64) -> Reach {
        // those whose search is not live are away, most of them
        let is_here = |player: &&Player| player.seeking.as_ref().is_none_or(|seek| seek.live);
        let is_whole = self.pages.place().is_none();
        let are_few = is_whole && self.players().filter(is_here).count() < WIDENING_PLAYERS;
        if are_few { sought.reach } else { sought.reach.after(1000 * seconds) }
    }

    /// What `me` seeks while they do not look now: others may answer, and no game begins by that.
    #[must_use]
    pub fn kept_seek(&self, me: PlayerId) -> Option<&Seek> {
        let seek = self.player(me)?.seeking.as_deref()?;
        (!seek.live && self.sought.is_none()).then_some(seek)
    }

    /// What this player seeks, and for how many seconds; `None` if they seek nothing.
    #[must_use]
    pub fn seek(&self, id: PlayerId, now: Timestamp) -> Option<(&Seek, u64)> {
        let (player, received_at) = self.players.get(&id)?;
        let seek = player.seeking.as_deref()?;
        Some((seek, u64::from(seek.since_ago_s) + now.since(*received_at) / 1000))
    }

    /// The challenges to `me`, oldest first.
    pub fn incoming(&self, me: PlayerId) -> impl Iterator<Item = &OpenChallenge> {
        self.challenges.iter().filter(move |open| open.challenge.to == me)
    }

    /// The challenges by `me`, oldest first.
    pub fn outgoing(&self, me: PlayerId) -> impl Iterator<Item = &OpenChallenge> {
        self.challenges.iter().filter(move |open| open.challenge.from == me)
    }

    /// Records that the next frame of players begins a page of the list; `me` stays known beside it.
    pub fn announce_page(&mut self, place: PagePlace, me: PlayerId) {
        self.pages.announce(place);
        let pages = &self.pages;
        self.players.retain(|&id, _| id == me || pages.follows(id));
    }

    /// Adds a frame of the player list; the first frame replaces the list.
    pub fn add_players(&mut self, players: Vec<Player>, first: bool, now: Timestamp) {
        if first {
            self.pages.begin();
            self.complete = true;
            if self.pages.place().is_none() {
                self.players.clear();
            }
        }
        for player in players {
            self.pages.set(player.id, true);
            self.set_player(player, now);
        }
    }

    /// Applies changes to the page of the list; `me` stays known beside it.
    pub fn apply_page_changes(&mut self, changes: Vec<PresenceChange>, me: PlayerId, now: Timestamp) {
        for change in changes {
            match change {
                PresenceChange::Here(player) => {
                    self.pages.set(player.id, true);
                    self.set_player(player, now);
                }
                PresenceChange::Gone(id) => {
                    self.pages.set(id, false);
                    if id != me && !self.pages.follows(id) {
                        self.players.remove(&id);
                    }
                }
            }
        }
    }

    /// Records the numbers of a crowded lobby: of players who are connected, of those who are away, and of games.
    pub const fn set_totals(&mut self, totals: [u32; 3]) {
        self.pages.set_totals(totals);
    }

    /// The page of the list to show: of the running games beside their boards, and otherwise of those whose names contain
    /// the filter.
    #[must_use]
    pub fn wanted_page(&self) -> PageRequest {
        let games = self.tab == LobbyTab::Watch;
        self.pages.wanted(games, if games { "" } else { self.filter.trim() })
    }

    /// Applies presence changes.
    pub fn apply_presence(&mut self, changes: Vec<PresenceChange>, now: Timestamp) {
        for change in changes {
            match change {
                PresenceChange::Here(player) => self.set_player(player, now),
                PresenceChange::Gone(id) => {
                    self.pages.set(id, false);
                    self.players.remove(&id);
                }
            }
        }
    }

    fn set_player(&mut self, player: Player, now: Timestamp) {
        for open in self.challenges.iter_mut().filter(|open| open.other == player.id) {
            open.name = player.name.to_string();
        }
        if let Some(level) = player.computer_level
            && self.computers.len() < MOST_COMPUTERS
        {
            self.computers.insert(player.id, level);
        }
        if self.players.len() < MOST_PLAYERS || self.players.contains_key(&player.id) {
            self.players.insert(player.id, (player, now));
        }
    }

    /// Records when the user may challenge a player again.
    pub fn wait_to_challenge(&mut self, player: PlayerId, until: Timestamp, now: Timestamp) {
        self.waits.retain(|_, until| now < *until);
        self.waits.insert(player, until);
    }

    /// How long the user must wait before they challenge a player again, as far as is known.
    #[must_use]
    pub fn wait_ms(&self, player: PlayerId, now: Timestamp) -> u64 {
        self.waits.get(&player).map_or(0, |until| until.since(now))
    }

    /// Whether the user must wait before they challenge somebody again.
    pub fn has_waits(&self, now: Timestamp) -> bool {
        self.waits.values().any(|until| now < *until)
    }

    /// Adds a challenge by or to `me`, up to the limit of open challenges.
    pub fn add_challenge(&mut self, challenge: Challenge, me: PlayerId, now: Timestamp) {
        self.challenges.retain(|open| open.challenge.id != challenge.id);
        if self.challenges.len() >= CHALLENGES_IN + CHALLENGES_OUT {
            return;
        }
        let expires_at = now.plus_ms(u64::from(challenge.expires_in_ms));
        let other = if challenge.from == me { challenge.to } else { challenge.from };
        let name = self.player(other).map(|player| player.name.to_string()).unwrap_or_default();
        // who is challenged in return need not wait any more
        self.waits.remove(&other);
        self.challenges.push(OpenChallenge { challenge, expires_at, other, name });
    }

    /// The user has agreed on the terms of a game with somebody, whether they search or not.
    pub fn agreed(&mut self, terms: &Terms) {
        if let Some(sought) = &mut self.sought {
            sought.agreed = Some(terms.clone());
        }
    }

    /// What the user last wished came to nothing, which may have been what they had agreed on.
    pub fn came_to_nothing(&mut self) {
        if let Some(sought) = &mut self.sought {
            sought.agreed = None;
        }
    }

    /// Removes a challenge that has ended.
    pub fn remove_challenge(&mut self, id: ChallengeId) -> Option<OpenChallenge> {
        let at = self.challenges.iter().position(|open| open.challenge.id == id)?;
        Some(self.challenges.remove(at))
    }

    /// Clears the player list, which is not updated while the user plays.
    pub fn clear_players(&mut self) {
        self.pages.reset();
        self.players.clear();
        self.complete = false;
    }

    /// Clears players, challenges and boards; the server sends them again after a join.
    pub fn reset(&mut self) {
        self.previews.reset();
        self.answers.reset();
        self.pages.reset();
        self.players.clear();
        self.complete = false;
        self.challenges.clear();
        self.waits.clear();
        self.shutting_down = false;
        self.unrated_by_default = false;
        self.visitors_asked = false;
    }
}

/// The rating of a player in the class of these terms, if they have one.
fn rating(player: &Player, terms: &Terms) -> Option<u16> {
    let class = RatingClass::of(terms);
    player.ratings.iter().find(|shown| shown.class == class).map(|shown| shown.rating)
}

/// The name of a player, for sorting and searching.
fn lower(player: &Player) -> String {
    player.name.as_str().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::{ChallengePolicy, PlayerName, Preview, PreviewBoard, Terms};
    use chuhe_rules::luzhanqi::BoardKind;

    fn player(id: u64, name: &str) -> Player {
        Player {
            id: PlayerId(id),
            name: PlayerName::parse(name).unwrap(),
            activity: Activity::Idle,
            connected: true,
            joined_ago_s: 5,
            policy: ChallengePolicy::Everyone,
            computer_level: None,
            registered: false,
            watching: None,
            seeking: None,
            ratings: Vec::new(),
        }
    }

    fn names(lobby: &Lobby) -> Vec<&str> {
        lobby.rows(PlayerId(1), |name| name.into()).into_iter().map(|row| row.first.name.as_str()).collect()
    }

    #[test]
    fn the_list_shows_idle_players_first_and_applies_the_filter() {
        let mut lobby = Lobby::default();
        let now = Timestamp::from_ms(0);
        lobby.add_players(vec![player(1, "me"), player(2, "Zoe"), player(3, "ann")], true, now);
        lobby.add_players(vec![player(4, "Bo")], false, now);
        assert_eq!(names(&lobby), ["ann", "Bo", "Zoe"]);
        let mut busy = player(3, "ann");
        busy.activity = Activity::Playing { game: GameId(1), opponent: PlayerId(9), kind: GameKind::Xiangqi };
        lobby.apply_presence(vec![PresenceChange::Here(busy), PresenceChange::Gone(PlayerId(4))], now);
        assert_eq!(names(&lobby), ["Zoe", "ann"]);
        assert_eq!((lobby.counts(), lobby.games()), ([3, 0], 1));
        let seeker = crate::testing::seeker(PlayerId(5), "Zu", Terms::default(), 0);
        lobby.apply_presence(vec![PresenceChange::Here(seeker)], now);
        assert_eq!(names(&lobby), ["Zu", "Zoe", "ann"]);
        let computer = Player { computer_level: Some(2), ..player(6, "computer-2") };
        let away = Player { connected: false, ..player(7, "Al") };
        lobby.apply_presence(vec![PresenceChange::Here(computer), PresenceChange::Here(away)], now);
        assert_eq!(names(&lobby), ["Zu", "Zoe", "computer-2", "Al", "ann"]);
        assert_eq!((lobby.counts(), lobby.computers()), ([4, 1], 1));
        lobby.filter = " AN ".into();
        assert_eq!(names(&lobby), ["ann"]);
        assert_eq!(lobby.here_for_s(PlayerId(3), Timestamp::from_ms(3_500)), 8);
    }

    #[test]
    fn digits_in_names_count_as_numbers() {
        let mut lobby = Lobby::default();
        let players = vec![player(2, "Team-10"), player(3, "team-9"), player(4, "Team-2")];
        lobby.add_players(players, true, Timestamp::from_ms(0));
        assert_eq!(names(&lobby), ["Team-2", "team-9", "Team-10"]);
    }

    #[test]
    fn the_players_of_a_game_share_a_row_found_by_either_name() {
        let mut lobby = Lobby::default();
        let now = Timestamp::from_ms(0);
        let busy = |id, name, opponent| Player {
            activity: Activity::Playing {
                game: GameId(4),
                opponent: PlayerId(opponent),
                kind: GameKind::Xiangqi,
            },
            ..player(id, name)
        };
        lobby.add_players(vec![busy(2, "Zoe", 3), busy(3, "ann", 2), player(4, "Yi")], true, now);
        lobby.add_players(
            vec![Player {
                activity: Activity::Playing {
                    game: GameId(3),
                    opponent: PlayerId(9),
                    kind: GameKind::Xiangqi,
                },
                ..player(8, "zz")
            }],
            false,
            now,
        );
        let running: Vec<Option<GameId>> =
            lobby.running().into_iter().map(|row| row.game.map(|game| game.0)).collect();
        assert_eq!(running, [Some(GameId(3)), Some(GameId(4))], "running games are listed by age");
        lobby.apply_presence(vec![PresenceChange::Gone(PlayerId(8))], now);
        let rows = |lobby: &Lobby| -> Vec<Vec<String>> {
            let names = |row: Row<'_>| row.players().map(|player| player.name.to_string()).collect();
            lobby.rows(PlayerId(1), |name| name.into()).into_iter().map(names).collect()
        };
        assert_eq!(rows(&lobby), [vec!["Yi"], vec!["ann", "Zoe"]]);
        lobby.filter = "zo".into();
        assert_eq!(rows(&lobby), [["ann", "Zoe"]]);
    }

    #[test]
    fn challenges_are_added_and_removed() {
        let mut lobby = Lobby::default();
        let challenge = |id, from, to| Challenge {
            id: ChallengeId(id),
            from: PlayerId(from),
            to: PlayerId(to),
            terms: Terms::default(),
            expires_in_ms: 60_000,
        };
        let me = PlayerId(1);
        lobby.add_players(vec![player(1, "me"), player(2, "Zoe")], true, Timestamp::from_ms(0));
        lobby.add_challenge(challenge(1, 1, 2), me, Timestamp::from_ms(10));
        lobby.add_challenge(challenge(2, 2, 1), me, Timestamp::from_ms(10));
        assert_eq!(lobby.incoming(PlayerId(1)).count(), 1);
        let mine = lobby.outgoing(PlayerId(1)).next().unwrap();
        assert_eq!(mine.expires_at, Timestamp::from_ms(60_010));
        lobby.apply_presence(vec![PresenceChange::Gone(PlayerId(2))], Timestamp::from_ms(20));
        let closed = lobby.remove_challenge(ChallengeId(1)).unwrap();
        assert_eq!((closed.challenge, closed.name.as_str()), (challenge(1, 1, 2), "Zoe"));
        // a challenge can arrive before its challenger is listed
        lobby.add_challenge(challenge(3, 3, 1), me, Timestamp::from_ms(30));
        lobby.apply_presence(vec![PresenceChange::Here(player(3, "ann"))], Timestamp::from_ms(40));
        assert_eq!(lobby.remove_challenge(ChallengeId(3)).unwrap().name, "ann");
        assert_eq!(lobby.remove_challenge(ChallengeId(1)), None);
    }

    #[test]
    fn boards_and_their_request_end_with_the_connection() {
        let (mut lobby, game) = (Lobby::default(), GameId(1));
        lobby.previews.choose(vec![game]);
        lobby.previews.asked = Some(7);
        let board = PreviewBoard::Luzhanqi { board: BoardKind::Classic, red: Vec::new(), black: Vec::new() };
        let now = Timestamp::from_ms(0);
        lobby.previews.add(Preview { game, plies: 0, outcome: None, board, clocks: None }, now);
        lobby.reset();
        assert_eq!(lobby.previews.board(game), None);
        assert!(lobby.previews.is_outdated(&[game], now), "the server is asked again");
        assert!(!lobby.previews.refused(7, now), "another connection answers no earlier request");
    }
}
