//! The registered accounts of a cluster, below the hubs.

use crate::nats_server::NatsServer;
use crate::node::{Node, config, hall};
use chuhe_protocol::{HallName, PlayerId};
use chuhe_server::cluster::{
    ACCOUNT_BYTES, AccountSet, Cluster, ClusterAccounts, ClusterError, Member, MemberConfig, StoredAccount,
    patiently,
};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};

const PATIENCE: Duration = Duration::from_secs(40);
const BO: PlayerId = PlayerId(7);
const AN: PlayerId = PlayerId(8);

async fn connect(nats: &NatsServer, node: &str) -> Cluster {
    Cluster::connect(config(nats.url(), node)).await.expect("the node connects")
}

fn row(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

async fn stored(accounts: &ClusterAccounts, player: PlayerId) -> Option<(u64, Vec<u8>)> {
    let account = accounts.account(player).await.expect("NATS answers");
    account.map(|account| (account.revision, account.bytes.to_vec()))
}

fn revision(set: Result<AccountSet, ClusterError>) -> u64 {
    let Ok(AccountSet::Done(revision)) = set else { panic!("{set:?}") };
    revision
}

async fn next(changes: &mut mpsc::Receiver<StoredAccount>) -> (PlayerId, u64, Vec<u8>) {
    let account = timeout(PATIENCE, changes.recv()).await.expect("a change comes in time").expect("a change");
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
            one.register(players[0], row("one"), &names[0]),
            other.register(players[1], row("other"), &names[1]),
        );
        let winner = match (&first, &second) {
            (Ok(AccountSet::Done(_)), Ok(AccountSet::Conflict)) => 0,
            (Ok(AccountSet::Conflict), Ok(AccountSet::Done(_))) => 1,
            _ => panic!("{first:?}, {second:?}"),
        };
        assert_eq!(one.owner(shared).await, Ok(Some(players[winner])));
        assert!(stored(other, players[winner]).await.is_some());
        assert_eq!(stored(one, players[1 - winner]).await, None);
        let again = other.register(players[1 - winner], row("again"), &names[1]).await;
        assert_eq!(again, Ok(AccountSet::Conflict), "the name is taken for good");
    }
    assert_eq!(one.count().await, Ok(50));
}

#[tokio::test(flavor = "multi_thread")]
async fn account_changes_at_the_revision_that_was_read_and_every_node_hears_of_it() {
    let Some(mut nats) = NatsServer::start() else { return };
    let nodes = [connect(&nats, "a").await, connect(&nats, "b").await];
    let [one, other] = [nodes[0].accounts(), nodes[1].accounts()];
    let mut changes = other.changes();
    let first = revision(one.register(BO, row("first"), &[[1; 32]]).await);
    assert_eq!(stored(other, BO).await, Some((first, row("first"))));
    let second = revision(other.update(BO, row("second"), first).await);
    assert_eq!(one.update(BO, row("lost"), first).await, Ok(AccountSet::Conflict));
    assert_eq!(one.register(BO, row("lost"), &[[1; 32]]).await, Ok(AccountSet::Conflict));
    for expected in [(BO, first, row("first")), (BO, second, row("second"))] {
        assert_eq!(next(&mut changes).await, expected);
    }
    let long = one.update(BO, vec![0; ACCOUNT_BYTES + 1], second).await;
    assert!(matches!(long, Err(ClusterError::Failed { .. })), "{long:?}");

    nats.kill();
    let away = one.account(BO).await;
    assert!(matches!(away, Err(ClusterError::Failed { .. })), "{away:?}");
    let away = one.register(AN, row("an"), &[[2; 32]]).await;
    assert!(matches!(away, Err(ClusterError::Failed { .. })), "{away:?}");
    nats.resume();
    let read = || async { one.account(BO).await };
    let kept = patiently(read).await.expect("NATS is back").expect("the account is kept");
    assert_eq!((kept.revision, kept.bytes.to_vec()), (second, row("second")));
    let third = revision(patiently(|| one.update(BO, row("third"), second)).await);
    assert_eq!(next(&mut changes).await, (BO, third, row("third")), "the watch goes on");
    revision(patiently(|| one.register(AN, row("an"), &[[2; 32]])).await);
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
    let context = async_nats::jetstream::new(dead);
    context.publish(key, "7".into()).await.expect("sent").await.expect("stored");
    assert_eq!(accounts.owner(name).await, Ok(Some(BO)));
    let mut tries = interval(Duration::from_millis(200));
    let mut refusals = 0;
    let registering = async {
        while accounts.register(AN, row("an"), &[name]).await.expect("NATS answers") == AccountSet::Conflict {
            refusals += 1;
            tries.tick().await;
        }
    };
    timeout(PATIENCE, registering).await.expect("the claim lapses");
    assert!(refusals > 0, "it could have been a registration that runs");
    assert_eq!(accounts.owner(name).await, Ok(Some(AN)));
    // what the dead node sent last arrives now
    assert_eq!(accounts.update(BO, row("bo"), 0).await, Ok(AccountSet::Conflict));
    assert_eq!(accounts.register(BO, row("bo"), &[name]).await, Ok(AccountSet::Conflict));
    assert_eq!(stored(accounts, BO).await, None);
    revision(accounts.register(BO, row("bo"), &[[1; 32]]).await);
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
