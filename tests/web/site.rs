//! A server with the page.

use crate::program::{Running, first_line, programs, server, start, workspace};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// A server that serves the page.
pub(crate) struct Site {
    /// The folder of the programs, once a window was needed.
    programs: OnceLock<PathBuf>,
    program: PathBuf,
    folder: TempDir,
    server: Running,
    /// The address for native clients, and that of the page.
    addresses: [String; 2],
}

impl Site {
    /// Starts a server on free ports.
    pub(crate) fn serve() -> Self {
        let (programs, program) = (OnceLock::new(), server());
        let folder = tempfile::tempdir().expect("a folder can be created");
        let (server, addresses) = run(&program, folder.path(), ["127.0.0.1:0", "127.0.0.1:0"]);
        Self { programs, program, folder, server, addresses }
    }

    /// Kills the server, and starts it again on the same ports with the same data.
    pub(crate) fn restart(&mut self) {
        self.server.kill();
        let [tcp, web] = &self.addresses;
        let (server, _) = run(&self.program, self.folder.path(), [tcp, web]);
        self.server = server;
    }

    /// Kills the server.
    pub(crate) fn stop(&mut self) {
        self.server.kill();
    }

    /// The address of the page, which reports what it shows.
    pub(crate) fn address(&self) -> String {
        format!("http://{}/?trace", self.addresses[1])
    }

    /// The address of the page without anything behind it.
    pub(crate) fn root(&self) -> String {
        format!("http://{}/", self.addresses[1])
    }

    /// The address of the page as a host and a port.
    pub(crate) fn web(&self) -> &str {
        &self.addresses[1]
    }

    /// The address for native clients.
    pub(crate) fn tcp(&self) -> &str {
        &self.addresses[0]
    }

    /// The folder of the programs.
    pub(crate) fn programs(&self) -> &Path {
        self.programs.get_or_init(|| programs(&["chuhe-client"]))
    }

    /// A folder for data.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// The folder of the page: `target/web`, or what `CHUHE_WEB_ROOT` names.
pub(crate) fn page_folder() -> PathBuf {
    let root = std::env::var_os("CHUHE_WEB_ROOT");
    let root = root.map_or_else(|| workspace().join("target/web"), PathBuf::from);
    assert!(root.join("index.html").exists(), "scripts/web builds the page first");
    root
}

/// Starts a server on these addresses; returns those that it has.
fn run(program: &Path, folder: &Path, [tcp, web]: [&str; 2]) -> (Running, [String; 2]) {
    let mut server = Command::new(program);
    server.args(["--listen", tcp, "--web", web, "--log", "warn"]);
    server.arg("--web-root").arg(page_folder()).arg("--data").arg(folder.join("data"));
    let (server, mut output) = start(&mut server);
    let last_word = |line: String| line.rsplit(' ').next().unwrap_or_default().to_owned();
    let tcp = last_word(first_line(&mut output));
    let web = last_word(first_line(&mut output));
    let web = web.trim_start_matches("http://").trim_end_matches('/').to_owned();
    (server, [tcp, web])
}
