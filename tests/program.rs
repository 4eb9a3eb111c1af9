//! The real programs: built, started, and ended with the test at the latest.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A program that ends with the test.
#[derive(Debug)]
pub(crate) struct Running(Child);

impl Running {
    /// The system's number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Ends it with SIGKILL, and waits until it is no more.
    pub(crate) fn kill(&mut self) {
        // it may have ended by itself, and then there is nothing to do
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
    }
}

pub(crate) fn start(command: &mut Command) -> (Running, BufReader<ChildStdout>) {
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn();
    let mut child = spawned.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let stdout = child.stdout.take().expect("its output is piped");
    (Running(child), BufReader::new(stdout))
}

pub(crate) fn first_line(output: &mut impl BufRead) -> String {
    let mut line = String::new();
    output.read_line(&mut line).expect("the program's output can be read");
    line.trim().to_owned()
}

pub(crate) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("this package lies in the workspace").to_owned()
}

/// Builds the programs of these packages, unless they are built, and says where
/// they are.
pub(crate) fn programs(packages: &[&str]) -> PathBuf {
    let mut build = Command::new(env!("CARGO"));
    build.current_dir(workspace()).args(["build", "--quiet", "--locked", "--bins"]);
    build.args(packages.iter().flat_map(|package| ["-p", package]));
    assert!(build.status().expect("cargo can be run").success(), "the programs do not build");
    // this test itself lies in the folder `deps` beside them
    let test = std::env::current_exe().expect("a test knows its own path");
    test.ancestors().nth(2).expect("target/debug/deps/test").to_owned()
}

/// The server to be tested: the one that `CHUHE_SERVER` names, as the scripts
/// do for long runs, or the one of this workspace.
pub(crate) fn server() -> PathBuf {
    match std::env::var_os("CHUHE_SERVER") {
        Some(path) => path.into(),
        None => programs(&["chuhe-server"]).join("chuhe-server"),
    }
}
