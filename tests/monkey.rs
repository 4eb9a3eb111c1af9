//! The monkey: uses real clients at random from a seed, as people do who know nothing of the code.
//!
//! It reads what can be pressed (`step`, `chooser`), wants something for a while (`moods`, `errands`, `habits`, `forms`), prefers what
//! was seldom tried (`experience`), and fails on
//! what a person would call broken (`judges`, and the faults that a form reports). `run` keeps the steps of an
//! episode, shrinks those of one that fails, and prints them as instructions. `coverage` counts what was reached, and `reached` adds up
//! what all forms have reached.
//!
//! A form runs it on something: `core_form` on the apps alone under virtual time; `windows` and `pages` on
//! windows and on pages in browsers, which share the driver in `real`. A form implements two traits:
//!
//! - [`driver::Form`] starts the server and the clients of an episode, with nothing kept;
//! - [`driver::Driver`] carries out the steps. Its pages are those of `--ui-trace`
//!   ([`crate::driven::Page`]), which a window and a page of a browser write as well, so the chooser and
//!   the judges are the same for all forms. [`driver::Driver::perform`] returns
//!   [`driver::Impossible`] for what its form does not have, such as a second mouse button on a phone,
//!   and for a widget that is not there (any more): shrinking leaves out steps on which others depend.
//!   What only the form can see, such as a panic, a line of a log or the memory of a process, it returns
//!   from [`driver::Driver::faults`].
//!
//! The tests of a form call [`session::short`] with its seeds, and [`session::long`] for `scripts/monkey`.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a part concerns a few of the many things that a person does"
)]
#![expect(clippy::print_stdout, reason = "a long run prints its progress and its report")]

mod chooser;
mod core_form;
pub(crate) mod coverage;
pub(crate) mod driver;
mod errands;
pub(crate) mod experience;
mod forms;
mod habits;
pub(crate) mod judges;
mod learner;
mod moods;
mod pace;
#[cfg(feature = "web")]
mod pages;
mod reached;
mod real;
mod road;
pub(crate) mod run;
mod served;
pub(crate) mod session;
pub(crate) mod step;
mod windows;
mod words;
