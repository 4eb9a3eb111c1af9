//! A player is erased: nothing of the name stays in the files, and the games go on without it.

use crate::migration::{BO, FINISHED_XIANGQI, fixture};
use chuhe_hub::{
    AccountRow, GameEvent, NameKeys, PasswordHash, Record, Sanction, SanctionKind, SanctionTarget,
    UNMATCHABLE_HASH,
};
use chuhe_protocol::{ChallengePolicy, Event, PlayerId, PlayerName};
use chuhe_rules::clock::Timestamp;
use chuhe_server::shell::operate::maintenance::{back_up, erase_account, export_account};
use chuhe_server::store::{EraseError, Sqlite, erase, find_players, import, verify};
use chuhe_store::{
    AccountKey, Durability, Erasure, NAMELESS, Order, Store, Table, Write, account_write, encode_account,
    encode_owner, entries, games_of, restore, write_of,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// A player of the fixture who has finished a game with Bo.
const ANNA: &str = "安娜";

fn name(text: &str) -> PlayerName {
    PlayerName::parse(text).unwrap()
}

/// The data of a killed server, with a ban of Anna.
fn data() -> TempDir {
    let folder = fixture();
    let mut store = Sqlite::open(folder.path()).unwrap();
    let target = SanctionTarget::Name(name(ANNA));
    let row = Some(Sanction { kind: SanctionKind::Ban, target, until: None });
    let ban = write_of(&Record::Sanction { number: 1, revision: 0, row }).unwrap();
    store.commit(&[ban], Durability::Power).unwrap();
    folder
}

/// Closes the tables of all games.
fn close_tables(folder: &Path) {
    let mut store = Sqlite::open(folder).unwrap();
    let rows = store.scan(Table::Games, &[], None, Order::Up, 99).unwrap();
    let close = rows.into_iter().map(|row| Write::Set {
        table: Table::Games,
        key: row.key,
        expected: row.revision,
        value: None,
    });
    let closed: Vec<Write> = close.collect();
    assert!(!closed.is_empty());
    store.commit(&closed, Durability::Power).unwrap();
}

/// The files in a folder, and in the folders in it, that contain a text.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(files_with(&path, text));
        } else if fs::read(&path).unwrap().windows(text.len()).any(|window| window == text.as_bytes()) {
            found.push(path.display().to_string());
        }
    }
    found
}

#[test]
fn nothing_of_an_erased_name_is_found_in_the_files_and_in_later_backups() {
    let data = data();
    close_tables(data.path());
    assert!(!files_with(data.path(), ANNA).is_empty());
    erase_account(data.path(), &name(ANNA)).unwrap();
    assert_eq!(files_with(data.path(), ANNA), Vec::<String>::new());
    let backups = tempdir().unwrap();
    back_up(data.path(), &backups.path().join("backup.db")).unwrap();
    assert_eq!(files_with(backups.path(), ANNA), Vec::<String>::new());

    let verdict = verify(data.path(), &mut |_, _| {}).unwrap();
    assert_eq!((verdict.problems, verdict.set_aside), (vec![], vec![]));
    let mut store = Sqlite::open(data.path()).unwrap();
    let names: Vec<String> =
        restore(&mut store).unwrap().players.into_iter().map(|(_, _, row)| row.name.to_string()).collect();
    assert_eq!(names, ["Bo", "Cy", "Di", "Gu", "Ha", "Ia", "Jo"]);
    // the game that Bo played with her is whole
    let (listed, _) = games_of(&mut store, BO, None, 99).unwrap();
    let seats = &listed[0].seats;
    assert_eq!((seats.red.name.as_str(), seats.black.name.as_str()), ("Bo", NAMELESS));
    let events = entries(&mut store, FINISHED_XIANGQI, 0, 99).unwrap();
    let GameEvent::Public(Event::Started(start)) = &events[0].event else { panic!("{events:?}") };
    assert_eq!((start.seats.red.name.as_str(), start.seats.black.name.as_str()), ("Bo", NAMELESS));
    drop(store);

    let nobody = erase_account(data.path(), &name(ANNA)).unwrap_err();
    assert!(nobody.to_string().contains("nothing is stored"), "{nobody}");
}

#[test]
fn a_player_at_a_table_is_not_erased() {
    let data = data();
    let mut erasure = Erasure::of(&name(ANNA));
    find_players(data.path(), &mut erasure).unwrap();
    assert_eq!(erasure.players().len(), 1);
    assert!(matches!(erase(data.path(), &erasure), Err(EraseError::Playing(_))));
    assert!(!files_with(data.path(), ANNA).is_empty());
    verify(data.path(), &mut |_, _| {}).unwrap();
}

#[test]
fn a_player_is_erased_from_all_halls_and_from_the_accounts_that_they_share() {
    let all = tempdir().unwrap();
    let (hall, accounts) = (all.path().join("halls/east"), all.path().join("accounts"));
    for folder in [&hall, &accounts] {
        fs::create_dir_all(folder).unwrap();
    }
    let fixture = data();
    close_tables(fixture.path());
    for file in fs::read_dir(fixture.path()).unwrap().map(|entry| entry.unwrap().path()) {
        fs::copy(&file, hall.join(file.file_name().unwrap())).unwrap();
    }
    let mut store = Sqlite::open(&accounts).unwrap();
    let account = |text: &str, blocked: BTreeMap<PlayerId, PlayerName>| AccountRow {
        name: name(text),
        registered_at: Timestamp::from_ms(1),
        password: PasswordHash(UNMATCHABLE_HASH.to_owned()),
        policy: ChallengePolicy::Everyone,
        blocked,
        sign_outs: 0,
        seen_at: Timestamp::from_ms(1_800_000_000_000),
        has_played: true,
    };
    let (anna, bo) = (PlayerId(BO.0 + 1), BO);
    let mut writes = vec![
        account_write(&AccountKey::Player(anna), 0, encode_account(&account(ANNA, BTreeMap::new())).unwrap()),
        account_write(
            &AccountKey::Player(bo),
            0,
            encode_account(&account("Bo", [(anna, name(ANNA))].into())).unwrap(),
        ),
    ];
    for (text, player) in [(ANNA, anna), ("Bo", bo)] {
        for hash in NameKeys::of(&name(text)).hashes() {
            writes.push(account_write(&AccountKey::Name(hash), 0, encode_owner(player).unwrap()));
        }
    }
    store.commit(&writes, Durability::Power).unwrap();
    drop(store);

    erase_account(all.path(), &name(ANNA)).unwrap();
    assert_eq!(files_with(all.path(), ANNA), Vec::<String>::new());
    let mut store = Sqlite::open(&accounts).unwrap();
    let keys = |store: &mut Sqlite, table| store.scan(table, &[], None, Order::Up, 99).unwrap().len();
    assert_eq!(keys(&mut store, Table::Players), 1, "Bo's account stays");
    assert_eq!(keys(&mut store, Table::Meta), NameKeys::of(&name("Bo")).hashes().count());
}

#[test]
fn an_account_is_exported_as_a_file_that_can_be_imported() {
    let data = data();
    let (folder, copy) = (tempdir().unwrap(), tempdir().unwrap());
    let file = folder.path().join("anna.jsonl");
    let exported = export_account(data.path(), &name(ANNA), &file).unwrap();
    assert_eq!((exported.players, exported.games, exported.listed), (1, 1, 1));
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains(ANNA) && !text.contains("argon2") && !text.contains("Cy"), "{text}");
    import(copy.path(), &mut text.as_bytes()).unwrap();
    let none = export_account(data.path(), &name("Nobody"), &folder.path().join("none")).unwrap_err();
    assert!(none.to_string().starts_with("0 players have the name"), "{none}");
}
