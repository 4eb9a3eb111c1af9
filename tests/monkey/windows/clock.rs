//! The clock of a person's machine, which may be wrong.
//!
//! libfaketime gives the client another clock of the wall, by a file that it reads each second; the time since a
//! start, by which programs wait, goes on as it does on a machine whose clock is set.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where Debian's package has the library for programs with several threads.
const FOLDERS: [&str; 2] = ["/usr/lib/x86_64-linux-gnu/faketime", "/usr/lib/aarch64-linux-gnu/faketime"];
const LIBRARY: &str = "libfaketimeMT.so.1";

/// A clock.
pub(super) struct Clock {
    library: PathBuf,
    file: PathBuf,
    /// By how many seconds it is wrong.
    seconds: i64,
}

impl Clock {
    /// A clock that is right, kept in a file; `None` if the library is not installed.
    pub(super) fn new(file: PathBuf) -> Option<Self> {
        let library = FOLDERS.into_iter().map(|folder| Path::new(folder).join(LIBRARY));
        let library = library.into_iter().find(|library| library.exists())?;
        let clock = Self { library, file, seconds: 0 };
        clock.write();
        Some(clock)
    }

    /// Sets it forward by so many seconds, or back if negative.
    pub(super) fn set(&mut self, by_seconds: i64) {
        self.seconds += by_seconds;
        self.write();
    }

    fn write(&self) {
        fs::write(&self.file, format!("{:+}\n", self.seconds)).expect("the file of the clock can be written");
    }

    /// Gives it to a program that is to be started.
    pub(super) fn give(&self, program: &mut Command) {
        program.env("LD_PRELOAD", &self.library).env("FAKETIME_TIMESTAMP_FILE", &self.file);
        let switches = [
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
            // programs that it starts have the same clock
            ("FAKETIME_DONT_RESET", "1"),
            ("FAKETIME_CACHE_DURATION", "1"),
            // the times of files are those of the disk
            ("NO_FAKE_STAT", "1"),
        ];
        program.envs(switches);
    }
}

#[test]
fn a_program_sees_the_clock_that_was_set() {
    let folder = tempfile::tempdir().expect("a folder can be created");
    let Some(mut clock) = Clock::new(folder.path().join("clock")) else { return };
    let year = |clock: &Clock| {
        let mut date = Command::new("date");
        clock.give(&mut date);
        let output = date.args(["-u", "+%Y"]).output().expect("date can be run");
        String::from_utf8_lossy(&output.stdout).trim().parse::<u32>().expect("a year is a number")
    };
    let before = year(&clock);
    clock.set(400 * 86_400);
    assert!((1..=2).contains(&(year(&clock) - before)), "the clock is more than a year ahead");
}
