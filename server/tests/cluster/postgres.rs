//! The archive in a real PostgreSQL: finished games get there once, over kills of everything.

use crate::nats_server::NatsServer;
use crate::node::{Node, Served, hall};
use crate::postgres_server::{PASSWORD, PostgresServer};
use async_nats::ConnectOptions;
use chuhe_hub::{Correction, GameEvent, JournalEntry, LoggedGame, Record};
use chuhe_protocol::{
    CountsAs, Event, GameId, GameKind, GameStart, GameSummary, PlayerId, PlayerName, RatedEnd, Seat, Terms,
    Uncounted,
};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::openings::FirstMoves;
use chuhe_rules::{Color, GameMove, Outcome, PerColor, RulesVersion, WinReason};
use chuhe_server::store::Sqlite;
use chuhe_store::{Durability, Store as _, Write, write_of};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::mpsc;
use tokio::time::{interval, timeout};

/// How long anything may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(90);
/// What an exporter writes that ends because NATS did not answer at its start in time, as on a busy machine.
const NO_NATS: &str = "no NATS server answers";
/// The moves of each game.
const MOVES: [&str; 4] = ["h2e2", "h9g7", "h0g2", "i9h9"];
/// What each game has in the database: its moves and its record.
const WHOLE: &str = "select count(*) from chuhe.games g where plies = 4 and record like '%[Red \"Bo\"]%'
    and (select string_agg(move, ' ' order by ply) from chuhe.moves m where m.hall = g.hall and m.game = g.game)
        = 'h2e2 h9g7 h0g2 i9h9'";

/// The game whose record says that an operator has annulled it; an error if there is not exactly one.
const CORRECTED: &str = "select game from chuhe.games where record like '%[Correction \"annulled\"]%'";

/// When something happened in a game.
fn time_in(number: u64, seconds: u64) -> Timestamp {
    Timestamp::from_ms(1_800_000_000_000 + number * 60_000 + seconds * 1000)
}

/// The first event of a game.
fn start() -> GameStart {
    let seat =
        |player, name| Seat { player: PlayerId(player), name: PlayerName::parse(name).expect("a name") };
    let terms = Terms::default();
    let times = terms.times(Color::Red);
    GameStart {
        seats: PerColor::new(seat(1, "Bo"), seat(2, "An")),
        terms,
        times,
        rematch_of: None,
        first_move_ms: 30_000,
        setup_ms: 0,
        rules: RulesVersion::CURRENT,
    }
}

/// The row of a game in the log of rated games: first as it was played, then annulled.
fn rated_row(number: u64, revision: u32) -> Write {
    let terms = Terms { rated: true, ..Terms::default() };
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    let events = [
        Event::Started(Box::new(GameStart { terms, ..start() })),
        Event::Ended { outcome, clocks: ClockReading::default() },
        Event::Rated(RatedEnd::Uncounted(Uncounted::SamePair)),
    ];
    // the last event of the journal is the end
    let at = time_in(number, 5);
    let entry = |event| JournalEntry { at, event: GameEvent::Public(event), premove: false };
    let row = LoggedGame::of_journal(GameId(number), &events.map(entry)).expect("it is rated");
    let (at, reason, changes) = (time_in(number, 50), "an engine".to_owned(), None);
    let annulled = Correction { at, reason, counts_as: CountsAs::Nothing, changes };
    let row = LoggedGame { correction: (revision > 0).then_some(annulled), ..row };
    write_of(&Record::RatedGame { revision, row }).expect("a record")
}

/// The writes of a game, from its start to its end.
fn finished_game(number: u64) -> Vec<Write> {
    let game = GameId(number);
    let at = |seconds| time_in(number, seconds);
    let (start, seats) = (start(), start().seats);
    let clocks = ClockReading::default();
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    let played = Color::ALL.into_iter().cycle().zip(MOVES).map(|(by, mv)| Event::Played {
        by,
        mv: GameMove::Xiangqi(mv.parse().expect("a move")),
        clocks,
    });
    let events = std::iter::once(Event::Started(Box::new(start)))
        .chain(played)
        .chain([Event::Ended { outcome, clocks }]);
    let entries = (0..).zip(events).map(|(n, event)| {
        let entry = JournalEntry { at: at(u64::from(n)), event: GameEvent::Public(event), premove: false };
        Record::Event { game, n, entry }
    });
    let summary = GameSummary {
        game,
        seats,
        outcome,
        plies: 4,
        ended_at_ms: at(9).as_ms(),
        kind: GameKind::Xiangqi,
        first_moves: FirstMoves::default(),
        rated: false,
        correction: None,
    };
    let listed =
        [1, 2].map(|player| Record::PlayerGame { player: PlayerId(player), summary: summary.clone() });
    entries.chain(listed).map(|record| write_of(&record).expect("a record")).collect()
}

/// Commits a game in two parts: its beginning, and its end.
async fn play(served: Served, number: u64) -> Served {
    let mut beginning = finished_game(number);
    let end = beginning.split_off(4);
    let (served, committed) = served.commit(beginning).await;
    assert_eq!(committed, Ok(()));
    let (served, committed) = served.commit(end).await;
    assert_eq!(committed, Ok(()));
    served
}

/// An exporter with its copies.
struct Exporter {
    flags: Vec<String>,
    copies: TempDir,
}

impl Exporter {
    fn new(nats: &NatsServer, postgres: &PostgresServer) -> Self {
        let password = postgres.password_file(PASSWORD);
        let flags = ["--cluster", &nats.reader_url(), "--postgres", &postgres.url()].map(str::to_owned);
        let file = ["--postgres-password".to_owned(), password.display().to_string()];
        let copies = tempfile::tempdir().expect("a folder");
        Self { flags: flags.into_iter().chain(file).collect(), copies }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-server"));
        command.arg("export-postgres").args(&self.flags).arg("--copies").arg(self.copies.path());
        command.env_remove("PGPASSFILE").stdin(Stdio::null());
        command
    }

    /// Starts it, until it is killed. Returns once it is connected.
    async fn start(&self) -> Running {
        loop {
            let mut running = Running::start(&mut self.command());
            match running.line_with("connected to NATS").await {
                Ok(()) => return running,
                Err(log) => assert!(log.contains(NO_NATS), "{log}"),
            }
        }
    }

    /// Exports what is there; returns what it wrote.
    async fn once(&self, more: &[&str]) -> String {
        loop {
            let output = run(self.command().arg("--once").args(more)).await;
            if output.status.success() {
                return String::from_utf8(output.stdout).expect("text");
            }
            assert!(String::from_utf8_lossy(&output.stderr).contains(NO_NATS), "{output:?}");
        }
    }
}

/// An exporter that is killed when this is dropped.
struct Running {
    process: Child,
    log: mpsc::UnboundedReceiver<String>,
}

impl Running {
    fn start(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
        let lines = BufReader::new(process.stderr.take().expect("its log")).lines();
        let (sender, log) = mpsc::unbounded_channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { process, log }
    }

    /// Waits until its log has a line with `text`. Returns the lines before its end if it ends without.
    async fn line_with(&mut self, text: &str) -> Result<(), String> {
        let mut read = String::new();
        let reading = async {
            while let Some(line) = self.log.recv().await {
                if line.contains(text) {
                    return Ok(());
                }
                read.push_str(&line);
                read.push('\n');
            }
            Err(read)
        };
        timeout(PATIENCE, reading).await.expect("it writes the line or ends in time")
    }

    /// Waits until its log says that it waits for the database.
    async fn waits(&mut self) {
        self.line_with("waits for PostgreSQL").await.expect("it runs");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

async fn run(command: &mut Command) -> Output {
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let waiting = tokio::task::spawn_blocking(move || child.wait_with_output());
    timeout(PATIENCE, waiting).await.expect("it ends in time").expect("no panic").expect("it ends")
}

/// Waits until the database has at least so many games.
async fn wait_for(postgres: &PostgresServer, games: i64) {
    let waiting = async {
        let (client, mut looks) = (postgres.client().await, interval(Duration::from_millis(20)));
        loop {
            looks.tick().await;
            // the table is missing at first
            let row = client.query_one("select count(*) from chuhe.games", &[]).await;
            if row.is_ok_and(|row| row.get::<_, i64>(0) >= games) {
                return;
            }
        }
    };
    timeout(PATIENCE, waiting).await.expect("the games are there in time");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_finished_game_is_exported_once_over_kills() {
    let (Some(nats), Some(mut postgres)) = (NatsServer::start(), PostgresServer::start().await) else {
        return;
    };
    let mut owner = Node::start(&nats, "a").await;
    let mut served = owner.served().await;
    let name = hall();
    let cluster = owner.cluster.directory().clone();
    cluster.open_hall(&name, 10).await.expect("the hall is in the directory");
    let exporter = Exporter::new(&nats, &postgres);
    let mut games = 0;
    // killed while games end, at whatever it does then
    for round in 1..=6 {
        let running = exporter.start().await;
        for _ in 0..20 {
            games += 1;
            served = play(served, games).await;
        }
        wait_for(&postgres, round * 20 - 15).await;
        drop(running);
    }
    // a database that crashes while the exporter runs, which goes on by itself or is killed as it waits: then
    // its copy is ahead of the database
    let mut running = exporter.start().await;
    games += 1;
    served = play(served, games).await;
    // it is connected once it has exported a game: at its start it would end for lack of the database
    wait_for(&postgres, i64::try_from(games).expect("few games")).await;
    for is_killed in [false, true] {
        postgres.stop();
        for _ in 0..10 {
            games += 1;
            served = play(served, games).await;
        }
        running.waits().await;
        if is_killed {
            drop(running);
            postgres.resume().await;
            running = exporter.start().await;
        } else {
            postgres.resume().await;
        }
        wait_for(&postgres, i64::try_from(games).expect("few games")).await;
    }
    // an operator annuls a game: its record is written anew
    for revision in 0..2 {
        let committed;
        (served, committed) = served.commit(vec![rated_row(2, revision)]).await;
        assert_eq!(committed, Ok(()));
    }
    games += 1;
    served = play(served, games).await;
    wait_for(&postgres, i64::try_from(games).expect("few games")).await;
    assert_eq!(postgres.number(CORRECTED).await, 2);
    drop(running);
    // a loss of power that takes the copy back, here to nothing
    drop(std::fs::remove_dir_all(exporter.copies.path()));
    games += 1;
    served = play(served, games).await;
    assert_eq!(exporter.once(&[]).await, "added 1 games\n");

    let games = i64::try_from(games).expect("few games");
    assert_eq!(postgres.number(WHOLE).await, games);
    assert_eq!(postgres.number("select count(*) from chuhe.games").await, games);
    assert_eq!(postgres.number("select count(*) from chuhe.moves").await, games * 4);
    assert_eq!(postgres.text("select hall from chuhe.halls").await, name.as_str());
    let place = postgres.number("select sequence from chuhe.halls").await;
    assert_eq!(place.cast_unsigned(), owner.member.status().sequence.0, "the place is the end of the log");

    // a database from an older backup
    postgres.sql("delete from chuhe.games where game % 3 = 0").await;
    assert_eq!(exporter.once(&[]).await, "added 0 games\n", "the place says that they are there");
    assert_eq!(exporter.once(&["--again"]).await, "added 47 games\n");
    assert_eq!(postgres.number(WHOLE).await, games);
    drop(served);
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_exporter_begins_from_a_snapshot() {
    let (Some(nats), Some(postgres)) = (NatsServer::start(), PostgresServer::start().await) else { return };
    let context = async_nats::jetstream::new(nats.client().await);
    let mut owner = Node::start_with_snapshots(&nats, "a", 5).await;
    let mut served = owner.served().await;
    owner.cluster.directory().open_hall(&hall(), 10).await.expect("the hall is in the directory");
    let (mut games, mut pace) = (0, interval(Duration::from_millis(200)));
    while crate::snapshots::first_entry(&context).await <= 1 {
        assert!(games < 300, "the log is not purged");
        pace.tick().await;
        games += 1;
        served = play(served, games).await;
    }
    let exporter = Exporter::new(&nats, &postgres);
    assert_eq!(exporter.once(&["--hall", hall().as_str()]).await, format!("added {games} games\n"));
    assert_eq!(postgres.number(WHOLE).await, i64::try_from(games).expect("few games"));
    assert_eq!(exporter.once(&[]).await, "added 0 games\n");
    let mut unknown = exporter.command();
    let output = run(unknown.args(["--once", "--hall", "nowhere"])).await;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && text.contains("no hall nowhere"), "{text}");
    drop(served);
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_data_of_a_stopped_server_is_exported_and_faults_are_one_line() {
    let Some(postgres) = PostgresServer::start().await else { return };
    let data = tempfile::tempdir().expect("a folder");
    let mut store = Sqlite::open(data.path()).expect("a store");
    for game in 1..=3 {
        store.commit(&finished_game(game), Durability::Process).expect("it commits");
    }
    let command = |password: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-server"));
        command.args(["export-postgres", "--postgres", &postgres.address(), "--postgres-password"]);
        command.arg(password).arg("--data").arg(data.path());
        command
    };
    let fault = async |command: &mut Command| {
        let output = run(command).await;
        assert!(!output.status.success(), "{output:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(text.lines().filter(|line| line.starts_with("error")).count(), 1, "{text}");
        text
    };
    let password = postgres.password_file(PASSWORD);
    let text = fault(&mut command(&password)).await;
    assert!(text.contains("another server uses the data"), "{text}");
    drop(store);
    for added in [3, 0] {
        let output = run(&mut command(&password)).await;
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("added {added} games\n"), "{output:?}");
    }
    assert_eq!(postgres.number(WHOLE).await, 3);

    // a game that an operator has corrected after it was exported
    let mut store = Sqlite::open(data.path()).expect("a store");
    for revision in 0..2 {
        store.commit(&[rated_row(2, revision)], Durability::Process).expect("it commits");
    }
    drop(store);
    let output = run(&mut command(&password)).await;
    assert_eq!(String::from_utf8_lossy(&output.stdout), "added 0 games\n", "{output:?}");
    assert_eq!(postgres.number(CORRECTED).await, 2);
    assert_eq!(postgres.number(WHOLE).await, 3);

    postgres.sql("update chuhe.schema_version set version = 2").await;
    let text = fault(&mut command(&password)).await;
    assert!(text.contains("version 2"), "{text}");
    postgres.sql("drop table chuhe.schema_version").await;
    let text = fault(&mut command(&password)).await;
    assert!(text.contains("not the archive"), "{text}");
    let text = fault(&mut command(&postgres.password_file("wrong-guess"))).await;
    assert!(text.contains("password authentication failed") && !text.contains("wrong-guess"), "{text}");
    let nobody = postgres.url().replace("chuhe@", "chuhe:wrong-guess@");
    let text = fault(command(&password).args(["--hall", "x"])).await;
    assert!(text.contains("does not exist"), "{text}");
    let mut shown = Command::new(env!("CARGO_BIN_EXE_chuhe-server"));
    shown.args(["export-postgres", "--postgres", &nobody, "--data"]).arg(data.path());
    let text = fault(&mut shown).await;
    assert!(text.contains("--postgres-password") && !text.contains("wrong-guess"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hall_whose_copy_is_in_use_is_exported_later() {
    let (Some(nats), Some(postgres)) = (NatsServer::start(), PostgresServer::start().await) else { return };
    let mut owner = Node::start(&nats, "a").await;
    let served = owner.served().await;
    owner.cluster.directory().open_hall(&hall(), 10).await.expect("the hall is in the directory");
    let served = play(served, 1).await;
    for flags in [&[][..], &["--hall", hall().as_str()]] {
        postgres.sql("drop schema if exists chuhe cascade").await;
        let mut exporter = Exporter::new(&nats, &postgres);
        exporter.flags.extend(flags.iter().map(|&flag| flag.to_owned()));
        let user =
            Sqlite::open(&exporter.copies.path().join("halls").join(hall().as_str())).expect("a store");
        let mut running = exporter.start().await;
        running.line_with("it is tried again").await.expect("it runs");
        drop(user);
        wait_for(&postgres, 1).await;
    }
    drop(served);
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_user_of_the_exporter_cannot_read_accounts() {
    let Some(nats) = NatsServer::start() else { return };
    // it makes the buckets
    let owner = Node::start(&nats, "a").await;
    let (refusals, mut refused) = mpsc::unbounded_channel();
    let options = ConnectOptions::with_user_and_password("reader".to_owned(), "look".to_owned())
        .custom_inbox_prefix("_INBOX.export")
        .event_callback(move |event| {
            let refusals = refusals.clone();
            async move { drop(refusals.send(event.to_string())) }
        });
    let reader = options.connect(nats.bare_url()).await.expect("a client connects");
    let subject = |api: &str, bucket: &str| format!("$JS.API.{api}.KV_{bucket}");
    for bucket in ["chuhe_accounts", "chuhe_claims"] {
        let requests = ["STREAM.INFO", "STREAM.MSG.GET", "CONSUMER.CREATE"].map(|api| subject(api, bucket));
        let named = subject("CONSUMER.CREATE", bucket);
        for request in requests.into_iter().chain([format!("{named}.name"), format!("{named}.name.$KV.>")]) {
            reader.publish(request.clone(), "{}".into()).await.expect("it is sent");
            until_refused(&mut refused, &request).await;
        }
    }
    // what a node reads arrives here
    let _answers = reader.subscribe("_INBOX.>").await.expect("it is sent");
    until_refused(&mut refused, "_INBOX.>").await;
    let allowed = reader.request(subject("STREAM.INFO", "chuhe_halls"), "".into());
    let answer = timeout(PATIENCE, allowed).await.expect("it answers in time").expect("it answers");
    assert!(String::from_utf8_lossy(&answer.payload).contains("\"state\""), "{answer:?}");
    owner.stop().await;
}

/// Waits until the server has refused a subject.
async fn until_refused(refused: &mut mpsc::UnboundedReceiver<String>, subject: &str) {
    let wanted = format!("\"{}\"", subject.to_lowercase());
    let waiting = async {
        loop {
            let event = refused.recv().await.expect("the client runs").to_lowercase();
            if event.contains("permissions violation") && event.contains(&wanted) {
                return;
            }
        }
    };
    timeout(PATIENCE, waiting).await.expect(subject);
}
