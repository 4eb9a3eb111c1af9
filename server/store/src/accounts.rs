//! Where the accounts that halls share are stored: their tables, keys and bytes.

use super::records::{ACCOUNT_NAME, ERASED};
use super::values::{self, NameOwner};
use super::{Order, Revision, Store, StoreError, Table, Write};
use chuhe_hub::AccountRow;
use chuhe_protocol::PlayerId;

/// Keys read at once.
const PAGE: usize = 1_000;

/// The key of a value among the accounts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccountKey {
    /// The account of a player.
    Player(PlayerId),
    /// The owner of a name, by the hash of one of the keys by which names are compared.
    Name([u8; 32]),
    /// The mark of a player whose account was erased, so that no copy of it brings it back. It has their
    /// number and nothing else, and stays: a copy may turn up at any time.
    Erased(PlayerId),
}

impl AccountKey {
    fn in_store(&self) -> (Table, Vec<u8>) {
        match self {
            Self::Player(player) => (Table::Players, player.0.to_be_bytes().to_vec()),
            Self::Name(hash) => (Table::Meta, [ACCOUNT_NAME, hash].concat()),
            Self::Erased(player) => (Table::Meta, [ERASED, &player.0.to_be_bytes()].concat()),
        }
    }
}

/// Reads the revision and the value of a key, or `None` if it is missing.
///
/// # Errors
/// Those of the store.
pub fn get_account_key(
    store: &mut dyn Store,
    key: &AccountKey,
) -> Result<Option<(Revision, Vec<u8>)>, StoreError> {
    let (table, key) = key.in_store();
    store.get(table, &key)
}

/// Returns the write that sets a key.
pub fn account_write(key: &AccountKey, expected: Revision, value: Vec<u8>) -> Write {
    let (table, key) = key.in_store();
    Write::Set { table, key, expected, value: Some(value) }
}

/// Returns the write that removes a key.
pub fn account_removal(key: &AccountKey, expected: Revision) -> Write {
    let (table, key) = key.in_store();
    Write::Set { table, key, expected, value: None }
}

/// Returns the players who have accounts.
///
/// # Errors
/// Those of the store.
pub fn account_players(store: &mut dyn Store) -> Result<Vec<PlayerId>, StoreError> {
    let (mut players, mut from) = (Vec::new(), Vec::new());
    loop {
        let page = store.scan(Table::Players, &from, None, Order::Up, PAGE)?;
        // a key that is no number is a mark of lost rows
        let numbers = page.iter().filter_map(|row| row.key.as_slice().try_into().ok());
        players.extend(numbers.map(|number| PlayerId(u64::from_be_bytes(number))));
        let Some(last) = page.last().filter(|_| page.len() == PAGE) else { return Ok(players) };
        from.clone_from(&last.key);
        from.push(0); // the first key after it
    }
}

/// Returns how many accounts there are.
///
/// # Errors
/// Those of the store.
pub fn count_accounts(store: &mut dyn Store) -> Result<u64, StoreError> {
    let (mut count, mut from) = (0, Vec::new());
    loop {
        let page = store.scan(Table::Players, &from, None, Order::Up, PAGE)?;
        count += page.len() as u64;
        let Some(last) = page.last().filter(|_| page.len() == PAGE) else { return Ok(count) };
        from.clone_from(&last.key);
        from.push(0); // the first key after it
    }
}

/// Encodes an account.
///
/// # Errors
/// [`StoreError::TooLong`] if it exceeds the limit, which no account of the hub does.
pub fn encode_account(row: &AccountRow) -> Result<Vec<u8>, StoreError> {
    values::encode(row)
}

/// Decodes an account.
///
/// # Errors
/// [`StoreError::Damaged`] if it cannot be decoded.
pub fn decode_account(value: &[u8]) -> Result<AccountRow, StoreError> {
    values::decode(value)
}

/// Encodes the owner of a name.
///
/// # Errors
/// None in practice: it is short.
pub fn encode_owner(player: PlayerId) -> Result<Vec<u8>, StoreError> {
    values::encode(NameOwner(player))
}

/// Decodes the owner of a name.
///
/// # Errors
/// [`StoreError::Damaged`] if it cannot be decoded.
pub fn decode_owner(value: &[u8]) -> Result<PlayerId, StoreError> {
    values::decode::<NameOwner>(value).map(|NameOwner(player)| player)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_hub::{PasswordHash, UNMATCHABLE_HASH};
    use chuhe_protocol::{ChallengePolicy, PlayerName, limits};
    use chuhe_rules::clock::Timestamp;

    fn name(text: &str) -> PlayerName {
        PlayerName::parse(text).expect("a name")
    }

    fn row(blocked: usize) -> AccountRow {
        let player = |n: usize| (PlayerId(n as u64), name(&format!("p{n}")));
        AccountRow {
            name: name("云中鹤"),
            registered_at: Timestamp::from_ms(1_800_000_000_000),
            password: PasswordHash("hash".to_owned()),
            policy: ChallengePolicy::Registered,
            blocked: (0..blocked).map(player).collect(),
            sign_outs: 3,
            seen_at: Timestamp::from_ms(1_800_000_000_000),
            has_played: true,
        }
    }

    #[test]
    fn released_bytes_of_an_account_and_of_an_owner_stay_readable() {
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        let account = encode_account(&row(2)).expect("it is short");
        let values = "09e4ba91e4b8ade9b9a4fd00505c18a301000004686173680102000270300102703103";
        assert_eq!(hex(&account), format!("0b{values}fd00505c18a301000001"));
        assert_eq!(decode_account(&account), Ok(row(2)));
        let owner = encode_owner(PlayerId(300)).expect("it is short");
        assert_eq!(hex(&owner), "0cfb2c01");
        assert_eq!(decode_owner(&owner), Ok(PlayerId(300)));
        assert!(decode_owner(&account).is_err() && decode_account(&owner).is_err());
    }

    #[test]
    fn account_with_the_most_and_longest_blocked_names_fits() {
        // a letter of four bytes
        let longest = name(&"𠀀".repeat(limits::NAME_CHARS));
        let players = (0..limits::BLOCKED_PLAYERS as u64).map(|n| PlayerId((1 << 53) - 1 - n));
        let blocked = players.map(|player| (player, longest.clone())).collect();
        let password = PasswordHash(UNMATCHABLE_HASH.to_owned());
        let full = AccountRow { name: longest.clone(), password, blocked, ..row(0) };
        let value = encode_account(&full).expect("it fits");
        assert_eq!(decode_account(&value), Ok(full));
    }
}
