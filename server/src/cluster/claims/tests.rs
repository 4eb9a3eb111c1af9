//! Registrations that run at the same time, in any order of their steps, from a seed: some are killed,
//! some answers are lost, and some writes arrive late.

use super::*;
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

const SEEDS: u64 = 2_000;
const STEPS: usize = 300;
/// Each name has two of these keys.
const NAMES: usize = 3;
const PLAYERS: u64 = 4;

/// A generator of random numbers (SplitMix64).
#[derive(Debug)]
struct Rng(u64);

impl Rng {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).expect("it is below a usize")
    }
}

/// What the protocol is robbed of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mutation {
    Nothing,
    /// Owners are not fenced.
    Fence,
    /// Keys that are the player's own already are not set again.
    Renewal,
}

#[derive(Debug)]
struct Buckets {
    values: BTreeMap<ClaimKey, Value>,
    last: u64,
    now_ms: i128,
    rng: Rng,
    mutation: Mutation,
    /// Writes whose answer was not waited for, and that may still arrive.
    late: Vec<(ClaimKey, Option<Bytes>, u64)>,
}

impl Buckets {
    fn set(&mut self, key: ClaimKey, bytes: Option<Bytes>, revision: u64) -> Set {
        let found = self.values.get(&key);
        if found.map_or(0, |value| value.revision) != revision {
            return Set::Conflict;
        }
        let is_own = found.is_some_and(|value| value.bytes == bytes);
        let is_skipped = match self.mutation {
            Mutation::Nothing => false,
            Mutation::Fence => matches!(key, ClaimKey::Account(_)) && (is_own || bytes.is_none()),
            Mutation::Renewal => matches!(key, ClaimKey::Name(_)) && is_own,
        };
        if is_skipped {
            return Set::Done(revision);
        }
        self.last += 1;
        self.values.insert(key, Value { revision: self.last, bytes, at_ms: self.now_ms });
        Set::Done(self.last)
    }

    fn account(&self, player: u64) -> Option<&Bytes> {
        self.values.get(&ClaimKey::Account(PlayerId(player)))?.bytes.as_ref()
    }

    fn has_account(&self, player: u64) -> bool {
        self.account(player).is_some()
    }

    fn owns_its_names(&self, player: u64) -> bool {
        let owner = Some(owner_bytes(PlayerId(player)));
        self.account(player).into_iter().flatten().all(|name| {
            let value = self.values.get(&ClaimKey::Name([*name; 32]));
            value.is_some_and(|value| value.bytes == owner)
        })
    }
}

#[derive(Debug)]
struct TestKeys(Mutex<Buckets>);

impl TestKeys {
    fn lock(&self) -> MutexGuard<'_, Buckets> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClaimKeys for TestKeys {
    async fn get(&self, key: ClaimKey) -> Result<Option<Value>, Unknown> {
        yield_once().await;
        Ok(self.lock().values.get(&key).cloned())
    }

    async fn set(&self, key: ClaimKey, value: Option<Bytes>, revision: u64) -> Result<Set, Unknown> {
        yield_once().await;
        let lost = || Unknown("the answer is lost".to_owned());
        let mut buckets = self.lock();
        match buckets.rng.below(10) {
            0 => {
                buckets.late.push((key, value, revision));
                Err(lost())
            }
            1 => {
                buckets.set(key, value, revision);
                Err(lost())
            }
            _ => Ok(buckets.set(key, value, revision)),
        }
    }

    fn now_ms(&self) -> i128 {
        self.lock().now_ms
    }

    fn has_name(&self, account: &[u8], [name, ..]: NameHash) -> bool {
        account.contains(&name)
    }
}

async fn yield_once() {
    let mut has_yielded = false;
    std::future::poll_fn(|_| {
        if std::mem::replace(&mut has_yielded, true) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

/// An account with the `n`-th name, as the first bytes of its keys.
///
/// They are two of three, so that any two names are the same.
fn account(n: u64) -> Bytes {
    let names = NAMES as u64;
    [n % names, (n + 1) % names].map(|n| u8::try_from(n).expect("few names")).to_vec().into()
}

fn names_in(account: &Bytes) -> Vec<NameHash> {
    account.iter().map(|name| [*name; 32]).collect()
}

/// Registers a name for a player, or gives their account another one and dies before the old keys are free.
async fn register_or_rename(keys: &TestKeys, player: PlayerId, n: u64) -> Result<Set, Unknown> {
    let found = keys.get(ClaimKey::Account(player)).await?;
    let (account, names) = (account(n), names_in(&account(n)));
    match found {
        Some(Value { revision, bytes: Some(_), .. }) => {
            rename(keys, (player, revision), account, &names).await
        }
        _ => register(keys, player, account, &names).await,
    }
}

type Running<'a> = Pin<Box<dyn Future<Output = Result<Set, Unknown>> + Send + 'a>>;

fn poll(running: &mut Running<'_>) -> Poll<Result<Set, Unknown>> {
    running.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

/// Runs registrations from a seed. Returns what does not hold.
fn run(seed: u64, mutation: Mutation) -> Result<(), String> {
    let keys = TestKeys(Mutex::new(Buckets {
        values: BTreeMap::new(),
        last: 0,
        now_ms: 0,
        rng: Rng(seed),
        mutation,
        late: Vec::new(),
    }));
    let mut running: BTreeMap<u64, Running<'_>> = BTreeMap::new();
    for _ in 0..STEPS {
        let (step, player) = {
            let mut buckets = keys.lock();
            (buckets.rng.below(20), buckets.rng.below(PLAYERS as usize) as u64)
        };
        let n = keys.lock().rng.below(NAMES) as u64;
        match step {
            0 => _ = running.remove(&player),
            1 => keys.lock().now_ms += CLAIM_MS / 2,
            2 => {
                let mut buckets = keys.lock();
                if !buckets.late.is_empty() {
                    let count = buckets.late.len();
                    let n = buckets.rng.below(count);
                    let (key, value, revision) = buckets.late.swap_remove(n);
                    buckets.set(key, value, revision);
                }
            }
            _ => {
                let start = || -> Running<'_> { Box::pin(register_or_rename(&keys, PlayerId(player), n)) };
                let one = running.entry(player).or_insert_with(start);
                if poll(one).is_ready() {
                    running.remove(&player);
                }
            }
        }
        let buckets = keys.lock();
        for player in (0..PLAYERS).filter(|&player| buckets.has_account(player)) {
            if !buckets.owns_its_names(player) {
                return Err(format!("player {player} has an account without its name"));
            }
        }
    }
    running.clear();
    let mut buckets = keys.lock();
    buckets.now_ms += CLAIM_MS;
    let is_taken = (0..PLAYERS).any(|player| buckets.has_account(player));
    drop(buckets);
    finish(&keys, is_taken)
}

/// A newcomer registers after all others are gone, if nobody has the name.
fn finish(keys: &TestKeys, is_taken: bool) -> Result<(), String> {
    for _ in 0..100 {
        let mut registration: Running<'_> =
            Box::pin(async { register(keys, PlayerId(PLAYERS), account(0), &names_in(&account(0))).await });
        let registered = loop {
            if let Poll::Ready(registered) = poll(&mut registration) {
                break registered;
            }
        };
        match registered {
            Ok(Set::Done(_)) if is_taken => return Err("the newcomer gets a name that is taken".to_owned()),
            Ok(Set::Done(_)) => return Ok(()),
            Ok(Set::Conflict) if is_taken => return Ok(()),
            // a write of the newcomer whose answer was lost
            Ok(Set::Conflict) if keys.lock().has_account(PLAYERS) => return Ok(()),
            Ok(Set::Conflict) => return Err("the name of lost claims cannot be registered".to_owned()),
            Err(_) => {}
        }
    }
    Err("no registration is answered".to_owned())
}

#[test]
fn a_name_has_one_account_and_lost_claims_can_be_taken_over() {
    let failed = (0..SEEDS).find_map(|seed| run(seed, Mutation::Nothing).err().map(|why| (seed, why)));
    assert_eq!(failed, None);
}

#[test]
fn without_the_fence_or_the_renewal_a_name_has_two_accounts() {
    for mutation in [Mutation::Fence, Mutation::Renewal] {
        assert!((0..SEEDS).any(|seed| run(seed, mutation).is_err()), "{mutation:?} is not needed");
    }
}

#[test]
fn owners_are_readable_and_anything_else_is_refused() {
    assert_eq!(owner_bytes(PlayerId(300)), "300");
    assert_eq!(owner_in(b"300"), Ok(PlayerId(300)));
    for strange in [&b""[..], b"-1", b"x", b"\xff"] {
        assert!(owner_in(strange).is_err(), "{strange:?}");
    }
}
