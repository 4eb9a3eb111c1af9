//! A node that commits to its hall as long as it serves it.
//!
//! It prints one line for each thing that happens: `ready`, `serve EPOCH`, `ack KEY`, `release WHY`,
//! `at SEQUENCE LAST`, `stop FAULT`. It reads `quiet` (commit no more); the end of its input ends it.

use chuhe_protocol::HallName;
use chuhe_server::cluster::{
    Cluster, ClusterConfig, ClusterStore, Member, MemberConfig, MemberEvent, Serving,
};
use chuhe_store::{Durability, Store as _, Table, Write};
use std::env;
use std::io::{self, BufRead as _, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{interval, sleep};

/// The name of the hall.
pub(crate) const HALL: &str = "torture";
/// The time between two commits.
const PAUSE: Duration = Duration::from_millis(4);
/// The bytes of a commit, about those of a move.
const VALUE: [u8; 200] = [7; 200];
const REPORT: Duration = Duration::from_millis(200);

/// What the parent says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Orders {
    Write,
    Quiet,
    End,
}

pub(crate) fn run() {
    // the harness of tests may have begun a line
    say("");
    let variable = |name: &str| env::var(name).expect("the test that starts this process sets it");
    let config = ClusterConfig {
        servers: variable("TORTURE_NATS").split(',').map(str::to_owned).collect(),
        node: variable("TORTURE_NODE"),
        advertised: "127.0.0.1:9".to_owned(),
        credentials: None,
        ca: None,
        replicas: 3,
    };
    let folder = PathBuf::from(variable("TORTURE_FOLDER"));
    let delay_ms = variable("TORTURE_DELAY").parse().expect("a number");
    let (sender, orders) = watch::channel(Orders::Write);
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if line == "quiet" {
                sender.send_replace(Orders::Quiet);
            }
        }
        sender.send_replace(Orders::End);
    });
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(follow(config, folder, delay_ms, orders));
}

/// Prints a line at once.
pub(crate) fn say(line: &str) {
    let mut out = io::stdout().lock();
    // the reader may be gone; then this process ends too
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

async fn follow(config: ClusterConfig, folder: PathBuf, delay_ms: u64, mut orders: watch::Receiver<Orders>) {
    let hall = HallName::parse(HALL).expect("a name");
    let (cluster, member, mut events) = loop {
        let joined = async {
            let cluster = Cluster::connect(config.clone()).await?;
            let config = MemberConfig { hall: hall.clone(), folder: folder.clone(), claims: true, delay_ms };
            let (member, events) = Member::start(&cluster, config).await?;
            Ok::<_, chuhe_server::cluster::ClusterError>((cluster, member, events))
        };
        match joined.await {
            Ok(joined) => break joined,
            Err(error) => say(&format!("waits {error}")),
        }
        if *orders.borrow() == Orders::End {
            return;
        }
        sleep(Duration::from_millis(500)).await;
    };
    say("ready");
    // one number after another, in the store of one epoch or the next
    let last_key = Arc::new(AtomicU64::new(u64::from(std::process::id()) << 32));
    let (mut reports, mut ends) = (interval(REPORT), Arc::new(AtomicBool::new(false)));
    loop {
        tokio::select! {
            event = events.recv() => match event {
                Some(MemberEvent::Serve { epoch, store, serving }) => {
                    say(&format!("serve {}", epoch.0));
                    ends = Arc::default();
                    let (ends, orders, last_key) = (Arc::clone(&ends), orders.clone(), Arc::clone(&last_key));
                    std::thread::spawn(move || write(store, &serving, &ends, &orders, &last_key));
                }
                Some(MemberEvent::Release(why)) => {
                    ends.store(true, Ordering::Relaxed);
                    say(&format!("release {why}"));
                }
                Some(MemberEvent::Stop(fault)) => say(&format!("stop {fault}")),
                Some(MemberEvent::Pause | MemberEvent::Resume(_)) => {}
                None => break,
            },
            _ = reports.tick() => {
                let status = member.status();
                say(&format!("at {} {}", status.sequence, status.last));
            }
            changed = orders.changed() => {
                if changed.is_err() || *orders.borrow() == Orders::End {
                    break;
                }
            }
        }
    }
    ends.store(true, Ordering::Relaxed);
    member.stop().await;
    cluster.leave().await;
}

/// Commits until the hall is let go, as the writer of a hall does.
fn write(
    mut store: Box<ClusterStore>,
    serving: &Serving,
    ends: &AtomicBool,
    orders: &watch::Receiver<Orders>,
    last_key: &AtomicU64,
) {
    while !ends.load(Ordering::Relaxed) {
        if *orders.borrow() == Orders::Write {
            let key = last_key.fetch_add(1, Ordering::Relaxed);
            let value = Some(VALUE.to_vec());
            let write =
                Write::Set { table: Table::Players, key: key.to_be_bytes().to_vec(), expected: 0, value };
            if let Err(error) = store.commit(&[write], Durability::Process) {
                return say(&format!("refused {error}"));
            }
            // what rests on serving waits, and need not be reported
            if serving.is_certain() {
                say(&format!("ack {key}"));
            }
        }
        std::thread::sleep(PAUSE);
    }
}
