//! The registered accounts of a cluster, below the hubs.

use crate::nats_server::NatsServer;
use crate::node::{Node, config, hall};
use chuhe_hub::{AccountRow, NameKeys, PasswordHash};
use chuhe_protocol::{ChallengePolicy, HallName, PlayerId, PlayerName};
use chuhe_rules::clock::Timestamp;
use chuhe_server::cluster::{
    ACCOUNT_BYTES, AccountNews, AccountSet, Cluster, ClusterAccounts, ClusterError, Member, MemberConfig,
};
use chuhe_store::encode_account;
use futures_util::TryStreamExt as _;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};

const PATIENCE: Duration = Duration::from_secs(40);
/// Interval of the tries of what NATS did not answer.
const RETRY: Duration = Duration::from_millis(200);
const BO: PlayerId = PlayerId(7);
const AN: PlayerId = PlayerId(8);

/// A hash of a name.
type Name = [u8; 32];

async fn connect(nats: &NatsServer, node: &str) -> Cluster {
    Cluster::connect(config(nats.url(), node)).await.expect("the node connects")
}

fn row(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

/// Repeats what NATS did not answer in time, which a slow disk is enough for.
async fn answered<T, F>(mut step: impl FnMut() -> F) -> T
where
    F: Future<Output = Result<T, ClusterError>>,
{
    let answering = async {
        let mut tries = interval(RETRY);
        loop {
            tries.tick().await;
            match step().await {
                Err(ClusterError::Failed { .. }) => {}
                answer => return answer.expect("it is possible"),
            }
        }
    };
    timeout(PATIENCE, answering).await.expect("NATS answers in time")
}

async fn stored(accounts: &ClusterAccounts, player: PlayerId) -> Option<(u64, Vec<u8>)> {
    let account = answered(|| accounts.account(player)).await;
    account.map(|account| (account.revision, account.bytes.to_vec()))
}

async fn owner(accounts: &ClusterAccounts, name: Name) -> Option<PlayerId> {
    answered(|| accounts.owner(name)).await
}

/// Registers a name, with an account that no other call of a test stores for the player.
async fn register(accounts: &ClusterAccounts, player: PlayerId, text: &str, names: &[Name]) -> AccountSet {
    let registering = async {
        let mut tries = 0;
        loop {
            let attempt = || {
                tries += 1;
                accounts.register(player, row(text), names)
            };
            let set = answered(attempt).await;
            if tries == 1 || set != AccountSet::Conflict {
                return set;
            }
            // a try whose answer was lost may have stored the account
            if let Some((revision, bytes)) = stored(accounts, player).await {
                return if bytes == row(text) { AccountSet::Done(revision) } else { set };
            }
            // or have claimed the name during the next try, which is refused then
            for name in names {
                if owner(accounts, *name).await.is_some_and(|owner| owner != player) {
                    return set;
                }
            }
        }
    };
    timeout(PATIENCE, registering).await.expect("the registration ends in time")
}

/// Replaces an account, by one that no other call of a test stores for the player.
async fn update(accounts: &ClusterAccounts, player: PlayerId, text: &str, revision: u64) -> AccountSet {
    let mut tries = 0;
    let attempt = || {
        tries += 1;
        accounts.update(player, row(text), revision)
    };
    let set = answered(attempt).await;
    if tries == 1 || set != AccountSet::Conflict {
        return set;
    }
    // a try whose answer was lost may have stored it
    let own = stored(accounts, player).await.filter(|(_, bytes)| *bytes == row(text));
    own.map_or(set, |(revision, _)| AccountSet::Done(revision))
}

fn revision(set: AccountSet) -> u64 {
    let AccountSet::Done(revision) = set else { panic!("{set:?}") };
    revision
}

async fn news(changes: &mut mpsc::Receiver<AccountNews>) -> AccountNews {
    timeout(PATIENCE, changes.recv()).await.expect("a change comes in time").expect("a change")
}

async fn next(changes: &mut mpsc::Receiver<AccountNews>) -> (PlayerId, u64, Vec<u8>) {
    let AccountNews::Stored(account) = news(changes).await else { panic!("an account is gone") };
    (account.player, account.revision, account.bytes.to_vec())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_two_nodes_that_register_a_name_at_once_gets_it() {
    let Some(nats) = NatsServer::start() else { return };
    let nodes = [connect(&nats, "a").await, connect(&nats, "b").await];
    let [one, other] = [nodes[0].accounts(), nodes[1].accounts()];
    for n in 0..50_u8 {
        let players = [PlayerId(u64::from(n)), PlayerId(u64::from(n) + 1_000)];
        // two keys of a name, of which the second player's shares one
        let (shared, own) = ([n; 32], [n + 100; 32]);
        let names = [vec![shared, own], vec![shared]];
        let (first, second) = tokio::join!(
            register(one, players[0], "one", &names[0]),
            register(other, players[1], "other", &names[1]),
        );
        let winner = match (first, second) {
            (AccountSet::Done(_), AccountSet::Conflict) => 0,
            (AccountSet::Conflict, AccountSet::Done(_)) => 1,
            (AccountSet::Done(_), AccountSet::Done(_)) | (AccountSet::Conflict, AccountSet::Conflict) => {
                panic!("{first:?}, {second:?}")
            }
        };
        assert_eq!(owner(one, shared).await, Some(players[winner]));
        assert!(stored(other, players[winner]).await.is_some());
        assert_eq!(stored(one, players[1 - winner]).await, None);
        let again = register(other, players[1 - winner], "again", &names[1]).await;
        assert_eq!(again, AccountSet::Conflict, "the name is taken for good");
    }
    assert_eq!(answered(|| one.count()).await, 50);
}

#[tokio::test(flavor = "multi_thread")]
async fn account_changes_at_the_revision_that_was_read_and_every_node_hears_of_it() {
    let Some(mut nats) = NatsServer::start() else { return };
    let nodes = [connect(&nats, "a").await, connect(&nats, "b").await];
    let [one, other] = [nodes[0].accounts(), nodes[1].accounts()];
    let mut changes = other.changes();
    let first = revision(register(one, BO, "first", &[[1; 32]]).await);
    assert_eq!(stored(other, BO).await, Some((first, row("first"))));
    // before the next one: a watch that begins later gets only the last
    assert_eq!(next(&mut changes).await, (BO, first, row("first")));
    let second = revision(update(other, BO, "second", first).await);
    assert_eq!(update(one, BO, "lost", first).await, AccountSet::Conflict);
    assert_eq!(register(one, BO, "lost", &[[1; 32]]).await, AccountSet::Conflict);
    assert_eq!(next(&mut changes).await, (BO, second, row("second")));
    let long = one.update(BO, vec![0; ACCOUNT_BYTES + 1], second).await;
    assert!(matches!(long, Err(ClusterError::Failed { .. })), "{long:?}");

    nats.kill();
    let away = one.account(BO).await;
    assert!(matches!(away, Err(ClusterError::Failed { .. })), "{away:?}");
    let away = one.register(AN, row("an"), &[[2; 32]]).await;
    assert!(matches!(away, Err(ClusterError::Failed { .. })), "{away:?}");
    nats.resume();
    assert_eq!(stored(one, BO).await, Some((second, row("second"))), "the account is kept");
    let third = revision(update(one, BO, "third", second).await);
    assert_eq!(next(&mut changes).await, (BO, third, row("third")), "the watch goes on");
    revision(register(one, AN, "an", &[[2; 32]]).await);
    assert_eq!(next(&mut changes).await.0, AN);
}

#[tokio::test(flavor = "multi_thread")]
async fn name_of_a_registration_that_died_half_way_can_be_registered_and_the_dead_one_comes_too_late() {
    let Some(nats) = NatsServer::start() else { return };
    let cluster = connect(&nats, "a").await;
    let accounts = cluster.accounts();
    let (name, key) = ([0xab; 32], format!("$KV.chuhe_claims.name.{}", "ab".repeat(32)));
    // a node claims the name and dies before it writes the account
    let dead = nats.client().await;
    let mut context = async_nats::jetstream::new(dead);
    context.set_timeout(PATIENCE);
    context.publish(key, "7".into()).await.expect("sent").await.expect("stored");
    assert_eq!(owner(accounts, name).await, Some(BO));
    let mut tries = interval(RETRY);
    let mut refusals = 0;
    let registering = async {
        while register(accounts, AN, "an", &[name]).await == AccountSet::Conflict {
            refusals += 1;
            tries.tick().await;
        }
    };
    timeout(PATIENCE, registering).await.expect("the claim lapses");
    assert!(refusals > 0, "it could have been a registration that runs");
    assert_eq!(owner(accounts, name).await, Some(AN));
    // what the dead node sent last arrives now
    assert_eq!(update(accounts, BO, "bo", 0).await, AccountSet::Conflict);
    assert_eq!(register(accounts, BO, "bo", &[name]).await, AccountSet::Conflict);
    assert_eq!(stored(accounts, BO).await, None);
    revision(register(accounts, BO, "bo", &[[1; 32]]).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hall_has_the_same_number_at_every_node_and_no_other_hall_has_it() {
    let Some(nats) = NatsServer::start() else { return };
    let one = Node::start(&nats, "a").await;
    let other = Node::start_standby(&nats, "b").await;
    assert_eq!(one.member.number(), other.member.number());
    let mut numbers = vec![one.member.number()];
    for n in 0..3 {
        let (name, folder) = (format!("hall-{n}"), tempfile::tempdir().expect("a folder"));
        let hall = HallName::parse(&name).expect("a name");
        let config = MemberConfig { hall, folder: folder.path().to_owned(), claims: false, delay_ms: 0 };
        let (member, _events) = Member::start(&one.cluster, config).await.expect("it starts");
        assert!(!numbers.contains(&member.number()), "{numbers:?}");
        numbers.push(member.number());
        member.stop().await;
    }
    assert_eq!(one.member.hall(), &hall());
    other.stop().await;
    one.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn renamed_account_frees_its_old_name_and_a_removed_one_leaves_nothing_of_it() {
    let Some(nats) = NatsServer::start() else { return };
    let nodes = [connect(&nats, "a").await, connect(&nats, "b").await];
    let [one, other] = [nodes[0].accounts(), nodes[1].accounts()];
    let mut changes = other.changes();
    let [old, shared, new] = [[1; 32], [2; 32], [3; 32]];
    let first = revision(register(one, BO, "first", &[old, shared]).await);
    revision(register(one, AN, "an", &[[9; 32]]).await);
    assert_eq!(next(&mut changes).await.0, BO);
    assert_eq!(next(&mut changes).await.0, AN);
    let (theirs, ours, freed) = ([[9; 32]], [shared, new], [old]);
    let taken = answered(|| one.rename((BO, first), row("taken"), &theirs, &freed)).await;
    assert_eq!(taken, AccountSet::Conflict, "the name is another player's");
    let renamed = answered(|| one.rename((BO, first), row("renamed"), &ours, &freed)).await;
    let second = revision(renamed);
    assert_eq!(next(&mut changes).await, (BO, second, row("renamed")));
    for (name, player) in [(old, None), (shared, Some(BO)), (new, Some(BO))] {
        assert_eq!(owner(other, name).await, player);
    }
    let mut players = answered(|| other.players()).await;
    players.sort_unstable();
    assert_eq!(players, if BO < AN { [BO, AN] } else { [AN, BO] });

    assert_eq!(answered(|| one.remove(BO, first, &ours)).await, AccountSet::Conflict);
    revision(answered(|| one.remove(BO, second, &ours)).await);
    assert_eq!(news(&mut changes).await, AccountNews::Removed(BO));
    assert_eq!(stored(other, BO).await, None);
    let context = async_nats::jetstream::new(nats.client().await);
    let mut claims = context.get_stream("KV_chuhe_claims").await.expect("the bucket");
    let names = claims.info().await.expect("its state").state.messages;
    let keys = context.get_key_value("chuhe_claims").await.expect("the bucket");
    let keys: Vec<String> = keys.keys().await.expect("keys").try_collect().await.expect("keys");
    assert_eq!(keys.iter().filter(|key| key.starts_with("name.")).count(), 1, "that of An");
    assert_eq!(usize::try_from(names), Ok(keys.len()), "no mark of a deleted key is left");
    revision(register(other, PlayerId(77), "another", &[old, shared, new]).await);
}

/// An account that the server can read, and the keys of its name.
fn account(text: &str) -> (Vec<u8>, Vec<Name>) {
    let name = PlayerName::parse(text).expect("a name");
    let names = NameKeys::of(&name).hashes().collect();
    let row = AccountRow {
        name,
        registered_at: Timestamp::from_ms(1),
        password: PasswordHash("hash".to_owned()),
        policy: ChallengePolicy::Everyone,
        blocked: BTreeMap::new(),
        sign_outs: 0,
        seen_at: Timestamp::from_ms(1),
        has_played: false,
    };
    (encode_account(&row).expect("it is short"), names)
}

#[tokio::test(flavor = "multi_thread")]
async fn names_of_a_rename_that_died_half_way_can_be_registered_and_the_dead_one_comes_too_late() {
    let Some(nats) = NatsServer::start() else { return };
    let cluster = connect(&nats, "a").await;
    let accounts = cluster.accounts();
    let [(bo, old), (di, new), (li, wanted)] = ["Bo", "Di", "Li"].map(account);
    let first = revision(answered(|| accounts.register(BO, bo.clone(), &old)).await);
    // one node dies before the old keys are free, and another one after it has taken those of a third name
    let renamed = answered(|| accounts.rename((BO, first), di.clone(), &new, &[])).await;
    let second = revision(renamed);
    for name in &wanted {
        let key: String = name.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut context = async_nats::jetstream::new(nats.client().await);
        context.set_timeout(PATIENCE);
        let subject = format!("$KV.chuhe_claims.name.{key}");
        context.publish(subject, "7".into()).await.expect("sent").await.expect("stored");
    }
    let taken = answered(|| accounts.register(AN, di.clone(), &new)).await;
    assert_eq!(taken, AccountSet::Conflict, "the account has this name");
    for (player, row, names) in [(AN, &bo, &old), (PlayerId(9), &li, &wanted)] {
        let mut tries = interval(RETRY);
        let registering = async {
            while stored(accounts, player).await.is_none() {
                answered(|| accounts.register(player, row.clone(), names)).await;
                tries.tick().await;
            }
        };
        timeout(PATIENCE, registering).await.expect("the claim lapses");
        assert_eq!(owner(accounts, names[0]).await, Some(player));
    }
    // the account is as it was, and what the dead nodes sent last comes too late
    let (revision, bytes) = stored(accounts, BO).await.expect("an account");
    assert!(bytes == di && revision > second);
    assert_eq!(answered(|| accounts.update(BO, li.clone(), second)).await, AccountSet::Conflict);
    assert_eq!(owner(accounts, new[0]).await, Some(BO));
}

#[tokio::test(flavor = "multi_thread")]
async fn erasure_goes_on_where_it_was_interrupted_and_frees_no_name_of_another_player() {
    let Some(nats) = NatsServer::start() else { return };
    let cluster = connect(&nats, "a").await;
    let accounts = cluster.accounts();
    let [(bo, names), (di, of_di)] = ["Zuobian", "Di"].map(account);
    let first = revision(answered(|| accounts.register(BO, bo.clone(), &names)).await);
    revision(answered(|| accounts.register(AN, di.clone(), &of_di)).await);
    let context = async_nats::jetstream::new(nats.client().await);
    let claims = context.get_key_value("chuhe_claims").await.expect("the bucket");
    let key =
        |name: &Name| format!("name.{}", name.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    // the account went before its keys: this is what an interrupted erasure left
    claims.put(key(&[7; 32]), "7".into()).await.expect("stored");
    let bucket = context.get_key_value("chuhe_accounts").await.expect("the bucket");
    bucket.delete_expect_revision("player.7", Some(first)).await.expect("deleted");
    cluster.leave().await;
    let erase = || {
        std::process::Command::new(env!("CARGO_BIN_EXE_chuhe-server"))
            .args(["account", "erase", "Zuobian", "--replicas", "1", "--cluster", &nats.url()])
            .output()
            .expect("the command runs")
    };
    let expected: BTreeSet<String> = of_di.iter().map(key).collect();
    for is_of_another in [false, true] {
        if is_of_another {
            // An had the name before, and the node that changed it died before the key was free
            claims.put(key(&names[0]), "8".into()).await.expect("stored");
        }
        let output = erase();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let keys: BTreeSet<String> = claims.keys().await.expect("keys").try_collect().await.expect("keys");
        assert_eq!(keys, expected);
        let mut stream = context.get_stream("KV_chuhe_claims").await.expect("the bucket");
        let messages = stream.info().await.expect("its state").state.messages;
        assert_eq!(usize::try_from(messages), Ok(expected.len()), "no mark of a deleted key is left");
        let left = bucket.get("player.8").await.expect("read").map(|bytes| bytes.to_vec());
        assert_eq!(left.as_ref(), Some(&di), "An is another player");
    }
    let error = String::from_utf8(erase().stderr).expect("text");
    assert!(error.contains("nothing is stored of Zuobian"), "{error}");
}
