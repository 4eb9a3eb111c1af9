//! Player accounts: names, passwords and session tokens.
//!
//! A guest has an account while connected or seated, and for some time after that; a registered
//! player has one for good. Methods that change stored values return the [`Record`]s to save.

use super::actions::Actions;
use super::address::Address;
use super::challenge_waits::Challenger;
use super::fair_play::KeptRow;
use super::hashes::{PasswordHash, TokenHash};
use super::limits::Limits;
use super::login_throttle::{LoginThrottle, Subject, Turn};
use super::names::{NameKeys, Names, spelling_distance};
use super::preferences::{Blockers, Preferences};
use super::record::{PlayerRow, Query, Record, SessionRow};
use super::timers::Timers;
use super::tokens::Tokens;
use board::Board;
use chuhe_protocol::{Password, PlayerId, PlayerName, RatingClass, Refusal, SessionToken, limits};
use chuhe_rules::clock::Timestamp;
use kept::Kept;
use std::collections::BTreeMap;

mod board;
pub(crate) mod fair_play;
mod kept;
mod lapsing;
mod openings;
mod operating;
mod own_table;
mod preferences;
pub(crate) mod profile;
pub(crate) mod rating;
mod sharing;

/// An argon2id hash that no password matches.
///
/// A login for an unregistered name is verified against it, so that it costs as much time as any
/// other login.
pub const UNMATCHABLE_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$MTMuaF0yb1pLd3lFVm5TUQ\
    $q3Jt0m7yGk2b6ZpVtW4cQxHn8sLr1dUfA5oEiK9gYvM";

/// The refusal where passwords cannot be verified for now: too many wait.
pub(super) const OVERLOADED: Refusal = Refusal::TooManyAttempts { wait_ms: limits::OVERLOAD_WAIT_MS };

/// The account of a guest or a registered player.
#[derive(Debug)]
pub(super) struct Account {
    pub(super) name: PlayerName,
    /// When the player joined; for a registered player, when they last did.
    pub(super) joined_at: Timestamp,
    /// When the player's connection ended, if they have none.
    away_since: Option<Timestamp>,
    /// When the player was last seen to be connected.
    seen_at: Timestamp,
    /// The last visit that the hub has recorded in the shared account, or read there.
    recorded_visit: Timestamp,
    /// Whether the player has finished a game.
    has_played: bool,
    /// Recent actions: they count across connections.
    pub(super) actions: Actions,
    /// The addresses of the last connections since the server started, the latest one last.
    addresses: Vec<Address>,
    /// The password of a registered name.
    password: Option<PasswordHash>,
    preferences: Preferences,
    ratings: BTreeMap<RatingClass, Kept>,
    /// What the player's counted games say; `None` if there are none.
    fair_play: Option<Box<KeptRow>>,
    /// The level of a computer player.
    pub(super) computer_level: Option<u8>,
    /// The folded name.
    pub(super) keys: NameKeys,
    /// How often the player's row was written.
    revision: u32,
    /// How often the player had signed out everywhere, of an account that several hubs share.
    shared: Option<u32>,
    /// The revision of that account; 0 if this run of the hub has not received it yet.
    shared_revision: u64,
}

impl Account {
    fn new(name: PlayerName, joined_at: Timestamp) -> Self {
        Self {
            keys: NameKeys::of(&name),
            name,
            joined_at,
            away_since: None,
            seen_at: joined_at,
            recorded_visit: Timestamp::default(),
            has_played: false,
            actions: Actions::default(),
            addresses: Vec::new(),
            password: None,
            preferences: Preferences::default(),
            ratings: BTreeMap::new(),
            fair_play: None,
            computer_level: None,
            revision: 0,
            shared: None,
            shared_revision: 0,
        }
    }

    /// Returns whether the name stays reserved when the player leaves.
    pub(super) const fn is_registered(&self) -> bool {
        self.password.is_some()
    }

    /// Returns for how long the player has been away, in milliseconds, if they are.
    pub(super) fn away_ms(&self, now: Timestamp) -> Option<u64> {
        self.away_since.map(|since| now.since(since))
    }

    fn write(&mut self, player: PlayerId) -> Record {
        let (name, joined_at, password) = (self.name.clone(), self.joined_at, self.password.clone());
        let revision = self.revision;
        self.revision += 1;
        let (preferences, computer_level) = (self.preferences.clone(), self.computer_level);
        let (has_played, shared) = (self.has_played, self.shared);
        let row = PlayerRow { name, joined_at, password, has_played, preferences, computer_level, shared };
        Record::Player { player, revision, row: Some(row) }
    }
}

/// The seat of an absent player, which determines when their account is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeatState {
    /// The player has no seat.
    None,
    /// The player's game is running, so the account is not released.
    Playing,
    /// The player sits at the table of a game that was over at this time.
    Over(Timestamp),
}

/// A login whose password is to be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LoginAttempt {
    /// The player with that name; `None` if nobody has registered it.
    pub(super) player: Option<PlayerId>,
    /// The name under which the login throttle counts the attempt.
    pub(super) subject: Subject,
    /// When to verify the password.
    pub(super) turn: Turn,
}

/// The players, by number, name and token.
#[derive(Debug)]
pub(super) struct Accounts {
    limits: Limits,
    players: BTreeMap<PlayerId, Account>,
    names: Names,
    tokens: Tokens,
    blockers: Blockers,
    /// The names of blocked players who have never been in this hub.
    names_elsewhere: BTreeMap<PlayerId, PlayerName>,
    /// How many names are registered.
    registered: usize,
    /// Whether a stored player was set aside, so that a registered name may be unknown.
    has_lost_names: bool,
    /// The attempts to log in, if this hub shares its accounts with no other.
    own_logins: Option<LoginThrottle>,
    /// How often a game was rated or corrected since the hub began.
    rated_games: u64,
    /// When absent players lose their names or seats.
    releases: Timers<PlayerId>,
    /// When registered names that were never played with may lapse, and when the visits of players who are
    /// here are recorded in their shared accounts.
    lapses: Timers<PlayerId>,
    /// The leaderboards that were made lately.
    boards: BTreeMap<RatingClass, Board>,
}

impl Accounts {
    pub(super) fn new(limits: Limits, are_shared: bool) -> Self {
        Self {
            limits,
            players: BTreeMap::new(),
            names: Names::default(),
            tokens: Tokens::default(),
            blockers: Blockers::default(),
            names_elsewhere: BTreeMap::new(),
            registered: 0,
            has_lost_names: false,
            own_logins: (!are_shared).then(LoginThrottle::default),
            rated_games: 0,
            releases: Timers::default(),
            lapses: Timers::default(),
            boards: BTreeMap::new(),
        }
    }

    /// Changes the limits, from now on.
    pub(super) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.schedule_lapses();
    }

    /// Adds stored players and tokens. The players are away since `now`.
    pub(super) fn restore(
        &mut self,
        players: Vec<(PlayerId, u32, PlayerRow)>,
        sessions: Vec<(TokenHash, u32, SessionRow)>,
        now: Timestamp,
    ) {
        let mut all_preferences = Vec::new();
        for (id, revision, row) in players {
            let PlayerRow { name, joined_at, password, has_played, preferences, computer_level, shared } =
                row;
            all_preferences.push((id, preferences));
            let away_since = Some(now);
            let new = Account::new(name, joined_at);
            let account =
                Account { away_since, password, has_played, computer_level, revision, shared, ..new };
            self.names.take(&account.keys, id);
            self.registered += usize::from(account.is_registered());
            self.players.insert(id, account);
        }
        for (id, preferences) in all_preferences {
            self.restore_preferences(id, preferences);
        }
        self.tokens.restore(sessions);
        for (id, account) in &mut self.players {
            account.seen_at =
                self.tokens.last_issued(*id).map_or(account.joined_at, |at| at.max(account.joined_at));
        }
        self.schedule_lapses();
    }

    /// Returns all players, in the order of their numbers.
    pub(super) fn ids(&self) -> impl Iterator<Item = PlayerId> {
        self.players.keys().copied()
    }

    /// Returns the name of each player and the time of their last join, without computer players.
    pub(super) fn visits(&self) -> impl Iterator<Item = (PlayerName, Timestamp)> {
        // the copy of a shared account may be of a player who has never been here
        let has_joined = |account: &&Account| account.joined_at > Timestamp::default();
        let people = self.players.values().filter(has_joined);
        let people = people.filter(|account| account.computer_level.is_none());
        people.map(|account| (account.name.clone(), account.joined_at))
    }

    /// Returns how many accounts there are.
    pub(super) fn len(&self) -> usize {
        self.players.len()
    }

    pub(super) fn get(&self, id: PlayerId) -> Option<&Account> {
        self.players.get(&id)
    }

    pub(super) fn contains(&self, id: PlayerId) -> bool {
        self.players.contains_key(&id)
    }

    pub(super) fn is_registered(&self, id: PlayerId) -> bool {
        self.get(id).is_some_and(Account::is_registered)
    }

    /// Returns a player as the waits between challenges count them.
    pub(super) fn challenger(&self, player: PlayerId) -> Challenger {
        let guest = self.get(player).filter(|account| !account.is_registered());
        let guest = guest.and_then(|account| Some((*account.addresses.last()?, account.joined_at)));
        Challenger { player, guest }
    }

    /// Returns a player's recent actions, for their rate limits.
    pub(super) fn actions_mut(&mut self, id: PlayerId) -> Option<&mut Actions> {
        self.players.get_mut(&id).map(|account| &mut account.actions)
    }

    /// Checks that a new player may take a name: a computer player of this level, or a person.
    ///
    /// # Errors
    /// If a player has that name, or one that looks like it, or it is reserved and a person would take it.
    pub(super) fn check_free(&self, name: &PlayerName, computer_level: Option<u8>) -> Result<(), Refusal> {
        if self.by_registered_name(name).is_some() {
            return Err(Refusal::NameRegistered);
        }
        if computer_level.is_none() && self.limits.reserved_names.contains(name) {
            return Err(Refusal::NameReserved);
        }
        match self.names.owners(&NameKeys::of(name)).next() {
            Some(_) => Err(Refusal::NameTaken),
            None => Ok(()),
        }
    }

    /// Returns the player whose name is `name` or looks like it.
    pub(super) fn by_name(&self, name: &PlayerName) -> Option<PlayerId> {
        self.closest_name(name, |_| true)
    }

    /// Returns the player whose registered name is `name` or looks like it.
    fn by_registered_name(&self, name: &PlayerName) -> Option<PlayerId> {
        self.closest_name(name, Account::is_registered)
    }

    /// Returns the player whose name is spelled most like `name`, among the accounts that qualify.
    ///
    /// Several stored players can have names that count as the same only since a later version.
    fn closest_name(&self, name: &PlayerName, qualifies: impl Fn(&Account) -> bool) -> Option<PlayerId> {
        let keys = NameKeys::of(name);
        let owners = self.names.owners(&keys).filter(|&id| self.get(id).is_some_and(&qualifies));
        owners.min_by_key(|&id| {
            let own = self.get(id).map_or("", |account| account.name.as_str());
            (spelling_distance(own, name.as_str()), id)
        })
    }

    /// Adds a guest, or a computer player, whose name is free.
    #[must_use = "the new player must be saved"]
    pub(super) fn add(
        &mut self,
        id: PlayerId,
        name: PlayerName,
        token: SessionToken,
        computer_level: Option<u8>,
        now: Timestamp,
    ) -> Vec<Record> {
        let mut account = Account { computer_level, ..Account::new(name, now) };
        self.names.take(&account.keys, id);
        let mut records = vec![account.write(id)];
        self.players.insert(id, account);
        records.extend(self.tokens.issue(id, token, None, now));
        records
    }

    /// Removes a player: their name and tokens become free.
    #[must_use = "the removal must be saved"]
    pub(super) fn remove(&mut self, id: PlayerId) -> Vec<Record> {
        // the player's row comes last, so that no stored token is ever without its player
        let mut records = self.tokens.revoke_all(id);
        if let Some(account) = self.players.remove(&id) {
            self.names.free(&account.keys, id);
            self.remove_preferences(id, &account.preferences);
            self.lapses.set(id, None);
            self.registered -= usize::from(account.is_registered());
            records.extend(account.erase_ratings(id));
            records.extend(account.erase_fair_play(id));
            records.push(Record::Player { player: id, revision: account.revision, row: None });
        }
        records
    }
}

/// Coming and going.
impl Accounts {
    /// Records that a player is connected again; `is_new_visit` if they were not listed before.
    pub(super) fn came_back(&mut self, id: PlayerId, is_new_visit: bool, now: Timestamp) {
        let Some(account) = self.players.get_mut(&id) else { return };
        account.away_since = None;
        account.seen_at = now;
        if account.is_registered() && is_new_visit {
            account.joined_at = now;
        }
    }

    /// Records that a player's connection is closed.
    pub(super) fn went_away(&mut self, id: PlayerId, now: Timestamp) {
        if let Some(account) = self.players.get_mut(&id) {
            account.away_since = Some(now);
            account.seen_at = now;
        }
    }

    /// Lets a player's absence, if they are absent, begin `now`.
    pub(super) fn restart_absence(&mut self, id: PlayerId, now: Timestamp) {
        if let Some(account) = self.players.get_mut(&id) {
            account.away_since = account.away_since.map(|_| now);
        }
    }

    /// Records the address from which a player has connected.
    pub(super) fn add_address(&mut self, id: PlayerId, address: Address) {
        let Some(account) = self.players.get_mut(&id) else { return };
        account.addresses.retain(|&earlier| earlier != address);
        if account.addresses.len() >= limits::PLAYER_ADDRESSES {
            account.addresses.remove(0);
        }
        // most players use one address, and there are thousands of players
        account.addresses.reserve_exact(1);
        account.addresses.push(address);
    }

    /// Schedules when an absent player loses their name, or, if it is registered, their seat.
    ///
    /// The time counts from when they went away or from the end of their game, whichever is later,
    /// so that they may come back and see how it ended; and it is not before `awaited_until`. Returns the
    /// moment; the caller sets the timer.
    pub(super) fn schedule_release(
        &mut self,
        id: PlayerId,
        seat: SeatState,
        awaited_until: Option<Timestamp>,
    ) -> Option<Timestamp> {
        let account = self.get(id)?;
        let since = match (account.away_since, seat) {
            (None, _) | (Some(_), SeatState::Playing) => None,
            (Some(_), SeatState::None) if account.is_registered() => None,
            (Some(away_since), SeatState::None) => Some(away_since),
            (Some(away_since), SeatState::Over(ended_at)) => Some(ended_at.max(away_since)),
        };
        let at = since.map(|since| {
            let own = since.plus_ms(limits::GUEST_NAME_MS);
            awaited_until.map_or(own, |awaited| own.max(awaited))
        });
        self.releases.set(id, at);
        at
    }

    /// Cancels a scheduled release.
    pub(super) fn cancel_release(&mut self, id: PlayerId) {
        self.releases.set(id, None);
    }

    /// Returns the player whose release is due first, if more than [`limits::HELD_GUESTS`] are scheduled.
    pub(super) fn surplus_release(&self) -> Option<PlayerId> {
        if self.releases.len() > limits::HELD_GUESTS { self.releases.first() } else { None }
    }

    /// Begins the release of a player, so that no later step of it schedules another one.
    ///
    /// Returns whether the account remains, or `None` if there is none.
    pub(super) fn begin_release(&mut self, id: PlayerId) -> Option<bool> {
        self.releases.set(id, None);
        let account = self.players.get_mut(&id)?;
        account.away_since = None;
        Some(account.is_registered())
    }
}

/// Passwords.
impl Accounts {
    /// Checks that a player may register.
    ///
    /// # Errors
    /// If their name is registered or reserved, too many names are, or some registered names are unknown.
    pub(super) fn check_unregistered(&self, id: PlayerId) -> Result<(), Refusal> {
        if self.is_registered(id) {
            return Err(Refusal::AlreadyRegistered);
        }
        // reserved since the player joined
        if self.get(id).is_some_and(|account| self.limits.reserved_names.contains(&account.name)) {
            return Err(Refusal::NameReserved);
        }
        if self.registered as u64 >= self.limits.registered_names || self.has_lost_names {
            return Err(Refusal::RegistryFull);
        }
        Ok(())
    }

    /// Returns the most names that may be registered.
    pub(super) const fn most_registered(&self) -> u64 {
        self.limits.registered_names
    }

    /// Refuses every registration from now on: the row of a stored player cannot be read, and the
    /// name in it must not become another player's.
    pub(super) const fn refuse_registrations(&mut self) {
        self.has_lost_names = true;
    }

    /// Sets a player's password, which registers their name.
    #[must_use = "the password must be saved"]
    pub(super) fn set_password(&mut self, id: PlayerId, password: PasswordHash) -> Option<Record> {
        let account = self.players.get_mut(&id)?;
        self.registered += usize::from(account.password.replace(password).is_none());
        let record = account.write(id);
        self.schedule_lapse(id);
        Some(record)
    }

    /// Returns the query that verifies the password of a player, or of nobody.
    pub(super) fn verification(&self, player: Option<PlayerId>, password: Password) -> Query {
        let hash = player.and_then(|player| self.get(player)?.password.clone());
        let hash = hash.unwrap_or_else(|| PasswordHash(UNMATCHABLE_HASH.to_owned()));
        Query::VerifyPassword { password, hash }
    }
}

/// Session tokens.
impl Accounts {
    /// Returns the player that a valid token resumes. A guest's token expires with their name.
    pub(super) fn by_token(&self, token: SessionToken, now: Timestamp) -> Option<PlayerId> {
        let SessionRow { player: id, issued_at, .. } = self.tokens.find(token)?;
        let account = self.get(id)?;
        let expired = account.is_registered() && now.since(issued_at) >= limits::TOKEN_MS;
        (!expired).then_some(id)
    }

    /// Issues a token to a player who has resumed by the token `shown`, or logged in.
    #[must_use = "the token must be saved"]
    pub(super) fn issue_token(
        &mut self,
        id: PlayerId,
        fresh: SessionToken,
        shown: Option<SessionToken>,
        now: Timestamp,
    ) -> Vec<Record> {
        self.tokens.issue(id, fresh, shown, now)
    }

    /// Issues a token to a player and revokes all others.
    #[must_use = "the token must be saved"]
    pub(super) fn issue_only_token(
        &mut self,
        id: PlayerId,
        fresh: SessionToken,
        now: Timestamp,
    ) -> Vec<Record> {
        // other addresses may be those of a thief who had the password
        if let Some(account) = self.players.get_mut(&id) {
            account.addresses.drain(..account.addresses.len().saturating_sub(1));
        }
        self.tokens.issue_only(id, fresh, now)
    }

    /// Issues a token to a player that revokes all others once the player shows it.
    ///
    /// `None` if an earlier one has not been shown yet.
    #[must_use = "the token must be saved"]
    pub(super) fn issue_token_to_show(
        &mut self,
        id: PlayerId,
        fresh: SessionToken,
        now: Timestamp,
    ) -> Option<Vec<Record>> {
        self.tokens.issue_to_show(id, fresh, now)
    }

    /// Records that a player has shown a token, and returns whether the hub waited for that.
    pub(super) fn confirm_token(&mut self, id: PlayerId, token: SessionToken) -> bool {
        self.tokens.confirm(id, token)
    }

    /// Revokes the token that a player's last one replaces: the player has received that one.
    #[must_use = "the revocation must be saved"]
    pub(super) fn revoke_replaced_token(&mut self, id: PlayerId) -> Vec<Record> {
        self.tokens.revoke_replaced(id)
    }
}

#[cfg(test)]
mod tests;
