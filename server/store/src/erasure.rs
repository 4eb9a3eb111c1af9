//! Erases a player: which stored rows go, and what the others are without the player's name.
//!
//! Finished games stay, with a nameless player in the seat. Whatever cannot be decoded is an error,
//! because the name may be in it.

use super::accounts::{decode_account, decode_owner, encode_account};
use super::evenings::{EVENING, EVENING_BOARD, EVENING_RECORD};
use super::records::{ACCOUNT_NAME, ERASED, FAIR_PLAY, MODERATOR, RATING, REPORT, SANCTION, rating_of};
use super::values::{self, OpenChallenge};
use super::{StoreError, Table, decode_entry, decode_listed, decode_player, decode_session};
use chuhe_hub::{
    AccountRow, EveningBoardRow, EveningRow, GameEvent, NAMELESS, NameKeys, ReportRow, Sanction,
    SanctionTarget, scrub_record,
};
use chuhe_protocol::{Event, PlayerId, PlayerName, Seat};
use chuhe_rules::{Color, PerColor};
use chuhe_tournaments as tournaments;
use std::collections::{BTreeMap, BTreeSet};

/// A player to erase: their name, and the numbers of all stored players who have it.
#[derive(Clone, Debug)]
pub struct Erasure {
    /// The name; `None` if the player has no account any more.
    name: Option<NameKeys>,
    nameless: PlayerName,
    players: BTreeSet<PlayerId>,
    /// The names of the other accounts. A hall that was closed may know such a player by an earlier name.
    others: BTreeMap<PlayerId, PlayerName>,
}

/// What becomes of a stored value.
#[derive(Clone, PartialEq, Eq)]
pub enum Fate {
    /// It stays as it is.
    Kept,
    /// It has other bytes.
    Changed(Vec<u8>),
    /// It is deleted.
    Deleted,
}

/// Shows only what happens: values may be secrets.
impl std::fmt::Debug for Fate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Kept => "Kept",
            Self::Changed(_) => "Changed",
            Self::Deleted => "Deleted",
        })
    }
}

impl Erasure {
    /// An erasure of this name, in any spelling.
    ///
    /// # Panics
    /// Never: [`NAMELESS`] is a name.
    #[must_use]
    pub fn of(name: &PlayerName) -> Self {
        let nameless = PlayerName::parse(NAMELESS).expect("a valid name");
        let (players, others) = Default::default();
        Self { name: Some(NameKeys::of(name)), nameless, players, others }
    }

    /// An erasure of what is left of players whose accounts are gone.
    ///
    /// # Panics
    /// Never: [`NAMELESS`] is a name.
    #[must_use]
    pub fn of_players(players: impl IntoIterator<Item = PlayerId>) -> Self {
        let nameless = PlayerName::parse(NAMELESS).expect("a valid name");
        Self { name: None, nameless, players: players.into_iter().collect(), others: BTreeMap::new() }
    }

    /// Adds the player of a row of [`Table::Players`], if they have the name.
    ///
    /// If halls share accounts, these come first: they have the names that players have now.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if the row cannot be decoded.
    pub fn add(&mut self, key: &[u8], value: &[u8]) -> Result<(), StoreError> {
        let player = PlayerId(number(key)?);
        if let Ok(account) = decode_account(value) {
            self.add_account(player, account);
        } else if self.has(&decode_player(value)?.name) && !self.others.contains_key(&player) {
            self.players.insert(player);
        }
        Ok(())
    }

    /// Adds the player of an account that halls share, if it has the name.
    pub fn add_account(&mut self, player: PlayerId, account: AccountRow) {
        if self.has(&account.name) {
            self.players.insert(player);
        } else {
            self.others.insert(player, account.name);
        }
    }

    /// Adds a player by their number.
    pub fn add_player(&mut self, player: PlayerId) {
        self.players.insert(player);
    }

    /// The players who are erased.
    #[must_use]
    pub const fn players(&self) -> &BTreeSet<PlayerId> {
        &self.players
    }

    /// Returns what becomes of a row.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if it cannot be decoded.
    pub fn row(&self, table: Table, key: &[u8], value: &[u8]) -> Result<Fate, StoreError> {
        match table {
            Table::Players => self.player(key, value),
            Table::Sessions => Ok(deleted_if(self.players.contains(&decode_session(value)?.player))),
            // those that name the player in their seat are not over, so that they must end first
            Table::Games => Ok(Fate::Kept),
            Table::PlayerGames => self.listed(key, value),
            Table::Challenges => self.challenge(value),
            Table::Meta if key.starts_with(SANCTION) => {
                let target = values::decode::<Sanction>(value)?.target;
                Ok(deleted_if(matches!(target, SanctionTarget::Name(name) if self.has(&name))))
            }
            Table::Meta if key.starts_with(ACCOUNT_NAME) => {
                Ok(deleted_if(self.players.contains(&decode_owner(value)?)))
            }
            Table::Meta if key.starts_with(RATING) => {
                let (player, _) = rating_of(key).ok_or_else(|| StoreError::damaged("a key is no number"))?;
                Ok(deleted_if(self.players.contains(&player)))
            }
            Table::Meta if key.starts_with(FAIR_PLAY) => {
                let player = key.get(FAIR_PLAY.len()..).unwrap_or_default();
                Ok(deleted_if(self.players.contains(&PlayerId(number(player)?))))
            }
            Table::Meta if key.starts_with(REPORT) => {
                let mut row = values::decode::<ReportRow>(value)?;
                let is_theirs =
                    |player: PlayerId, name: &PlayerName| self.players.contains(&player) || self.has(name);
                let is_changed = row.scrub(is_theirs, &self.nameless);
                changed_if(is_changed, || values::encode(&row))
            }
            Table::Meta if key.starts_with(EVENING) => {
                let mut row = values::decode::<EveningRow>(value)?;
                let organisers = row.organisers.len();
                row.organisers.retain(|player| !self.players.contains(player));
                changed_if(row.organisers.len() != organisers, || values::encode(&row))
            }
            Table::Meta if key.starts_with(EVENING_BOARD) => {
                let mut row = values::decode::<EveningBoardRow>(value)?;
                let objections = row.objections.len();
                row.objections.retain(|it| !self.players.contains(&it.account));
                changed_if(row.objections.len() != objections, || values::encode(&row))
            }
            Table::Meta if key.starts_with(EVENING_RECORD) => {
                let mut record = values::decode::<tournaments::Record>(value)?;
                let is_named = |name: &str| PlayerName::parse(name).is_ok_and(|name| self.has(&name));
                let is_theirs =
                    |player: PlayerId, name: &str| self.players.contains(&player) || is_named(name);
                let is_changed = scrub_record(&mut record, is_theirs);
                changed_if(is_changed, || values::encode(&record))
            }
            Table::Meta if key.starts_with(ERASED) || key.starts_with(MODERATOR) => {
                Ok(deleted_if(self.players.contains(&decode_owner(value)?)))
            }
            Table::Meta => Ok(Fate::Kept),
        }
    }

    /// Returns what becomes of a challenge, an invitation or a lasting seek.
    fn challenge(&self, value: &[u8]) -> Result<Fate, StoreError> {
        let players = match values::decode(value)? {
            OpenChallenge::Challenge(row) => vec![row.from, row.to],
            OpenChallenge::Invitation(row) => {
                row.held.map(|held| held.by).into_iter().chain([row.from]).collect()
            }
            // the seek of somebody else stays, without the answer
            OpenChallenge::LastingSeek(mut row) if !self.players.contains(&row.from) => {
                let answers = row.answers.len();
                row.answers.retain(|answer| !self.players.contains(&answer.by));
                return changed_if(row.answers.len() != answers, || values::encode(&row));
            }
            OpenChallenge::LastingSeek(row) => vec![row.from],
        };
        Ok(deleted_if(players.iter().any(|player| self.players.contains(player))))
    }

    /// Returns what becomes of a journal entry, which is never deleted.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] if it cannot be decoded.
    pub fn entry(&self, value: &[u8]) -> Result<Fate, StoreError> {
        let mut entry = decode_entry(value)?;
        let GameEvent::Public(Event::Started(start)) = &mut entry.event else { return Ok(Fate::Kept) };
        if self.clear(&mut start.seats) { values::encode(&entry).map(Fate::Changed) } else { Ok(Fate::Kept) }
    }

    fn player(&self, key: &[u8], value: &[u8]) -> Result<Fate, StoreError> {
        if let Ok(mut row) = decode_account(value) {
            if self.has(&row.name) || self.players.contains(&PlayerId(number(key)?)) {
                return Ok(Fate::Deleted);
            }
            let blocked = row.blocked.len();
            row.blocked.retain(|player, name| !self.players.contains(player) && !self.has(name));
            return changed_if(row.blocked.len() != blocked, || encode_account(&row));
        }
        let (mut row, player) = (decode_player(value)?, PlayerId(number(key)?));
        let new_name = self.others.get(&player).filter(|_| self.has(&row.name));
        if self.players.contains(&player) || (self.has(&row.name) && new_name.is_none()) {
            return Ok(Fate::Deleted);
        }
        let blocked = row.preferences.blocked.len();
        row.preferences.blocked.retain(|player| !self.players.contains(player));
        let is_changed = new_name.is_some() || row.preferences.blocked.len() != blocked;
        if let Some(name) = new_name {
            row.name.clone_from(name);
        }
        changed_if(is_changed, || values::encode(&row))
    }

    fn listed(&self, key: &[u8], value: &[u8]) -> Result<Fate, StoreError> {
        let owner = key.get(..size_of::<u64>()).unwrap_or_default();
        let mut summary = decode_listed(value)?;
        if self.players.contains(&PlayerId(number(owner)?)) {
            return Ok(Fate::Deleted);
        }
        let is_changed = self.clear(&mut summary.seats);
        changed_if(is_changed, || values::encode(&summary))
    }

    /// Takes the name out of the seats, and returns whether it was there.
    fn clear(&self, seats: &mut PerColor<Seat>) -> bool {
        let mut is_changed = false;
        for color in Color::ALL {
            let seat = &mut seats[color];
            if self.has(&seat.name) || self.players.contains(&seat.player) {
                seat.name.clone_from(&self.nameless);
                is_changed = true;
            }
        }
        is_changed
    }

    fn has(&self, name: &PlayerName) -> bool {
        self.name.as_ref().is_some_and(|own| own.shares_a_key(&NameKeys::of(name)))
    }
}

const fn deleted_if(is_theirs: bool) -> Fate {
    if is_theirs { Fate::Deleted } else { Fate::Kept }
}

fn changed_if(
    is_changed: bool,
    encode: impl FnOnce() -> Result<Vec<u8>, StoreError>,
) -> Result<Fate, StoreError> {
    if is_changed { encode().map(Fate::Changed) } else { Ok(Fate::Kept) }
}

fn number(key: &[u8]) -> Result<u64, StoreError> {
    let bytes = key.try_into().map_err(|_| StoreError::damaged("a key is no number"))?;
    Ok(u64::from_be_bytes(bytes))
}
