//! A PostgreSQL server of a test, on a Unix socket in its folder: another program could take a port that it used.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio_postgres::{Client, NoTls};

/// How long the server may take to accept connections.
const START: Duration = Duration::from_secs(60);
/// The password of the user `chuhe`.
pub(crate) const PASSWORD: &str = "open-sesame";
/// The users that PostgreSQL may run as: it refuses root.
const USERS: [&str; 2] = ["postgres", "nobody"];

/// A server in a process of its own, which is stopped when this is dropped.
pub(crate) struct PostgresServer {
    programs: PathBuf,
    folder: TempDir,
    user: Option<&'static str>,
    process: Option<Child>,
}

/// Returns the folder of PostgreSQL's programs, or `None` after saying that a test is skipped.
fn programs() -> Option<PathBuf> {
    let named = std::env::var_os("CHUHE_POSTGRES_PROGRAMS").map(PathBuf::from);
    let installed = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let versions = installed.map(|version| version.path().join("bin"));
    let found = named.into_iter().chain(versions).find(|folder| folder.join("initdb").is_file());
    if found.is_none() {
        let message =
            "SKIPPED: there is no PostgreSQL below /usr/lib/postgresql; install the package postgresql";
        assert!(std::env::var_os("CHUHE_POSTGRES_REQUIRED").is_none(), "{message}");
        #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
        {
            eprintln!("{message}");
        }
    }
    found
}

fn id(arguments: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(arguments).output().ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}

impl PostgresServer {
    /// Starts a server with the user and the database `chuhe`.
    pub(crate) async fn start() -> Option<Self> {
        let programs = programs()?;
        let folder = tempfile::tempdir().expect("a folder");
        let is_root = id(&["-u"]) == Some(0);
        let user = if is_root {
            let user = USERS.into_iter().find(|user| id(&["-u", user]).is_some()).expect("a user");
            let (owner, group) = (id(&["-u", user]), id(&["-g", user]));
            std::os::unix::fs::chown(folder.path(), owner, group).expect("the folder is given to the user");
            Some(user)
        } else {
            None
        };
        let mut server = Self { programs, folder, user, process: None };
        let password = server.folder.path().join("password");
        fs::write(&password, PASSWORD).expect("the password is written");
        let mut initdb = server.command("initdb");
        initdb.args([
            "--username=chuhe",
            "--auth=scram-sha-256",
            "--no-sync",
            "--encoding=UTF8",
            "--no-locale",
        ]);
        let output = initdb.arg("--pwfile").arg(&password).arg("--pgdata").arg(server.data()).output();
        let output = output.expect("initdb runs");
        assert!(output.status.success(), "{output:?}");
        server.resume().await;
        server.sql_in("postgres", "create database chuhe").await;
        Some(server)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// One of PostgreSQL's programs, as a user that it accepts.
    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        let mut command = match self.user {
            None => Command::new(program),
            Some(user) => {
                let mut command = Command::new("setpriv");
                command.args([&format!("--reuid={user}"), &format!("--regid={user}"), "--clear-groups"]);
                command.arg(program);
                command
            }
        };
        // that user may enter no other
        command.current_dir(self.folder.path());
        command
    }

    /// Starts the process, with the data that it had before.
    pub(crate) async fn resume(&mut self) {
        let log = File::create(self.folder.path().join("postgres.log")).expect("a log");
        let settings = ["fsync=off", "shared_buffers=16MB", "max_connections=20"];
        let process = self
            .command("postgres")
            .arg("-D")
            .arg(self.data())
            .arg("-k")
            .arg(self.folder.path())
            .args(["-h", ""])
            .args(settings.iter().flat_map(|setting| ["-c", setting]))
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a log"))
            .stderr(log)
            .spawn()
            .expect("the server starts");
        self.process = Some(process);
        let end = Instant::now() + START;
        let mut tries = tokio::time::interval(Duration::from_millis(50));
        while self.try_client("postgres").await.is_err() {
            assert!(Instant::now() < end, "the server does not accept connections");
            tries.tick().await;
        }
    }

    async fn try_client(&self, database: &str) -> Result<Client, tokio_postgres::Error> {
        let mut config = tokio_postgres::Config::new();
        config.host_path(self.folder.path()).user("chuhe").password(PASSWORD).dbname(database);
        let (client, connection) = config.connect(NoTls).await?;
        tokio::spawn(connection);
        Ok(client)
    }

    /// A connection to the database.
    pub(crate) async fn client(&self) -> Client {
        self.try_client("chuhe").await.expect("a client connects")
    }

    async fn sql_in(&self, database: &str, statement: &str) {
        let client = self.try_client(database).await.expect("a client connects");
        client.batch_execute(statement).await.expect("the statement succeeds");
    }

    /// Executes a statement.
    pub(crate) async fn sql(&self, statement: &str) {
        self.sql_in("chuhe", statement).await;
    }

    /// The number that a query returns.
    pub(crate) async fn number(&self, query: &str) -> i64 {
        self.client().await.query_one(query, &[]).await.expect("the query succeeds").get(0)
    }

    /// The text that a query returns.
    pub(crate) async fn text(&self, query: &str) -> String {
        self.client().await.query_one(query, &[]).await.expect("the query succeeds").get(0)
    }

    /// The address of the database.
    pub(crate) fn address(&self) -> String {
        format!("host={} user=chuhe dbname=chuhe", self.folder.path().display())
    }

    /// The address of the database as a URL.
    pub(crate) fn url(&self) -> String {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        format!("postgresql://chuhe@{folder}/chuhe")
    }

    /// A file with a password.
    pub(crate) fn password_file(&self, password: &str) -> PathBuf {
        let file = self.folder.path().join("password-of-exporter");
        fs::write(&file, format!("{password}\n")).expect("the file is written");
        file
    }

    /// Stops the process at once, as a crash does, and waits for its end.
    pub(crate) fn stop(&mut self) {
        let Some(mut process) = self.process.take() else { return };
        // killed itself, it would leave its own processes behind
        let stopped =
            self.command("pg_ctl").args(["stop", "-m", "immediate", "-w", "-D"]).arg(self.data()).output();
        if !stopped.is_ok_and(|output| output.status.success()) {
            let _ = process.kill();
        }
        let _ = process.wait();
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.stop();
    }
}
