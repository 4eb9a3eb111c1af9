//! Runs many episodes, on several threads, and reports what they found and reached.

use super::coverage::Coverage;
use super::driver::{Fault, FaultKind, Form};
use super::experience::Experience;
use super::reached::Reached;
use super::run::{self, Episode, Failure, Known};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long the shrinking of all failures may take.
const SHRINK_ALL: Duration = Duration::from_secs(600);
/// The steps of an episode that runs with the other tests.
const SHORT_STEPS: usize = 400;
/// Time between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(30);

/// How much memory a session may have more at its end than after a quarter of its time, besides half of that.
const MEMORY_SLACK_MIB: u64 = 200;

/// What a session has found and reached so far.
struct Found {
    began: Instant,
    steps: usize,
    episodes: usize,
    failures: Vec<Failure>,
    coverage: Coverage,
    /// What was tried, also before the session.
    experience: Experience,
    known: Known,
    /// The memory of this process after a quarter of the time, in MiB.
    memory_mib: Option<u64>,
}

/// The episodes of a session.
struct Plan {
    seeds: Range<u64>,
    /// The most steps of one.
    steps: usize,
    /// When the last one ends; `None` if each ends by itself.
    until: Option<Instant>,
    threads: usize,
    /// What was tried before.
    before: Experience,
    /// The file for the report so far: a session that is ended leaves it, and beside it what was tried and reached.
    report: Option<PathBuf>,
}

impl Found {
    fn begun(began: Instant, experience: Experience) -> Self {
        let (failures, coverage, known) = (Vec::new(), Coverage::default(), Known::default());
        Self { began, steps: 0, episodes: 0, failures, coverage, experience, known, memory_mib: None }
    }

    /// Adds what an episode has brought, without the faults that are known.
    fn add(&mut self, episode: Episode) {
        self.steps += episode.steps.len();
        self.episodes += 1;
        self.coverage.add(&episode.coverage);
        self.experience.add(&episode.experience);
        for mut failure in episode.failures {
            failure.faults = self.known.take_new(failure.faults);
            if !failure.faults.is_empty() {
                println!("seed {}, step {}: {}", failure.seed, failure.after, failure.faults[0]);
                self.failures.push(failure);
            }
        }
    }

    /// What `scripts/monkey report` adds up.
    fn reached(&self, form: &str) -> Reached {
        let minutes = self.began.elapsed().as_secs_f64() / 60.0;
        Reached { form: form.to_owned(), minutes, steps: self.steps, coverage: self.coverage.clone() }
    }

    fn summary(&self) -> String {
        let seconds = self.began.elapsed().as_secs_f64();
        let a_minute = self.steps as f64 / seconds * 60.0;
        format!(
            "{seconds:.0} s: {} steps in {} episodes ({a_minute:.0} a minute), {} faults",
            self.steps,
            self.episodes,
            self.failures.len()
        )
    }

    /// The report so far, without the steps of the failures: each has a file of its own.
    fn interim(&self, form: &str) -> String {
        let mut text = format!("{} so far\n{}\n", self.summary(), self.coverage.report(form));
        for failure in &self.failures {
            for fault in &failure.faults {
                let _ = writeln!(text, "{}: {fault}", failure.name());
            }
        }
        text
    }
}

/// Runs the episodes of these seeds, as many as begin within the time, on all cores.
///
/// # Panics
/// If one fails.
pub(crate) fn short<F: Form + Sync>(form: &F, seeds: Range<u64>, time: Duration) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let until = Some(Instant::now() + time);
    let found = session(
        form,
        &Plan { seeds, steps: SHORT_STEPS, until, threads, before: Experience::default(), report: None },
    );
    assert!(found.failures.is_empty(), "{}", report(form, &found.failures));
}

/// Runs what the environment says: `MONKEY_STEPS`, a file with the steps of a failure; otherwise episodes
/// from `MONKEY_SEED` on for `MONKEY_MINUTES`, on `MONKEY_THREADS`, by people who know what the file
/// `MONKEY_BEFORE` says, if there is one.
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
    let path = run::folder().join(format!("{}-{seed}.report.txt", F::name()));
    let found = session(
        form,
        &Plan {
            // without a time, it is one episode
            seeds: seed..minutes.map_or(seed + 1, |_| u64::MAX),
            steps: F::STEPS,
            until: minutes.map(|minutes| Instant::now() + Duration::from_secs(60 * minutes)),
            threads: number("MONKEY_THREADS").map_or(1, |threads| threads as usize),
            before: std::env::var("MONKEY_BEFORE").map(|path| Experience::read(&path)).unwrap_or_default(),
            report: Some(path.clone()),
        },
    );
    let failures = report(form, &found.failures);
    write_report(&path, &format!("{}\n{}\n{failures}", found.summary(), found.coverage.report(F::name())));
    println!("{}\nthe report is in {}", found.coverage.report(F::name()), path.display());
    println!("`scripts/monkey report` adds up what all forms have reached");
    assert!(found.failures.is_empty(), "{failures}");
}

/// Writes a report, so that a session that is ended leaves the last one.
fn write_report(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

fn session<F: Form + Sync>(form: &F, plan: &Plan) -> Found {
    let began = Instant::now();
    let (next, found) =
        (AtomicU64::new(plan.seeds.start), Mutex::new(Found::begun(began, plan.before.clone())));
    let shown = Mutex::new(began);
    let quarter = plan.until.map(|until| began + until.saturating_duration_since(began) / 4);
    let work = || {
        while plan.until.is_none_or(|until| Instant::now() < until) {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= plan.seeds.end {
                return;
            }
            let lock = || found.lock().expect("no thread panics while it holds it");
            let past = lock().experience.clone();
            let mut episode = Episode::of(seed, past);
            episode.run(form, plan.steps, plan.until);
            let mut found = lock();
            found.add(episode);
            if quarter.is_some_and(|quarter| Instant::now() > quarter) && found.memory_mib.is_none() {
                found.memory_mib = memory_mib();
            }
            let mut shown = shown.lock().expect("no thread panics while it holds it");
            if shown.elapsed() > PROGRESS {
                *shown = Instant::now();
                println!("{}", found.summary());
            }
            if let Some(path) = &plan.report {
                write_report(path, &found.interim(F::name()));
                found.reached(F::name()).write(&Reached::path(F::name(), plan.seeds.start));
                found.experience.write(&path.with_extension("").with_extension("after.json"));
            }
        }
    };
    thread::scope(|scope| (0..plan.threads).for_each(|_| drop(scope.spawn(work))));
    let mut found = found.into_inner().expect("no thread panicked");
    if let Some((before, now)) = found.memory_mib.zip(memory_mib())
        && now > before * 3 / 2 + MEMORY_SLACK_MIB
    {
        let what = format!("this process had {before} MiB after a quarter of the time, and has {now} MiB");
        let faults = vec![Fault::new(FaultKind::Memory, "of all episodes", what)];
        found.failures.push(Failure { form: F::name(), seed: 0, after: 0, steps: Vec::new(), faults });
    }
    println!("{}", found.summary());
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
    if failures.is_empty() {
        return "nothing is wrong".to_owned();
    }
    let began = Instant::now();
    let mut text = format!("{} faults:\n", failures.len());
    for failure in failures {
        let left = SHRINK_ALL.saturating_sub(began.elapsed());
        let one = failure.clone().shrunk(form, left.min(F::SHRINK)).report();
        println!("{one}");
        text.push_str(&one);
    }
    text
}
