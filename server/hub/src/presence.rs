//! The list of players with their activities, and its broadcast to lobby subscribers.
//!
//! A player is listed while connected, seated at a table, concerned by an open challenge, or with a lasting seek.
//! A connection that subscribes to the lobby receives the list of players and then its changes. In a
//! crowded lobby it receives a page of the list, the changes of that page, and those of the players it follows.

use super::accounts::Accounts;
use super::connection_id::ConnectionId;
use super::effects::Effects;
use super::lasting_seeks::LastingSeeks;
use super::lobby_subscribers::LobbySubscribers;
use super::player_order::{ListedPage, Page, Place, PlayerOrder};
use super::rate::{Bucket, Rate};
use super::recent_games::RecentGames;
use super::seeks::Seeks;
use super::timers::Timer;
use chuhe_protocol::{
    Activity, GameId, LobbyMessage, PageRequest, Player, PlayerId, PresenceChange, Seek, limits,
};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// How often changes are sent while the lobby is small.
const CHANGES: Rate = Rate::new(limits::PRESENCE_BURST as u64, limits::PRESENCE_WINDOW_MS);
/// How often that is on the average. After an update to so few that a shorter pause would do, there is none.
const CHANGES_MEAN_MS: u64 = limits::PRESENCE_WINDOW_MS / limits::PRESENCE_BURST as u64;
/// How many different pages of the list are made while crowded: each takes a look at all names. Those who wait for the
/// same page share one.
const CROWD_LISTS: Rate = Rate::new(25, limits::CROWD_LIST_MS);
/// How often the numbers of a crowded lobby are sent.
const TOTALS: Rate = Rate::new(1, limits::LOBBY_TOTALS_MS);
/// A page is sent anew with more players than this. One that others follow is so with fewer than a quarter as many, and
/// the last one with none.
const LARGEST_PAGE: usize = 2 * limits::LOBBY_PAGE;

/// The activity of a listed player, whether they are connected, and what they watch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed {
    pub(super) activity: Activity,
    pub(super) connected: bool,
    pub(super) watching: Option<GameId>,
}

/// The listed players and the lobby's subscribers.
#[derive(Debug, Default)]
pub(super) struct Presence {
    listed: BTreeMap<PlayerId, Listed>,
    /// The players whose presence has changed, and whose place in `order` may have.
    changed: BTreeSet<PlayerId>,
    /// The listed players in the order of the list.
    order: PlayerOrder,
    /// The players whose presence has changed since changes were last sent, each with their place at that time.
    unsent: BTreeMap<PlayerId, Vec<Place>>,
    /// Whether the list is sent in pages.
    is_crowded: bool,
    /// The numbers that were sent last: of players who are connected, and away, and of running games.
    sent_totals: Option<[u32; 3]>,
    /// Whether the numbers may have changed since.
    has_other_totals: bool,
    /// Whom the listed players seek.
    pub(super) seeks: Seeks,
    /// Whom players seek who may have left.
    pub(super) lasting: LastingSeeks,
    /// What the listed players have played since they came.
    pub(super) recent_games: RecentGames,
    subscribers: LobbySubscribers,
    /// Limits how often changes are sent while the lobby is small.
    changes: Bucket,
    /// When changes may be sent again, after an update to many.
    next_changes: Timestamp,
    /// Limits how often lists are sent to a crowd.
    crowd_lists: Bucket,
    /// Limits how often numbers are sent to a crowd.
    totals: Bucket,
}

/// The list of players.
impl Presence {
    /// Lists a player as connected.
    pub(super) fn connect(&mut self, player: PlayerId) {
        self.list(player).connected = true;
    }

    /// Marks a player as disconnected; they stay listed at a table or with an open challenge.
    pub(super) fn disconnect(&mut self, player: PlayerId, is_challenged: bool) {
        if let Some(listed) = self.listed.get_mut(&player) {
            listed.connected = false;
            self.unlist_if_gone(player, is_challenged);
        }
    }

    /// Records what a player does from now on; at a table they need not be connected.
    pub(super) fn set_activity(&mut self, player: PlayerId, activity: Activity, is_challenged: bool) {
        if activity.is_playing() {
            self.seeks.end(player);
        }
        if activity != Activity::Idle || self.listed.contains_key(&player) {
            self.list(player).activity = activity;
            self.unlist_if_gone(player, is_challenged);
        }
    }

    /// Records which game a listed player watches from now on.
    pub(super) fn watch(&mut self, player: PlayerId, game: Option<GameId>) {
        if let Some(listed) = self.listed.get_mut(&player)
            && listed.watching != game
        {
            listed.watching = game;
            self.changed.insert(player);
        }
    }

    /// Records that nobody watches a game any more; sends no change.
    pub(super) fn end_watching(&mut self) {
        for listed in self.listed.values_mut() {
            listed.watching = None;
        }
    }

    /// Lists players whom an open challenge or a lasting seek concerns, connected or not.
    pub(super) fn list_concerned(&mut self, players: &[PlayerId]) {
        for &player in players {
            self.list(player);
        }
    }

    /// Records that a challenge or a lasting seek was closed; an absent player without another one is unlisted.
    pub(super) fn closed(&mut self, player: PlayerId, is_challenged: bool) {
        if self.listed.get(&player).is_some_and(|listed| !listed.connected) {
            self.unlist_if_gone(player, is_challenged);
        }
    }

    /// Ends all seeks.
    pub(super) fn end_seeks(&mut self) {
        self.changed.extend(self.seeks.end_all());
    }

    /// Records that a listed player is shown otherwise now.
    pub(super) fn record_change(&mut self, player: PlayerId) {
        if self.listed.contains_key(&player) {
            self.changed.insert(player);
        }
    }

    fn list(&mut self, player: PlayerId) -> &mut Listed {
        self.changed.insert(player);
        let absent = Listed { activity: Activity::Idle, connected: false, watching: None };
        self.listed.entry(player).or_insert(absent)
    }

    fn unlist_if_gone(&mut self, player: PlayerId, is_challenged: bool) {
        let is_concerned = is_challenged || self.lasting.of(player).is_some();
        let is_gone =
            |listed: &Listed| !listed.connected && listed.activity == Activity::Idle && !is_concerned;
        if self.listed.get(&player).is_some_and(is_gone) {
            self.listed.remove(&player);
            self.recent_games.forget(player);
        }
        self.changed.insert(player);
    }

    /// Returns the listed players, in the order of their numbers.
    pub(super) fn ids(&self) -> impl ExactSizeIterator<Item = PlayerId> {
        self.listed.keys().copied()
    }

    pub(super) fn get(&self, player: PlayerId) -> Option<Listed> {
        self.listed.get(&player).copied()
    }

    /// Returns the game that the list shows a player at: of several tables, one.
    pub(super) fn table(&self, player: PlayerId) -> Option<GameId> {
        self.listed.get(&player)?.activity.table().map(|(game, _)| game)
    }

    /// Whether a player is in a running game.
    pub(super) fn is_playing(&self, player: PlayerId) -> bool {
        self.listed.get(&player).is_some_and(|listed| listed.activity.is_playing())
    }

    /// Returns the opponent of a player who sits at a table.
    pub(super) fn opponent(&self, player: PlayerId) -> Option<PlayerId> {
        self.listed.get(&player)?.activity.table().map(|(_, opponent)| opponent)
    }

    /// Returns a player as they are sent to clients, if they are listed.
    pub(super) fn player(&self, id: PlayerId, accounts: &Accounts, now: Timestamp) -> Option<Player> {
        let listed = self.get(id)?;
        let account = accounts.get(id)?;
        Some(Player {
            id,
            name: account.name.clone(),
            activity: listed.activity,
            connected: listed.connected,
            joined_ago_s: u32::try_from(now.since(account.joined_at) / 1000).unwrap_or(u32::MAX),
            policy: account.policy(),
            computer_level: account.computer_level,
            registered: account.is_registered(),
            watching: listed.watching,
            seeking: self.sought(id, now).map(Box::new),
            ratings: account.ratings(now),
        })
    }

    /// What a player seeks, as it is sent at `now`: now, or while they are away.
    fn sought(&self, player: PlayerId, now: Timestamp) -> Option<Seek> {
        self.seeks.to_message(player, now).or_else(|| self.lasting.to_message(player, now))
    }

    /// Whether so few players are in the hall that a seek reaches as far as its player has chosen at once.
    ///
    /// Those whose seek is not live do not count: most of them are away.
    pub(super) fn are_few(&self) -> bool {
        let most = limits::WIDENING_PLAYERS;
        let not_live = || self.lasting.players().filter(|&player| self.seeks.of(player).is_none()).count();
        let listed = self.listed.len();
        listed < most || listed < most + self.lasting.players().len() && listed < most + not_live()
    }

    /// Returns every listed player, in the order of their numbers.
    pub(super) fn players(&self, accounts: &Accounts, now: Timestamp) -> impl Iterator<Item = Player> {
        self.ids().filter_map(move |id| self.player(id, accounts, now))
    }
}

/// The lobby's subscribers.
impl Presence {
    /// Subscribes the connection of a player to the lobby, and returns whether it must wait for the list.
    pub(super) fn subscribe(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        accounts: &Accounts,
        now: Timestamp,
        effects: &mut Effects,
    ) -> bool {
        self.subscribers.add(connection, player);
        if !self.is_crowded {
            self.send_list(accounts, now, effects);
        }
        self.is_crowded
    }

    /// Ends a subscription, if there is one.
    pub(super) fn unsubscribe(&mut self, connection: ConnectionId) {
        self.subscribers.remove(connection);
    }

    /// Ends every subscription.
    pub(super) fn unsubscribe_all(&mut self) {
        self.subscribers = LobbySubscribers::default();
    }

    pub(super) fn subscribers(&self) -> &LobbySubscribers {
        &self.subscribers
    }

    /// Whether the list is sent in pages.
    pub(super) const fn is_crowded(&self) -> bool {
        self.is_crowded
    }

    /// Replaces the page that a connection receives while the lobby is crowded.
    pub(super) fn choose_page(&mut self, connection: ConnectionId, request: PageRequest) {
        self.subscribers.choose(connection, request);
    }

    /// Replaces whom a connection follows, and sends it their presence.
    pub(super) fn follow(
        &mut self,
        connection: ConnectionId,
        players: Vec<PlayerId>,
        accounts: &Accounts,
        now: Timestamp,
        effects: &mut Effects,
    ) {
        let followed: BTreeSet<PlayerId> = self.subscribers.follow(connection, players).into_iter().collect();
        let listed = followed.into_iter().filter_map(|player| self.player(player, accounts, now));
        for changes in in_frames(listed.map(PresenceChange::Here), player_of) {
            effects.send(connection, LobbyMessage::Presence(changes));
        }
    }

    /// Lets a connection follow players beside those it has chosen.
    pub(super) fn follow_also(&mut self, connection: ConnectionId, players: &BTreeSet<PlayerId>) {
        self.subscribers.follow_also(connection, players.iter().copied());
    }

    /// Sends the changes of this step, or sets the timer for them.
    ///
    /// Must be called at the end of a step, so that a full list includes all changes of the step.
    /// Changes wait while the hub is paused.
    pub(super) fn flush(
        &mut self,
        accounts: &Accounts,
        is_paused: bool,
        now: Timestamp,
        effects: &mut Effects,
    ) {
        let is_crowded =
            self.listed.len() > limits::CROWD || self.is_crowded && self.listed.len() >= limits::CROWD_ENDS;
        if is_crowded != self.is_crowded {
            (self.is_crowded, self.sent_totals) = (is_crowded, None);
            self.subscribers.wait_all();
        }
        self.place_changed(accounts, now);
        if !is_paused && !self.unsent.is_empty() {
            self.send_changes(accounts, now, effects);
        }
        self.send_list(accounts, now, effects);
        if self.is_crowded && self.has_other_totals {
            self.send_totals(now, effects);
        }
        self.subscribers.end_step();
    }

    /// Places the players that have changed in the list.
    fn place_changed(&mut self, accounts: &Accounts, now: Timestamp) {
        for id in std::mem::take(&mut self.changed) {
            let place = self.player(id, accounts, now).map(|player| Place::of(&player));
            let before = self.order.set(id, place);
            // each place, since a page can be sent between two changes of a player
            let earlier = self.unsent.entry(id).or_default();
            earlier.extend(before.filter(|before| !earlier.contains(before)));
            self.has_other_totals = true;
        }
    }

    /// Sends the list, or the pages of a crowd, to the connections that wait for it, encoded once for all of them.
    fn send_list(&mut self, accounts: &Accounts, now: Timestamp, effects: &mut Effects) {
        while let Some(request) = self.subscribers.next_request() {
            if !self.is_crowded {
                let receivers = self.subscribers.take_waiting(None);
                self.send_players(&receivers, self.players(accounts, now), effects);
                return self.subscribers.sent(&receivers, &Page::default(), self.listed.len());
            }
            if let Err(wait_ms) = self.crowd_lists.admit(CROWD_LISTS, now) {
                return effects.set_timer(Timer::PlayerList, Some(now.plus_ms(wait_ms)));
            }
            let receivers = self.subscribers.take_waiting(Some(&request));
            let ListedPage { page, players, skipped, matching } = self.order.page(&request);
            let [skipped, matching] = [skipped, matching].map(count);
            effects.broadcast(receivers.clone(), LobbyMessage::Page { skipped, matching });
            let listed = players.iter().filter_map(|&player| self.player(player, accounts, now));
            self.send_players(&receivers, listed, effects);
            let [online, away, games] = self.sent_totals.unwrap_or_else(|| self.count_all());
            self.sent_totals = Some([online, away, games]);
            effects.broadcast(receivers.clone(), LobbyMessage::Totals { online, away, games });
            self.subscribers.sent(&receivers, &page, players.len());
        }
    }

    /// Sends players as the list; also none.
    fn send_players(
        &self,
        receivers: &[ConnectionId],
        players: impl Iterator<Item = Player>,
        effects: &mut Effects,
    ) {
        let mut frames = in_frames(players, |player| Some(player));
        if frames.is_empty() {
            frames.push(Vec::new());
        }
        for (n, players) in frames.into_iter().enumerate() {
            effects.broadcast(receivers.to_vec(), LobbyMessage::Players { players, first: n == 0 });
        }
    }

    fn send_changes(&mut self, accounts: &Accounts, now: Timestamp, effects: &mut Effects) {
        let spaced_ms = self.next_changes.since(now);
        let wait_ms = if self.is_crowded || spaced_ms > 0 {
            spaced_ms
        } else {
            self.changes.admit(CHANGES, now).err().unwrap_or(0)
        };
        if wait_ms > 0 {
            effects.set_timer(Timer::PresenceChanges, Some(now.plus_ms(wait_ms)));
            return;
        }
        let unsent = std::mem::take(&mut self.unsent);
        let sends = if self.is_crowded {
            self.send_page_changes(&unsent, accounts, now, effects)
                + self.send_followed_changes(&unsent, accounts, now, effects)
        } else {
            self.send_all_changes(unsent, accounts, now, effects)
        };
        // what is sent to many holds up the moves of games: the beginnings of a round give a few updates, not one each
        let pause_ms = sends.saturating_mul(1_000) / limits::PRESENCE_SENDS_PER_SECOND;
        if self.is_crowded {
            self.next_changes = now.plus_ms(pause_ms.max(limits::CROWD_PRESENCE_MS));
        } else if pause_ms > CHANGES_MEAN_MS {
            self.next_changes = now.plus_ms(pause_ms);
        }
    }

    /// Sends all subscribers the changes, and returns to how many connections.
    fn send_all_changes(
        &self,
        unsent: BTreeMap<PlayerId, Vec<Place>>,
        accounts: &Accounts,
        now: Timestamp,
        effects: &mut Effects,
    ) -> u64 {
        let receivers = self.subscribers.receivers();
        if receivers.is_empty() {
            return 0;
        }
        let changes = unsent
            .into_keys()
            .map(|id| self.player(id, accounts, now).map_or(PresenceChange::Gone(id), PresenceChange::Here));
        for changes in in_frames(changes, player_of) {
            effects.broadcast(receivers.clone(), LobbyMessage::Presence(changes));
        }
        receivers.len() as u64
    }

    /// Sends each page its changes, and returns to how many connections.
    fn send_page_changes(
        &mut self,
        unsent: &BTreeMap<PlayerId, Vec<Place>>,
        accounts: &Accounts,
        now: Timestamp,
        effects: &mut Effects,
    ) -> u64 {
        // the places that somebody left or came to, in order: most pages have none of them
        let mut touched: Vec<(&Place, PlayerId)> = Vec::new();
        for (&id, earlier) in unsent {
            touched.extend(earlier.iter().chain(self.order.place(id)).map(|place| (place, id)));
        }
        touched.sort_unstable();
        let mut subscribers = std::mem::take(&mut self.subscribers);
        let (mut sends, mut resized) = (0, Vec::new());
        for (page, audience) in subscribers.pages_mut() {
            let ids: BTreeSet<PlayerId> = page.touched(&touched).collect();
            if ids.is_empty() {
                continue;
            }
            let mut changes = Vec::new();
            for id in ids {
                let was_there =
                    unsent.get(&id).and_then(|earlier| earlier.first()).is_some_and(|it| page.contains(it));
                let place = self.order.place(id).filter(|place| page.contains(place));
                // who was there when the page was sent may have left before, so this is not exact
                audience.players += usize::from(place.is_some());
                audience.players = audience.players.saturating_sub(usize::from(was_there));
                let player = place.and_then(|_| self.player(id, accounts, now));
                changes.push(player.map_or(PresenceChange::Gone(id), PresenceChange::Here));
            }
            let receivers: Vec<ConnectionId> = audience.connections.iter().copied().collect();
            sends += receivers.len() as u64;
            for changes in in_frames(changes.into_iter(), player_of) {
                effects.broadcast(receivers.clone(), LobbyMessage::PageChanges(changes));
            }
            let least = if page.is_followed() { LARGEST_PAGE / 4 } else { 1 };
            let is_short = audience.players < least;
            if is_short || audience.players > LARGEST_PAGE {
                resized.push(page.clone());
            }
        }
        resized.iter().for_each(|page| subscribers.relist(page));
        self.subscribers = subscribers;
        sends
    }

    /// Sends the changes of players to those who follow them, and returns to how many connections.
    fn send_followed_changes(
        &self,
        unsent: &BTreeMap<PlayerId, Vec<Place>>,
        accounts: &Accounts,
        now: Timestamp,
        effects: &mut Effects,
    ) -> u64 {
        let mut changes: BTreeMap<ConnectionId, Vec<PresenceChange>> = BTreeMap::new();
        for &id in unsent.keys() {
            for connection in self.subscribers.followers(id) {
                let player = self.player(id, accounts, now);
                let change = player.map_or(PresenceChange::Gone(id), PresenceChange::Here);
                changes.entry(connection).or_default().push(change);
            }
        }
        let sends = changes.len() as u64;
        for (connection, changes) in changes {
            for changes in in_frames(changes.into_iter(), player_of) {
                effects.broadcast(vec![connection], LobbyMessage::Presence(changes));
            }
        }
        sends
    }

    /// Sends the numbers of the list to all who receive pages, or sets the timer for them.
    fn send_totals(&mut self, now: Timestamp, effects: &mut Effects) {
        if let Err(wait_ms) = self.totals.admit(TOTALS, now) {
            return effects.set_timer(Timer::LobbyTotals, Some(now.plus_ms(wait_ms)));
        }
        self.has_other_totals = false;
        let [online, away, games] = self.count_all();
        if self.sent_totals.replace([online, away, games]) != Some([online, away, games]) {
            effects.broadcast(self.subscribers.receivers(), LobbyMessage::Totals { online, away, games });
        }
    }

    /// Counts the listed players and the running games.
    fn count_all(&self) -> [u32; 3] {
        let online = self.listed.values().filter(|listed| listed.connected).count();
        let running = self.listed.values().filter(|listed| listed.activity.is_playing());
        let games: BTreeSet<Option<GameId>> =
            running.map(|listed| listed.activity.table().map(|(game, _)| game)).collect();
        [online, self.listed.len() - online, games.len()].map(count)
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Splits items about players into chunks that each fit into one frame.
fn in_frames<T>(items: impl Iterator<Item = T>, player: impl Fn(&T) -> Option<&Player>) -> Vec<Vec<T>> {
    let mut frames: Vec<Vec<T>> = Vec::new();
    let mut room = 0;
    for item in items {
        let parts = |player: &Player| {
            let terms = player.seeking.as_ref().map_or(0, |seek| seek.terms.len());
            terms + player.ratings.len()
        };
        let size = 1 + player(&item).map_or(0, parts);
        match frames.last_mut() {
            Some(frame) if size <= room => frame.push(item),
            _ => {
                room = limits::PLAYERS_PER_FRAME;
                frames.push(vec![item]);
            }
        }
        room = room.saturating_sub(size);
    }
    frames
}

const fn player_of(change: &PresenceChange) -> Option<&Player> {
    match change {
        PresenceChange::Here(player) => Some(player),
        PresenceChange::Gone(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boundary::Output;
    use crate::limits::Limits;
    use chuhe_protocol::{GameKind, PlayerName, ServerMessage, SessionToken};

    const BO: PlayerId = PlayerId(1);
    const ONE: ConnectionId = ConnectionId(1);

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    fn accounts(players: &[(PlayerId, &str)]) -> Accounts {
        let mut accounts = Accounts::new(Limits::default(), false);
        for &(player, name) in players {
            let name = PlayerName::parse(name).expect("a name");
            assert_eq!(accounts.add(player, name, SessionToken([1; 16]), None, at(0)).len(), 2);
        }
        accounts
    }

    fn outputs(effects: &mut Effects) -> Vec<Output> {
        std::iter::from_fn(|| effects.pop_output()).collect()
    }

    #[test]
    fn a_player_is_listed_while_connected_seated_or_challenged() {
        let mut presence = Presence::default();
        presence.connect(BO);
        presence.disconnect(BO, true);
        assert!(presence.get(BO).is_some_and(|listed| !listed.connected), "a challenge is open");
        presence.closed(BO, false);
        assert!(presence.get(BO).is_none());
        let playing = Activity::Playing { game: GameId(1), opponent: PlayerId(2), kind: GameKind::Xiangqi };
        presence.set_activity(BO, playing, false);
        assert_eq!((presence.table(BO), presence.opponent(BO)), (Some(GameId(1)), Some(PlayerId(2))));
        presence.set_activity(BO, Activity::Idle, false);
        assert_eq!(presence.ids().count(), 0);
    }

    #[test]
    fn a_subscriber_receives_the_list_and_then_its_changes() {
        let (mut presence, mut effects) = (Presence::default(), Effects::default());
        let accounts = accounts(&[(BO, "Bo"), (PlayerId(2), "An")]);
        presence.connect(BO);
        assert!(!presence.subscribe(ONE, BO, &accounts, at(0), &mut effects));
        presence.flush(&accounts, false, at(0), &mut effects);
        let sent = outputs(&mut effects);
        assert!(
            matches!(&sent[..], [Output::Broadcast(to, ServerMessage::Lobby(LobbyMessage::Players { .. }))] if *to == [ONE])
        );
        presence.connect(PlayerId(2));
        presence.flush(&accounts, true, at(1), &mut effects);
        assert_eq!(outputs(&mut effects), [], "changes wait for the end of a pause");
        presence.flush(&accounts, false, at(1), &mut effects);
        let sent = outputs(&mut effects);
        let [Output::Broadcast(_, ServerMessage::Lobby(LobbyMessage::Presence(changes)))] = &sent[..] else {
            panic!("{sent:?}")
        };
        assert!(matches!(&changes[..], [PresenceChange::Here(player)] if player.id == PlayerId(2)));
    }

    #[test]
    fn too_frequent_changes_wait_for_a_timer() {
        let (mut presence, mut effects) = (Presence::default(), Effects::default());
        let accounts = accounts(&[(BO, "Bo")]);
        for n in 0..=limits::PRESENCE_BURST {
            presence.connect(BO);
            assert_eq!(effects.next_timer(), None, "change {n}");
            presence.flush(&accounts, false, at(0), &mut effects);
        }
        assert!(effects.next_timer().is_some());
    }

    #[test]
    fn what_was_sent_to_many_is_sent_again_after_a_while() {
        let (mut presence, mut effects) = (Presence::default(), Effects::default());
        let accounts = accounts(&[(BO, "Bo")]);
        for n in 0..220 {
            presence.subscribe(ConnectionId(n), BO, &accounts, at(0), &mut effects);
        }
        presence.flush(&accounts, false, at(0), &mut effects);
        presence.connect(BO);
        presence.flush(&accounts, false, at(0), &mut effects);
        outputs(&mut effects);
        presence.connect(BO);
        presence.flush(&accounts, false, at(87), &mut effects);
        assert_eq!((outputs(&mut effects), effects.next_timer()), (Vec::new(), Some(at(88))));
        presence.flush(&accounts, false, at(88), &mut effects);
        assert!(matches!(&outputs(&mut effects)[..], [Output::Broadcast(to, _)] if to.len() == 220));
    }
}
