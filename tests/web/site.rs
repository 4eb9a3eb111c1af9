//! A server with the page.

use crate::program::{Running, first_line, programs, server, start, workspace};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// How a server serves the page.
struct Options {
    /// The folder of the page.
    page: PathBuf,
    /// The origin of the page that may show it in a frame.
    embedder: Option<String>,
}

/// A server that serves the page.
pub(crate) struct Site {
    /// The folder of the programs, once a window was needed.
    programs: OnceLock<PathBuf>,
    program: PathBuf,
    options: Options,
    folder: TempDir,
    server: Running,
    /// The address for native clients, and that of the page.
    addresses: [String; 2],
}

impl Site {
    /// Starts a server on free ports.
    pub(crate) fn serve() -> Self {
        Self::serve_page(page_folder())
    }

    /// Starts a server on free ports, with the page in this folder.
    pub(crate) fn serve_page(page: PathBuf) -> Self {
        Self::start(page, None)
    }

    /// Starts a server on free ports, whose page a page of this origin may show in a frame.
    pub(crate) fn serve_to_embed(origin: &str) -> Self {
        Self::start(page_folder(), Some(origin.to_owned()))
    }

    fn start(page: PathBuf, embedder: Option<String>) -> Self {
        let (programs, program) = (OnceLock::new(), server());
        let folder = tempfile::tempdir().expect("a folder can be created");
        let options = Options { page, embedder };
        let (server, addresses) = run(&program, &options, folder.path(), ["127.0.0.1:0", "127.0.0.1:0"]);
        Self { programs, program, options, folder, server, addresses }
    }

    /// Asks the server to read the page again.
    pub(crate) fn reload_page(&self) {
        let id = self.server.id().to_string();
        let sent = Command::new("kill").args(["-HUP", &id]).status().expect("kill runs");
        assert!(sent.success(), "the server runs");
    }

    /// Kills the server, and starts it again on the same ports with the same data.
    pub(crate) fn restart(&mut self) {
        self.server.kill();
        let [tcp, web] = &self.addresses;
        let (server, _) = run(&self.program, &self.options, self.folder.path(), [tcp, web]);
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
        self.programs.get_or_init(|| programs())
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
fn run(program: &Path, options: &Options, folder: &Path, [tcp, web]: [&str; 2]) -> (Running, [String; 2]) {
    let mut server = Command::new(program);
    server.args(["--listen", tcp, "--web", web, "--log", "warn"]);
    server.arg("--web-root").arg(&options.page).arg("--data").arg(folder.join("data"));
    if let Some(origin) = &options.embedder {
        server.args(["--web-embed", origin]);
    }
    let (server, mut output) = start(&mut server);
    let last_word = |line: String| line.rsplit(' ').next().unwrap_or_default().to_owned();
    let tcp = last_word(first_line(&mut output));
    let web = last_word(first_line(&mut output));
    let web = web.trim_start_matches("http://").trim_end_matches('/').to_owned();
    (server, [tcp, web])
}
