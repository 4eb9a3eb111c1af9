//! Runs many episodes, on several threads, and reports what they found and reached.

use super::coverage::Coverage;
use super::driver::{Fault, FaultKind, Form};
use super::run::{self, Failure, Known, episode};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long the shrinking of one failure, and of all, may take.
const SHRINK_ONE: Duration = Duration::from_secs(60);
const SHRINK_ALL: Duration = Duration::from_secs(600);
/// The steps of an episode that runs with the other tests.
const SHORT_STEPS: usize = 400;
/// Time between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(30);

/// How much memory a session may have more at its end than after a quarter of its time, besides half of that.
const MEMORY_SLACK_MIB: u64 = 200;

/// What a session has found and reached so far.
#[derive(Default)]
struct Found {
    steps: usize,
    episodes: usize,
    failures: Vec<Failure>,
    coverage: Coverage,
    known: Known,
    /// The memory of this process after a quarter of the time, in MiB.
    memory_mib: Option<u64>,
}

impl Found {
    fn summary(&self, began: Instant) -> String {
        let seconds = began.elapsed().as_secs_f64();
        let a_minute = self.steps as f64 / seconds * 60.0;
        format!(
            "{:.0} s: {} steps in {} episodes ({a_minute:.0} a minute), {} faults",
            seconds,
            self.steps,
            self.episodes,
            self.failures.len()
        )
    }
}

/// Runs the episodes of these seeds, as many as begin within the time, on all cores.
///
/// # Panics
/// If one fails.
pub(crate) fn short<F: Form + Sync>(form: &F, seeds: Range<u64>, time: Duration) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let found = session(form, (seeds, SHORT_STEPS), time, threads);
    assert!(found.failures.is_empty(), "{}", report(form, &found.failures));
}

/// Runs what the environment says: `MONKEY_STEPS`, a file with the steps of a failure; otherwise episodes
/// from `MONKEY_SEED` on for `MONKEY_MINUTES`, on `MONKEY_THREADS`.
///
/// # Panics
/// If something is wrong.
pub(crate) fn long<F: Form + Sync>(form: &F) {
    if let Ok(path) = std::env::var("MONKEY_STEPS") {
        let (seed, steps) = run::read_steps(&path);
        let faults = run::repeat(form, seed, &steps, None);
        assert!(faults.is_empty(), "{faults:#?}");
        return;
    }
    let number = |name: &str| {
        let text = std::env::var(name).ok()?;
        Some(text.parse::<u64>().unwrap_or_else(|_| panic!("{name}={text} is not a number")))
    };
    let seed = number("MONKEY_SEED").unwrap_or(1);
    let minutes = number("MONKEY_MINUTES");
    // without a time, it is one episode
    let (seeds, time) = match minutes {
        Some(minutes) => (seed..u64::MAX, Duration::from_secs(60 * minutes)),
        None => (seed..seed + 1, Duration::MAX),
    };
    let found = session(
        form,
        (seeds, F::STEPS),
        time,
        number("MONKEY_THREADS").map_or(1, |threads| threads as usize),
    );
    println!("{}", found.coverage.report());
    assert!(found.failures.is_empty(), "{}", report(form, &found.failures));
}

fn session<F: Form + Sync>(
    form: &F,
    (seeds, steps): (Range<u64>, usize),
    time: Duration,
    threads: usize,
) -> Found {
    let began = Instant::now();
    let (next, found) = (AtomicU64::new(seeds.start), Mutex::new(Found::default()));
    let shown = Mutex::new(began);
    let work = || {
        while began.elapsed() < time {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return;
            }
            let (mut coverage, mut known) = (Coverage::default(), Known::default());
            let episode = episode(form, (seed, steps), &mut coverage, &mut known);
            let mut found = found.lock().expect("no thread panics while it holds it");
            found.steps += episode.steps;
            found.episodes += 1;
            found.coverage.add(&coverage);
            if began.elapsed() > time / 4 && found.memory_mib.is_none() {
                found.memory_mib = memory_mib();
            }
            for mut failure in episode.failures {
                failure.faults = found.known.take_new(failure.faults);
                if !failure.faults.is_empty() {
                    println!("seed {seed}, step {}: {}", failure.steps.len(), failure.faults[0]);
                    found.failures.push(failure);
                }
            }
            let mut shown = shown.lock().expect("no thread panics while it holds it");
            if shown.elapsed() > PROGRESS {
                *shown = Instant::now();
                println!("{}", found.summary(began));
            }
        }
    };
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    let mut found = found.into_inner().expect("no thread panicked");
    if let Some((before, now)) = found.memory_mib.zip(memory_mib())
        && now > before * 3 / 2 + MEMORY_SLACK_MIB
    {
        let what = format!("this process had {before} MiB after a quarter of the time, and has {now} MiB");
        let faults = vec![Fault::new(FaultKind::Memory, "of all episodes", what)];
        found.failures.push(Failure { form: F::NAME, seed: 0, steps: Vec::new(), faults });
    }
    println!("{}", found.summary(began));
    found
}

/// The memory of this process, in MiB; `None` where the system does not say.
fn memory_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? / 1024)
}

/// Shrinks failures, as many as there is time for, and tells how to repeat them.
fn report<F: Form>(form: &F, failures: &[Failure]) -> String {
    let began = Instant::now();
    let mut text = format!("{} faults:\n", failures.len());
    for failure in failures {
        let left = SHRINK_ALL.saturating_sub(began.elapsed());
        let one = failure.clone().shrunk(form, left.min(SHRINK_ONE)).report();
        println!("{one}");
        text.push_str(&one);
    }
    text
}
