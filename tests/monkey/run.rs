//! Runs episodes, and shrinks the steps of one that fails.

use super::chooser::Chooser;
use super::coverage::{Coverage, kind_of};
use super::driver::{Driver, Fault, FaultKind, Form};
use super::experience::Experience;
use super::judges;
use super::served::without_numbers;
use super::step::{Act, Incident, Step, User};
use crate::driven::{Kind, Page};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Steps between two times at which everything settles and the clients are compared.
const STEPS_PER_COMPARISON: usize = 50;
/// The same while two people see one game.
const STEPS_PER_COMPARISON_IN_GAME: usize = 15;
/// The action that blocks a player, as [`Page::taken`] counts it.
const BLOCK: &str = "Preferences.Block";
/// Steps that a chooser may propose in vain, one after another.
const VAIN: usize = 1_000;
/// The characters of a panic's message that tell one from another.
const KEY_CHARS: usize = 120;

/// An episode that failed.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) form: &'static str,
    pub(crate) seed: u64,
    /// After how many steps of the episode.
    pub(crate) after: usize,
    /// The steps up to the fault, without those that were impossible.
    pub(crate) steps: Vec<Step>,
    pub(crate) faults: Vec<Fault>,
}

/// The faults that were found before; each is reported once.
#[derive(Debug, Default)]
pub(crate) struct Known(BTreeSet<(FaultKind, String)>);

impl Known {
    /// Leaves the faults that were not found before, and remembers them.
    pub(crate) fn take_new(&mut self, faults: Vec<Fault>) -> Vec<Fault> {
        faults.into_iter().filter(|fault| self.0.insert((fault.kind, fault.key.clone()))).collect()
    }
}

/// What an episode has brought so far.
#[derive(Debug, Default)]
pub(crate) struct Episode {
    pub(crate) seed: u64,
    /// Its steps, without those that were impossible.
    pub(crate) steps: Vec<Step>,
    /// The step that it performs now: the last one if it has panicked.
    attempted: Option<Step>,
    /// What went wrong and was not known, with the steps up to there.
    pub(crate) failures: Vec<Failure>,
    pub(crate) coverage: Coverage,
    /// What was tried before it: this and the seed determine its steps.
    past: Experience,
    /// What it has tried.
    pub(crate) experience: Experience,
    known: Known,
}

impl Episode {
    /// The episode of a seed, by people who know what was tried before.
    pub(crate) fn of(seed: u64, past: Experience) -> Self {
        Self { seed, past, ..Self::default() }
    }

    /// Runs the episode, of at most so many steps, of which the last begins before this time. It goes on
    /// after most faults.
    ///
    /// A panic of the driver ends it, and is a fault.
    pub(crate) fn run<F: Form>(&mut self, form: &F, most: usize, until: Option<Instant>) {
        let result = panic::catch_unwind(AssertUnwindSafe(|| self.play(form, most, until)));
        if let Err(cause) = result {
            let words = cause.downcast_ref::<String>().map(String::as_str);
            let words = words.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no message");
            let key: String = without_numbers(words).chars().take(KEY_CHARS).collect();
            self.steps.extend(self.attempted.take());
            let faults = self.known.take_new(vec![Fault::new(FaultKind::Driver, key, words)]);
            self.fail::<F>(faults);
        }
    }

    fn play<F: Form>(&mut self, form: &F, most: usize, until: Option<Instant>) {
        let mut player = Player::new(form.start(self.seed, people(self.seed)));
        let mut chooser = Chooser::new(self.seed, self.past.clone());
        let (mut vain, mut compared) = (0, 0);
        let is_late = || until.is_some_and(|until| Instant::now() > until);
        while self.steps.len() < most && vain < VAIN && !is_late() {
            let plays = judges::one_game(&pages_of(&player.driver)).next().is_some();
            let wait = if plays { STEPS_PER_COMPARISON_IN_GAME } else { STEPS_PER_COMPARISON };
            let is_due = self.steps.len() >= compared + wait;
            let step = if is_due { Step::World(Incident::Compare) } else { chooser.next(&player.driver) };
            self.attempted = Some(step.clone());
            let Some(faults) = player.attempt(&step, &mut self.coverage) else {
                vain += 1;
                continue;
            };
            vain = 0;
            if is_due {
                compared = self.steps.len();
            }
            count(&step, &player.driver, &mut self.coverage);
            player.driver.add_coverage(&mut self.coverage);
            self.steps.push(step);
            let is_over = faults.iter().any(|fault| fault.kind == FaultKind::Panic);
            let faults = self.known.take_new(faults);
            if let Some(failure) = self.fail::<F>(faults) {
                player.driver.save_pictures(&failure.name(), failure);
            }
            if is_over {
                break;
            }
        }
        self.attempted = None;
        self.experience = chooser.into_experience();
    }

    /// Adds a failure, if there are faults.
    fn fail<F: Form>(&mut self, faults: Vec<Fault>) -> Option<&Failure> {
        if faults.is_empty() {
            return None;
        }
        let (form, seed, steps) = (F::name(), self.seed, self.steps.clone());
        self.past.write(&Experience::path(form, seed));
        self.failures.push(Failure { form, seed, after: steps.len(), steps, faults });
        self.failures.last().map(Failure::write);
        self.failures.last()
    }
}

/// Performs these steps, without those that are impossible, until there is a fault like this one.
/// Returns the faults of that step.
pub(crate) fn repeat<F: Form>(form: &F, seed: u64, steps: &[Step], like: Option<&Fault>) -> Vec<Fault> {
    let mut player = Player::new(form.start(seed, people(seed)));
    let mut coverage = Coverage::default();
    let is_wanted = |fault: &Fault| like.is_none_or(|like| fault.is_like(like));
    let mut faults = steps.iter().filter_map(|step| player.attempt(step, &mut coverage));
    faults.find(|faults| faults.iter().any(is_wanted)).unwrap_or_default()
}

/// The number of people in the episode of a seed: two to four.
const fn people(seed: u64) -> usize {
    2 + (seed % 3) as usize
}

/// Performs steps and judges what follows.
struct Player<D> {
    driver: D,
    /// What the people have written: the program may have to cut it.
    written: Vec<String>,
    /// The time of the last line of chat that everybody should see, in milliseconds since 1970; `None` since
    /// a player blocked another one.
    chat_since: Option<u64>,
}

impl<D: Driver> Player<D> {
    const fn new(driver: D) -> Self {
        Self { driver, written: Vec::new(), chat_since: Some(0) }
    }

    /// Performs a step, and returns what is wrong after it; `None` if it is impossible.
    fn attempt(&mut self, step: &Step, coverage: &mut Coverage) -> Option<Vec<Fault>> {
        let driver = &mut self.driver;
        if *step == Step::World(Incident::Compare) {
            return Some(compare(driver, self.chat_since, &self.written.concat(), coverage));
        }
        let before = match step {
            Step::User(user, _) => driver.page(*user).cloned(),
            Step::World(_) => None,
        };
        driver.perform(step).ok()?;
        if let Step::User(_, Act::Type(text) | Act::Paste(text) | Act::DropFile { text, .. }) = step {
            self.written.push(text.clone());
        }
        let users = driver.users();
        let mut pages = users.iter().filter_map(|user| driver.page(*user));
        // the server does not store the chat; one that stops still passes lines on
        if let Step::World(Incident::KillServer | Incident::StopServer | Incident::StartServer) = step {
            let games = pages.filter_map(|page| page.game.as_ref());
            let last = games.flat_map(|game| &game.chat).map(|line| line.at_ms).max();
            self.chat_since = self.chat_since.map(|since| since.max(last.unwrap_or_default()));
        } else if pages.any(|page| page.taken.actions.contains_key(BLOCK)) {
            // whoever blocks another sees less, and so do both if it is lifted
            self.chat_since = None;
        }
        let mut faults = driver.faults();
        for user in driver.users() {
            if let Some(page) = driver.page(user) {
                if judges::reads_otherwise(page) && !page.boxes.is_empty() {
                    self.written.push(page.boxes.clone());
                }
                faults.extend(judges::of_page(user, step, before.as_ref(), page, &self.written));
            }
        }
        Some(faults)
    }
}

/// What all see.
fn pages_of(driver: &impl Driver) -> Vec<(User, &Page)> {
    driver.users().into_iter().filter_map(|user| Some((user, driver.page(user)?))).collect()
}

/// Waits until everything is quiet, and compares what the clients show.
fn compare(
    driver: &mut impl Driver,
    chat_since: Option<u64>,
    written: &str,
    coverage: &mut Coverage,
) -> Vec<Fault> {
    if !driver.settle() {
        let mut faults = driver.faults();
        if faults.is_empty() {
            faults.push(Fault::new(FaultKind::Unrest, "unrest", "the clients never become quiet"));
        }
        return faults;
    }
    let listed = driver.server_players();
    let users = driver.users();
    let users: Vec<User> = users.into_iter().filter(|user| driver.is_online(*user)).collect();
    let mut pages = pages_of(driver);
    pages.retain(|(user, _)| users.contains(user));
    let mut faults = judges::of_quiet_pages(&pages, listed.as_deref(), chat_since, coverage);
    faults.extend(boxes(driver, &users, written));
    faults.extend(driver.faults());
    faults
}

/// The characters that no font has, also after another while: a page fetches the fonts that it needs.
fn boxes(driver: &mut impl Driver, users: &[User], written: &str) -> Vec<Fault> {
    let of = |driver: &dyn Driver| -> Vec<Fault> {
        let pages = users.iter().filter_map(|user| driver.page(*user));
        pages.flat_map(|page| judges::boxes(page, written)).collect()
    };
    if of(driver).is_empty() || !driver.settle() { Vec::new() } else { of(driver) }
}

/// Counts the widgets that were clicked, and those that could be.
fn count(step: &Step, driver: &impl Driver, coverage: &mut Coverage) {
    let Step::User(user, act) = step else { return };
    if let Act::Click(id) = act {
        *coverage.widgets.entry(kind_of(id)).or_default() += 1;
        let widgets = driver.page(*user).into_iter().flat_map(|page| &page.widgets);
        for widget in widgets.filter(|widget| widget.kind != Kind::Text) {
            coverage.widgets.entry(kind_of(&widget.id)).or_default();
        }
    }
}

impl Failure {
    /// Leaves out steps as long as the same fault occurs without them, and there is time.
    pub(crate) fn shrunk<F: Form>(self, form: &F, time: Duration) -> Self {
        let Some(first) = self.faults.first().cloned() else { return self };
        // what depends on the machine does not occur again
        if matches!(first.kind, FaultKind::LateFrame | FaultKind::Memory | FaultKind::Driver) {
            return self;
        }
        let began = Instant::now();
        let mut shrunk = self;
        let mut size = shrunk.steps.len().div_ceil(2);
        while size > 0 && began.elapsed() < time {
            let mut start = 0;
            while start < shrunk.steps.len() && began.elapsed() < time {
                let end = (start + size).min(shrunk.steps.len());
                let left = [&shrunk.steps[..start], &shrunk.steps[end..]].concat();
                let faults = repeat(form, shrunk.seed, &left, Some(&first));
                if !faults.is_empty() {
                    shrunk = Self { steps: left, faults, ..shrunk };
                } else {
                    start = end;
                }
            }
            size /= 2;
        }
        shrunk
    }

    /// A name that no other failure of its form has.
    pub(crate) fn name(&self) -> String {
        format!("{}-{}-{}", self.form, self.seed, self.after)
    }

    /// Writes the steps to a file, from which [`Failure::read`] reads them.
    fn write(&self) -> PathBuf {
        let path = folder().join(format!("{}.json", self.name()));
        let text = serde_json::to_string(&(self.seed, &self.steps)).expect("steps are data");
        std::fs::write(&path, text).expect("the file of the steps can be written");
        path
    }

    /// What went wrong, the instructions, and how to repeat them.
    pub(crate) fn report(&self) -> String {
        let mut text = String::new();
        for fault in &self.faults {
            let _ = writeln!(text, "{fault}");
        }
        let _ = writeln!(text, "after {} steps of {} people:", self.steps.len(), people(self.seed));
        for (n, step) in self.steps.iter().enumerate() {
            let _ = writeln!(text, "{:>4}. {step}", n + 1);
        }
        let path = self.write();
        let _ = writeln!(
            text,
            "repeat these steps with: scripts/monkey {} --steps {}",
            self.form,
            path.display()
        );
        let past = Experience::path(self.form, self.seed);
        let _ = writeln!(
            text,
            "repeat the episode with: scripts/monkey {} --seed {} --before {}",
            self.form,
            self.seed,
            past.display()
        );
        text
    }
}

/// The folder of what a run leaves.
pub(crate) fn folder() -> PathBuf {
    let folder = crate::program::workspace().join("target/monkey");
    std::fs::create_dir_all(&folder).expect("the folder of the monkey can be created");
    folder
}

/// Reads the seed and the steps that a failure has written.
pub(crate) fn read_steps(path: &str) -> (u64, Vec<Step>) {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}
