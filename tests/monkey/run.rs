//! Runs episodes, and shrinks the steps of one that fails.

use super::chooser::Chooser;
use super::coverage::Coverage;
use super::driver::{Driver, Fault, Form};
use super::judges;
use super::step::{Step, User};
use crate::driven::Page;

/// Steps between two times at which everything settles and the clients are compared.
const STEPS_PER_COMPARISON: usize = 50;

/// An episode that failed.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) seed: u64,
    /// The steps up to the fault, of which those that were impossible are left out.
    pub(crate) steps: Vec<Step>,
    pub(crate) faults: Vec<Fault>,
}

/// Runs an episode: its steps, and what went wrong after the last of them.
pub(crate) fn episode<F: Form>(form: &F, seed: u64, coverage: &mut Coverage) -> Result<usize, Failure> {
    let mut driver = form.start(seed, people(seed));
    let mut chooser = Chooser::new(seed);
    let mut steps = Vec::new();
    while steps.len() < F::STEPS {
        let step = chooser.next(&driver);
        let faults = match attempt(&mut driver, &step) {
            Some(faults) => faults,
            None => continue,
        };
        steps.push(step);
        let faults = if faults.is_empty() && steps.len().is_multiple_of(STEPS_PER_COMPARISON) {
            compare(&mut driver)
        } else {
            faults
        };
        if !faults.is_empty() {
            driver.add_coverage(coverage);
            return Err(Failure { seed, steps, faults });
        }
    }
    driver.add_coverage(coverage);
    Ok(steps.len())
}

/// The number of people in the episode of a seed: two to four.
fn people(seed: u64) -> usize {
    2 + (seed % 3) as usize
}

/// Performs a step, and returns what is wrong after it; `None` if it is impossible.
fn attempt(driver: &mut impl Driver, step: &Step) -> Option<Vec<Fault>> {
    let before: Vec<(User, Option<Page>)> =
        driver.users().into_iter().map(|user| (user, driver.page(user).cloned())).collect();
    driver.perform(step).ok()?;
    let mut faults = driver.faults();
    for (user, before) in before {
        if let Some(page) = driver.page(user) {
            faults.extend(judges::of_page(user, step, before.as_ref(), page));
        }
    }
    Some(faults)
}

/// Waits until everything is quiet, and compares what the clients show.
fn compare(driver: &mut impl Driver) -> Vec<Fault> {
    if !driver.settle() {
        return driver.faults();
    }
    let listed = driver.server_players();
    let users = driver.users().into_iter().filter(|user| driver.is_online(*user));
    let pages: Vec<(User, &Page)> = users.filter_map(|user| Some((user, driver.page(user)?))).collect();
    let mut faults = judges::of_quiet_pages(&pages, listed.as_deref());
    faults.extend(driver.faults());
    faults
}
