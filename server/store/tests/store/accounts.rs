//! The keys of accounts that halls share.

use super::{AN, AT, BO, name, set, store_with};
use chuhe_hub::{AccountRow, PasswordHash};
use chuhe_protocol::{ChallengePolicy, PlayerId};
use chuhe_store::{
    AccountKey, Durability, Memory, Store, Table, Write, account_write, count_accounts, decode_owner,
    encode_account, encode_owner, get_account_key, is_usable, restore,
};
use std::collections::BTreeMap;

#[test]
fn a_player_the_hashes_of_a_name_and_the_mark_of_an_erasure_have_keys_of_their_own() {
    let mut store = Memory::new();
    let [first, second] = [1, 2].map(|n| AccountKey::Name([n; 32]));
    let keys = [AccountKey::Player(BO), first, second, AccountKey::Erased(BO), AccountKey::Erased(AN)];
    let values = [&b"0"[..], b"1", b"2", b"3", b"4"];
    for (key, value) in keys.iter().zip(values) {
        assert_eq!(get_account_key(&mut store, key), Ok(None));
        store.commit(&[account_write(key, 0, value.to_vec())], Durability::Power).unwrap();
    }
    for (key, value) in keys.iter().zip(values) {
        assert_eq!(get_account_key(&mut store, key), Ok(Some((1, value.to_vec()))));
    }
    store.commit(&[account_write(&keys[0], 1, b"3".to_vec())], Durability::Power).unwrap();
    assert_eq!(get_account_key(&mut store, &keys[0]), Ok(Some((2, b"3".to_vec()))));
    assert_eq!(get_account_key(&mut store, &keys[2]), Ok(Some((1, b"2".to_vec()))));
}

#[test]
fn accounts_are_counted_page_after_page() {
    let players =
        |count: u64| (0..count).map(|n| set(Table::Players, &n.to_be_bytes(), 0, b"")).collect::<Vec<_>>();
    for count in [0, 1, 999, 1_000, 1_001, 2_500] {
        assert_eq!(count_accounts(&mut store_with(&players(count))), Ok(count));
    }
}

#[test]
fn an_account_and_the_owner_of_a_name_read_as_what_they_are() {
    let owner = encode_owner(PlayerId(300)).unwrap();
    assert_eq!(decode_owner(&owner), Ok(PlayerId(300)));
    let row = AccountRow {
        name: name("Bo"),
        registered_at: AT,
        password: PasswordHash("hash".to_owned()),
        policy: ChallengePolicy::Nobody,
        blocked: BTreeMap::from([(PlayerId(9), name("Cy"))]),
        sign_outs: 3,
        seen_at: AT,
        has_played: false,
    };
    let account = encode_account(&row).unwrap();
    let key = [chuhe_store::ACCOUNT_NAME, &[1; 32]].concat();
    assert!(is_usable(Table::Meta, &key, &owner) && !is_usable(Table::Meta, &key, &account));
    let Write::Set { key: mark, .. } = account_write(&AccountKey::Erased(BO), 0, owner.clone()) else {
        panic!("a mark has a key");
    };
    assert!(is_usable(Table::Meta, &mark, &owner) && !is_usable(Table::Meta, &mark, &account));
    // commands read the accounts as the players of a hall
    let mut store = store_with(&[account_write(&AccountKey::Player(BO), 0, account)]);
    let restored = restore(&mut store).unwrap();
    let (player, revision, read) = &restored.players[0];
    assert_eq!((*player, *revision), (BO, 1));
    assert_eq!((&read.name, read.joined_at, read.password.as_ref()), (&row.name, AT, Some(&row.password)));
    assert_eq!((read.shared, read.computer_level, read.has_played), (Some(3), None, false));
    assert_eq!(read.preferences.policy, ChallengePolicy::Nobody);
    assert_eq!(read.preferences.blocked, [PlayerId(9)].into());
}
