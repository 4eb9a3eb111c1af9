#[cfg(unix)]
use super::managing::ManageError;
use super::reconciling::HallPlayers;
use super::stored_table::StoredTable;
use super::*;
use crate::shell::hall::persistence::Data;
use crate::shell::operate::config::Config;
use crate::shell::operate::live::Reconfigure;
use chuhe_hub::{PasswordHash, PlayerRow, Preferences, Restored, SessionRow, TokenHash};
use chuhe_protocol::{ChallengePolicy, HallName};
use chuhe_rules::clock::Timestamp;
use chuhe_store::Revision;
use std::collections::{BTreeMap, VecDeque};
use table::{Answered, Removing, Renaming};

/// A table in memory, which fails or lets another process write first if told to.
#[derive(Debug, Default)]
struct TestTable {
    rows: Mutex<BTreeMap<AccountKey, (Revision, Vec<u8>)>>,
    /// What happens before the next calls of `commit`.
    before: Mutex<VecDeque<Disturbance>>,
    /// How many of the next calls of `get` fail.
    unreadable: Mutex<u32>,
}

#[derive(Debug)]
enum Disturbance {
    Fails,
    Writes(AccountKey, Vec<u8>),
}

impl AccountTable for Arc<TestTable> {
    fn get(&self, key: AccountKey) -> Answered<'_, Option<(Revision, Vec<u8>)>> {
        Box::pin(async move {
            let mut unreadable = lock(&self.unreadable);
            if *unreadable > 0 {
                *unreadable -= 1;
                return Err(StoreError::Unavailable("a test says so".to_owned()));
            }
            Ok(lock(&self.rows).get(&key).cloned())
        })
    }

    fn commit(&self, writes: Vec<AccountWrite>) -> Answered<'_, Committed> {
        Box::pin(async move {
            let mut rows = lock(&self.rows);
            match lock(&self.before).pop_front() {
                None => {}
                Some(Disturbance::Fails) => return Err(StoreError::Full),
                Some(Disturbance::Writes(key, value)) => {
                    let revision = rows.get(&key).map_or(0, |row| row.0) + 1;
                    rows.insert(key, (revision, value));
                }
            }
            let is_at = |write: &AccountWrite| rows.get(&write.key).map_or(0, |row| row.0) == write.expected;
            if !writes.iter().all(is_at) {
                return Ok(Committed::Conflict);
            }
            let revisions = writes.iter().map(|write| write.expected + 1).collect();
            rows.extend(writes.into_iter().map(|write| (write.key, (write.expected + 1, write.value))));
            Ok(Committed::Done(revisions))
        })
    }

    fn players(&self) -> Answered<'_, Vec<PlayerId>> {
        let player = |key: &AccountKey| match key {
            AccountKey::Player(player) => Some(*player),
            AccountKey::Name(_) | AccountKey::Erased(_) => None,
        };
        Box::pin(async move { Ok(lock(&self.rows).keys().filter_map(player).collect()) })
    }

    fn remove(&self, removing: Removing) -> Answered<'_, Committed> {
        Box::pin(async move {
            let Removing { player, expected, names, why } = removing;
            let mut rows = lock(&self.rows);
            let key = AccountKey::Player(player);
            if rows.get(&key).map(|row| row.0) != Some(expected) {
                return Ok(Committed::Conflict);
            }
            rows.remove(&key);
            names.into_iter().for_each(|name| drop(rows.remove(&AccountKey::Name(name))));
            if why == Removal::Erased {
                rows.insert(AccountKey::Erased(player), (1, encode_owner(player)?));
            }
            Ok(Committed::Done(vec![expected + 1]))
        })
    }

    fn rename(&self, renaming: Renaming) -> Answered<'_, Committed> {
        Box::pin(async move {
            let Renaming { player, expected, value, names, freed } = renaming;
            let mut rows = lock(&self.rows);
            let key = AccountKey::Player(player);
            if rows.get(&key).map(|row| row.0) != Some(expected) {
                return Ok(Committed::Conflict);
            }
            rows.insert(key, (expected + 1, value));
            let owner = encode_owner(player)?;
            rows.extend(names.into_iter().map(|name| (AccountKey::Name(name), (1, owner.clone()))));
            freed.into_iter().for_each(|name| drop(rows.remove(&AccountKey::Name(name))));
            Ok(Committed::Done(vec![expected + 1]))
        })
    }

    fn count(&self) -> Answered<'_, u64> {
        let is_account = |key: &&AccountKey| matches!(key, AccountKey::Player(_));
        Box::pin(async move { Ok(lock(&self.rows).keys().filter(is_account).count() as u64) })
    }

    fn close(&self) -> Answered<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}

fn over(table: Box<dyn AccountTable>) -> Accounts {
    let config = Config::on("127.0.0.1:0".parse().expect("an address"));
    Accounts::new(table, Reconfigure::new(config.live()).subscribe())
}

fn row(name: &str) -> AccountRow {
    AccountRow {
        name: PlayerName::parse(name).expect("a name"),
        registered_at: Timestamp::from_ms(5),
        password: PasswordHash("hash".to_owned()),
        policy: ChallengePolicy::Everyone,
        blocked: BTreeMap::new(),
        sign_outs: 0,
        seen_at: Timestamp::from_ms(1_800_000_000_000),
        has_played: false,
    }
}

fn claim(player: u64, name: &str) -> AccountQuery {
    AccountQuery::Claim { player: PlayerId(player), row: Box::new(row(name)), most: 10 }
}

fn find(name: &str) -> AccountQuery {
    AccountQuery::Find { name: PlayerName::parse(name).expect("a name") }
}

fn change(player: u64, change: AccountChange) -> AccountQuery {
    AccountQuery::Change { player: PlayerId(player), change: Box::new(change) }
}

fn stored(answer: Answer) -> SharedAccount {
    let Answer::Accounts(AccountAnswer::Stored(account)) = answer else { panic!("{answer:?}") };
    *account
}

fn found(answer: Answer) -> Option<PlayerId> {
    let Answer::Accounts(AccountAnswer::Found(account)) = answer else { panic!("{answer:?}") };
    account.map(|account| account.player)
}

const TAKEN: Answer = Answer::Accounts(AccountAnswer::Refused(AccountRefusal::NameRegistered));

/// Runs a test over a store, and over a table in memory.
async fn with_each<T: Future<Output = ()>>(test: impl Fn(Accounts) -> T) {
    let (table, _) = StoredTable::open(&Data::Memory).expect("memory");
    test(over(Box::new(table))).await;
    test(over(Box::new(Arc::new(TestTable::default())))).await;
}

#[tokio::test]
async fn a_name_has_one_owner_in_any_spelling_and_a_claim_can_be_repeated() {
    with_each(async |accounts| {
        assert_eq!(found(accounts.answer(0, find("Bo")).await), None);
        assert_eq!(stored(accounts.answer(0, claim(7, "Bo")).await).revision, 1);
        for name in ["Bo", "bO", "В\u{43e}"] {
            assert_eq!(accounts.answer(1, claim(8, name)).await, TAKEN, "{name}");
            assert_eq!(found(accounts.answer(1, find(name)).await), Some(PlayerId(7)), "{name}");
        }
        assert_eq!(stored(accounts.answer(0, claim(7, "Bo")).await).player, PlayerId(7));
        let full = AccountQuery::Claim { player: PlayerId(9), row: Box::new(row("An")), most: 1 };
        let refused = Answer::Accounts(AccountAnswer::Refused(AccountRefusal::Full));
        assert_eq!(accounts.answer(1, full).await, refused);
        let missing = Answer::Accounts(AccountAnswer::Refused(AccountRefusal::Missing));
        assert_eq!(accounts.answer(1, change(9, AccountChange::SignOut)).await, missing);
        accounts.close().await.expect("it closes");
    })
    .await;
}

#[tokio::test]
async fn other_halls_follow_a_change_and_its_own_hall_does_not() {
    with_each(async |accounts| {
        let (mut own, mut other) = (accounts.follow(0), accounts.follow(1));
        let account = stored(accounts.answer(0, claim(7, "Bo")).await);
        assert_eq!(other.try_recv(), Ok(News::Changed(Box::new(account))));
        let policy = AccountChange::Policy(ChallengePolicy::Nobody);
        for _ in 0..2 {
            let changed = stored(accounts.answer(0, change(7, policy.clone())).await);
            assert_eq!((changed.revision, changed.row.policy), (2, ChallengePolicy::Nobody));
        }
        assert!(matches!(other.try_recv(), Ok(News::Changed(account)) if account.revision == 2));
        assert!(own.try_recv().is_err() && other.try_recv().is_err());
    })
    .await;
}

#[tokio::test]
async fn change_is_made_again_on_what_another_process_has_written() {
    let table = Arc::new(TestTable::default());
    let accounts = over(Box::new(Arc::clone(&table)));
    stored(accounts.answer(0, claim(7, "Bo")).await);
    let mut theirs = row("Bo");
    theirs.policy = ChallengePolicy::Nobody;
    let value = encode_account(&theirs).expect("it is short");
    lock(&table.before).push_back(Disturbance::Writes(AccountKey::Player(PlayerId(7)), value));
    let both = stored(accounts.answer(0, change(7, AccountChange::SignOut)).await);
    assert_eq!((both.revision, both.row.policy, both.row.sign_outs), (3, ChallengePolicy::Nobody, 1));
    // the name is taken between reading and claiming it
    let hash = NameKeys::of(&row("An").name).hashes().next().expect("a key");
    let value = encode_owner(PlayerId(7)).expect("it is short");
    lock(&table.before).push_back(Disturbance::Writes(AccountKey::Name(hash), value));
    assert_eq!(accounts.answer(0, claim(8, "An")).await, TAKEN);
}

#[tokio::test(start_paused = true)]
async fn change_of_which_the_player_was_told_is_repeated_and_others_fail() {
    let table = Arc::new(TestTable::default());
    let accounts = over(Box::new(Arc::clone(&table)));
    stored(accounts.answer(0, claim(7, "Bo")).await);
    lock(&table.before).push_back(Disturbance::Fails);
    assert_eq!(accounts.answer(0, change(7, AccountChange::SignOut)).await, Answer::Failed);
    lock(&table.before).extend([Disturbance::Fails, Disturbance::Fails]);
    let unblocks = AccountChange::Policy(ChallengePolicy::Registered);
    assert_eq!(stored(accounts.answer(0, change(7, unblocks)).await).revision, 2);
}

#[tokio::test]
async fn registration_whose_answer_was_lost_takes_the_password_that_was_chosen_last() {
    with_each(async |accounts| {
        stored(accounts.answer(0, claim(7, "Bo")).await);
        let password = PasswordHash("another".to_owned());
        let again = Box::new(AccountRow { password: password.clone(), ..row("Bo") });
        let again = AccountQuery::Claim { player: PlayerId(7), row: again, most: 10 };
        assert_eq!(stored(accounts.answer(0, again).await).row.password, password);
        // an account of another player under the same number is left alone
        assert_eq!(accounts.answer(0, claim(7, "An")).await, TAKEN);
        assert_eq!(found(accounts.answer(0, find("An")).await), None);
        assert_eq!(found(accounts.answer(0, find("Bo")).await), Some(PlayerId(7)));
    })
    .await;
}

#[tokio::test]
async fn name_that_is_claimed_without_an_account_is_not_registered_and_guests_may_have_it() {
    let table = Arc::new(TestTable::default());
    let accounts = over(Box::new(Arc::clone(&table)));
    let hash = NameKeys::of(&row("Bo").name).hashes().next().expect("a key");
    let owner = encode_owner(PlayerId(9)).expect("it is short");
    lock(&table.rows).insert(AccountKey::Name(hash), (1, owner));
    assert_eq!(found(accounts.answer(0, find("Bo")).await), None);
    assert_eq!(accounts.answer(0, claim(8, "Bo")).await, TAKEN, "the table does not give it up");
    lock(&table.rows).clear();
    assert_eq!(stored(accounts.answer(0, claim(8, "Bo")).await).player, PlayerId(8));
}

#[tokio::test(start_paused = true)]
async fn hall_that_opens_receives_the_accounts_of_its_players_once_they_can_be_read() {
    let table = Arc::new(TestTable::default());
    let accounts = Arc::new(over(Box::new(Arc::clone(&table))));
    let bo = stored(accounts.answer(0, claim(7, "Bo")).await);
    let hall = HallAccounts { accounts: Arc::clone(&accounts), hall: 1 };
    let mut received = hall.follow();
    *lock(&table.unreadable) = 3;
    let now = Clock::start().now();
    hall.refresh(players(&[(7, copy_of("Bo"), Some(now)), (9, copy_of("An"), Some(now))])).await;
    assert_eq!(received.try_recv(), Ok(News::Changed(Box::new(bo))));
    assert!(received.try_recv().is_err(), "the other one's account is lost, and no reason to sign them out");
}

/// A hall's copy of an account.
fn copy_of(name: &str) -> PlayerRow {
    PlayerRow {
        name: row(name).name,
        joined_at: Timestamp::default(),
        password: Some(row(name).password),
        has_played: false,
        preferences: Preferences::default(),
        computer_level: None,
        shared: Some(0),
    }
}

/// The stored players of a hall that opens, with when their last token was issued.
fn players(rows: &[(u64, PlayerRow, Option<Timestamp>)]) -> HallPlayers {
    let session = |player, issued_at| SessionRow { player: PlayerId(player), issued_at, replaces: None };
    let token = |player: u64| TokenHash([u8::try_from(player).expect("it is small"); 32]);
    let restored = Restored {
        players: rows.iter().map(|(player, row, _)| (PlayerId(*player), 1, row.clone())).collect(),
        sessions: rows
            .iter()
            .filter_map(|(player, _, at)| Some((token(*player), 1, session(*player, (*at)?))))
            .collect(),
        ..Restored::default()
    };
    HallPlayers::new(&HallName::parse("east").expect("a name"), 1, &restored)
}

/// Copies of accounts that are gone: one that lapsed, one whose player has been there since, one with a
/// finished game. The hall has been closed since.
fn old_copies() -> HallPlayers {
    let now = Clock::start().now();
    let days_ago = |days: u64| Timestamp::from_ms(now.as_ms() - days * Timestamp::DAY_MS);
    let seen = |days, name| PlayerRow { joined_at: days_ago(days), ..copy_of(name) };
    let played = PlayerRow { has_played: true, ..seen(200, "Played") };
    let rows = [(1, seen(91, "Old"), None), (2, seen(200, "Away"), Some(days_ago(89))), (3, played, None)];
    players(&rows)
}

#[tokio::test]
async fn name_that_lapsed_while_a_hall_was_closed_does_not_come_back_with_it() {
    with_each(async |accounts| {
        let known = accounts.reconcile(&[old_copies()]).await.expect("the table can be used");
        let [known] = &known[..] else { panic!("{known:?}") };
        let lost: Vec<_> = [(2, "Away"), (3, "Played")]
            .into_iter()
            .map(|(player, name)| (PlayerId(player), row(name).name))
            .collect();
        let shared = known.iter().filter_map(|news| match news {
            News::Changed(account) => Some((account.player, account.row.name.clone())),
            News::Removed(..) => None,
        });
        assert_eq!(shared.collect::<Vec<_>>(), lost, "the others were lost");
        assert!(known.contains(&News::Removed(PlayerId(1), Removal::Lapsed)), "{known:?}");
        assert_eq!(found(accounts.answer(0, find("Old")).await), None);
    })
    .await;
}

#[tokio::test]
async fn hall_of_a_cluster_learns_when_it_opens_which_names_have_lapsed() {
    let accounts = Arc::new(over(Box::new(Arc::new(TestTable::default()))));
    let hall = HallAccounts { accounts: Arc::clone(&accounts), hall: 1 };
    let mut received = hall.follow();
    hall.clone().refresh(old_copies()).await;
    assert_eq!(received.try_recv(), Ok(News::Removed(PlayerId(1), Removal::Lapsed)));
    assert!(received.try_recv().is_err());
    // whoever was in another hall since is still registered
    let old = stored(accounts.answer(0, claim(1, "Old")).await);
    assert_eq!(received.try_recv(), Ok(News::Changed(Box::new(old.clone()))));
    hall.refresh(old_copies()).await;
    assert_eq!(received.try_recv(), Ok(News::Changed(Box::new(old))));
}

#[cfg(unix)]
#[tokio::test]
async fn hall_that_was_closed_during_an_erasure_learns_of_it_and_does_not_bring_the_account_back() {
    with_each(async |accounts| {
        let bo = stored(accounts.answer(0, claim(7, "Bo")).await);
        accounts.erase(&bo).await.expect("it is there");
        let new = stored(accounts.answer(0, claim(8, "Bo")).await);
        let halls = [players(&[(7, copy_of("Bo"), None), (8, copy_of("Bo"), None)])];
        let known = accounts.reconcile(&halls).await.expect("the table can be used");
        let expected = [News::Removed(PlayerId(7), Removal::Erased), News::Changed(Box::new(new.clone()))];
        assert_eq!(known, [expected.to_vec()], "the new owner of the name is another player");
        assert_eq!(accounts.list().await.expect("they can be read"), [new]);
    })
    .await;
}

#[tokio::test]
async fn key_that_is_left_of_an_earlier_name_of_its_owner_is_no_registration() {
    let table = Arc::new(TestTable::default());
    let accounts = over(Box::new(Arc::clone(&table)));
    stored(accounts.answer(0, claim(9, "Li")).await);
    let hash = NameKeys::of(&row("Bo").name).hashes().next().expect("a key");
    let owner = encode_owner(PlayerId(9)).expect("it is short");
    lock(&table.rows).insert(AccountKey::Name(hash), (1, owner));
    assert_eq!(found(accounts.answer(0, find("Bo")).await), None);
    assert_eq!(found(accounts.answer(0, find("Li")).await), Some(PlayerId(9)));
}

#[cfg(unix)]
#[tokio::test]
async fn renamed_account_has_the_new_name_only_and_halls_learn_of_it() {
    with_each(async |accounts| {
        stored(accounts.answer(0, claim(7, "Bo")).await);
        stored(accounts.answer(0, claim(8, "An")).await);
        let mut hall = accounts.follow(0);
        let name = |text: &str| row(text).name;
        let taken = accounts.rename(&name("Bo"), &name("aN")).await;
        assert!(matches!(taken, Err(ManageError::NameInUse)), "{taken:?}");
        let reserved = accounts.rename(&name("Bo"), &name("admin")).await;
        assert!(matches!(reserved, Err(ManageError::NameReserved)), "{reserved:?}");
        let nobody = accounts.rename(&name("Cy"), &name("Di")).await;
        assert!(matches!(nobody, Err(ManageError::NotRegistered)), "{nobody:?}");
        assert_eq!(accounts.rename(&name("Bo"), &name("Di")).await.expect("it is free"), PlayerId(7));
        assert_eq!(found(accounts.answer(0, find("Bo")).await), None);
        assert_eq!(found(accounts.answer(0, find("Di")).await), Some(PlayerId(7)));
        assert!(matches!(hall.try_recv(), Ok(News::Changed(account)) if account.row.name == name("Di")));
        // another spelling of the own name
        accounts.rename(&name("Di"), &name("dI")).await.expect("it is theirs");
        assert_eq!(found(accounts.answer(0, find("Di")).await), Some(PlayerId(7)));
        stored(accounts.answer(0, claim(9, "Bo")).await);
    })
    .await;
}

#[cfg(unix)]
#[tokio::test]
async fn erased_account_leaves_a_mark_without_its_name_and_no_block() {
    let table = Arc::new(TestTable::default());
    let accounts = over(Box::new(Arc::clone(&table)));
    let bo = stored(accounts.answer(0, claim(7, "Bo")).await);
    stored(accounts.answer(0, claim(8, "An")).await);
    stored(accounts.answer(0, change(8, AccountChange::Block(PlayerId(7), row("Bo").name))).await);
    let mut hall = accounts.follow(0);
    accounts.erase(&bo).await.expect("it is there");
    assert!(matches!(hall.try_recv(), Ok(News::Changed(an)) if an.row.blocked.is_empty()));
    assert_eq!(hall.try_recv(), Ok(News::Removed(PlayerId(7), Removal::Erased)));
    let keys: Vec<AccountKey> = lock(&table.rows).keys().cloned().collect();
    let mut expected = vec![AccountKey::Player(PlayerId(8))];
    expected.extend(NameKeys::of(&row("An").name).hashes().map(AccountKey::Name));
    expected.push(AccountKey::Erased(PlayerId(7)));
    expected.sort();
    assert_eq!(keys, expected);
    // an answer that was lost is no reason to register the player again
    let gone = Answer::Accounts(AccountAnswer::Refused(AccountRefusal::Missing));
    assert_eq!(accounts.answer(0, claim(7, "Bo")).await, gone);
    assert_eq!(stored(accounts.answer(0, claim(9, "Bo")).await).player, PlayerId(9), "the name is free");
    accounts.erase(&bo).await.expect("nothing is left to do");
}

#[cfg(unix)]
#[tokio::test]
async fn only_accounts_that_nobody_visited_or_played_with_lapse() {
    with_each(async |accounts| {
        let now = Clock::start().now();
        let days_ago = |days: u64| Timestamp::from_ms(now.as_ms() - days * Timestamp::DAY_MS);
        for (player, name, days, has_played) in
            [(1, "Old", 91, false), (2, "Away", 89, false), (3, "Played", 400, true)]
        {
            let row = AccountRow { seen_at: days_ago(days), has_played, ..row(name) };
            let claim = AccountQuery::Claim { player: PlayerId(player), row: Box::new(row), most: 10 };
            stored(accounts.answer(0, claim).await);
        }
        let mut hall = accounts.follow(0);
        accounts.lapse_all().await.expect("the table can be used");
        assert_eq!(hall.try_recv(), Ok(News::Removed(PlayerId(1), Removal::Lapsed)));
        assert!(hall.try_recv().is_err());
        let left: Vec<PlayerId> =
            accounts.list().await.expect("they can be read").iter().map(|account| account.player).collect();
        assert_eq!(left, [PlayerId(2), PlayerId(3)]);
        assert_eq!(accounts.table.count().await, Ok(2), "there is room for another name");
        stored(accounts.answer(0, claim(9, "Old")).await);
    })
    .await;
}
