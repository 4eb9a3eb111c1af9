//! Builds and starts the real programs, and kills them when the test ends.

use crate::watcher;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Once;

/// A running program, killed on drop.
#[derive(Debug)]
pub(crate) struct Running(Child);

impl Running {
    /// A program that a test started itself, by [`watcher::spawn`].
    pub(crate) fn of(child: Child) -> Self {
        Self(child)
    }

    /// The process id.
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Sends SIGTERM and waits for the process to end.
    pub(crate) fn terminate(&mut self) {
        // the process may have ended already
        let _ = Command::new("kill").arg(self.id().to_string()).status();
        let _ = self.0.wait();
    }

    /// Whether the process still runs.
    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }

    /// Sends SIGKILL and waits for the process to end.
    pub(crate) fn kill(&mut self) {
        // the process may have ended already
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
        watcher::end(&self.0);
    }
}

/// Starts a program, and returns its standard output.
pub(crate) fn start(command: &mut Command) -> (Running, BufReader<ChildStdout>) {
    let spawned = watcher::spawn(command.stdin(Stdio::null()).stdout(Stdio::piped()));
    let mut child = spawned.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stdout = child.stdout.take().expect("standard output is piped");
    (Running(child), BufReader::new(stdout))
}

/// Reads the first line of a program's output, trimmed.
pub(crate) fn first_line(output: &mut impl BufRead) -> String {
    let mut line = String::new();
    output.read_line(&mut line).expect("the program's output can be read");
    line.trim().to_owned()
}

/// Returns the root folder of the workspace.
pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("this package is a folder of the workspace")
        .to_owned()
}

/// Builds the programs with all that packages have, and returns their folder.
///
/// A process builds them once: each further call of cargo takes a second, and waits for what else is built in the
/// folder meanwhile.
pub(crate) fn programs() -> PathBuf {
    static BUILT: Once = Once::new();
    BUILT.call_once(build);
    // the test binary is in the folder `deps` next to the programs
    let test = std::env::current_exe().expect("a test knows its own path");
    test.ancestors().nth(2).expect("target/debug/deps/test").to_owned()
}

fn build() {
    let mut build = Command::new(env!("CARGO"));
    // with the features that the tests of the workspace have, so that nothing is built twice: those of the development
    // dependencies are among them only if something is built that has these, as examples do
    build.current_dir(workspace()).args(["build", "--quiet", "--locked", "--workspace", "--examples"]);
    build.args(["chuhe", "chuhe-server", "chuhe-engine"].iter().flat_map(|program| ["--bin", program]));
    // ring is built anew, with all that uses it, where these differ from those of the cargo that runs the tests
    let is_of_test = |name: &str| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
    for name in
        std::env::vars_os().filter_map(|(name, _)| name.into_string().ok()).filter(|it| is_of_test(it))
    {
        build.env_remove(name);
    }
    assert!(build.status().expect("cargo runs").success(), "the programs build");
}

/// Returns the server program to test: `CHUHE_SERVER` if set, or the one of this workspace.
///
/// The scripts for long runs set it to a release build.
pub(crate) fn server() -> PathBuf {
    match std::env::var_os("CHUHE_SERVER") {
        Some(path) => path.into(),
        None => programs().join("chuhe-server"),
    }
}
