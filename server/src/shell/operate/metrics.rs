//! Metrics for operators, in the format of Prometheus.
//!
//! Events of games are counted from the hub's outputs, so the hub itself contains no
//! metrics. A server without an `--ops` address records nothing.

#[cfg(feature = "ops")]
mod exporter;
#[cfg(not(feature = "ops"))]
#[path = "metrics/without_exporter.rs"]
mod exporter;

pub(crate) use exporter::is_built_in;

use crate::shell::hall::hub_message::ServerStatus;
use crate::shell::net::connection_end::{CutReason, GreetingFailure};
use crate::shell::net::web::violation::Violation;
use chuhe_hub::{ConnectionId, GameEvent, Output, Record};
use chuhe_protocol::{CloseReason, Event, GameId, HallName, Refusal, Seq, ServerMessage, TableMessage};
use chuhe_rules::Outcome;
use chuhe_store::StoreError;
use exporter::Exporter;
use metrics::{
    Counter, Gauge, Histogram, Label, Unit, counter, describe_counter, describe_gauge, describe_histogram,
    gauge, histogram,
};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use strum::VariantNames as _;
use tokio::time::Instant;

/// Maximum number of moves measured at a time; beyond it the oldest is dropped. Moves
/// are pending for long only if the opponent is disconnected.
const MAX_PENDING_MOVES: usize = 4096;

/// The server's metrics. Frequent ones have a field of their own.
pub(crate) struct Metrics {
    exporter: Option<Arc<Exporter>>,
    /// The label of everything that one hall counts; empty if the server has a single hall.
    labels: Vec<Label>,
    connections: Gauge,
    websockets: Gauge,
    players: Gauge,
    games: Gauge,
    spectators: Gauge,
    challenges: Gauge,
    invitations: Gauge,
    hub_queue: Gauge,
    longest_send_queue: Gauge,
    uncommitted: Gauge,
    paused: Gauge,
    damage: Gauge,
    damaged_commits: Gauge,
    damaged_reads: Gauge,
    damaged_accounts: Gauge,
    moves: Counter,
    dropped_log_lines: Counter,
    move_seconds: Histogram,
    commit_seconds: Histogram,
    loop_late_seconds: Histogram,
    thinking_seconds: Histogram,
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Metrics")
    }
}

impl Metrics {
    /// Creates the metrics of a server with one hall; they record nothing unless `enabled`.
    pub(crate) fn new(enabled: bool) -> Arc<Self> {
        Self::create(enabled, |metrics| metrics.with_server().with_hall(&[]))
    }

    /// Creates the metrics of a server with several halls, without what each hall counts.
    pub(crate) fn of_server(enabled: bool) -> Arc<Self> {
        Self::create(enabled, Self::with_server)
    }

    /// Creates the metrics of one hall, which [`Metrics::render`] of the server's includes.
    pub(crate) fn of_hall(&self, name: &HallName) -> Arc<Self> {
        let mut metrics = Self { exporter: self.exporter.clone(), ..Self::noop() };
        if let Some(exporter) = &self.exporter {
            let labels = [Label::new("hall", name.to_string())];
            metrics = exporter.record(|| metrics.with_hall(&labels));
        }
        Arc::new(metrics)
    }

    fn create(enabled: bool, register: impl FnOnce(Self) -> Self) -> Arc<Self> {
        let Some(exporter) = enabled.then(Exporter::start).flatten() else { return Arc::new(Self::noop()) };
        let metrics = exporter.record(|| {
            describe();
            gauge!("chuhe_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1);
            register(Self::noop())
        });
        Arc::new(Self { exporter: Some(Arc::new(exporter)), ..metrics })
    }

    /// Returns metrics that record nothing.
    fn noop() -> Self {
        Self {
            exporter: None,
            labels: Vec::new(),
            connections: Gauge::noop(),
            websockets: Gauge::noop(),
            players: Gauge::noop(),
            games: Gauge::noop(),
            spectators: Gauge::noop(),
            challenges: Gauge::noop(),
            invitations: Gauge::noop(),
            hub_queue: Gauge::noop(),
            longest_send_queue: Gauge::noop(),
            uncommitted: Gauge::noop(),
            paused: Gauge::noop(),
            damage: Gauge::noop(),
            damaged_commits: Gauge::noop(),
            damaged_reads: Gauge::noop(),
            damaged_accounts: Gauge::noop(),
            moves: Counter::noop(),
            dropped_log_lines: Counter::noop(),
            move_seconds: Histogram::noop(),
            commit_seconds: Histogram::noop(),
            loop_late_seconds: Histogram::noop(),
            thinking_seconds: Histogram::noop(),
        }
    }

    /// Adds what is counted once for the process.
    ///
    /// Counters of faults begin at zero: an alert on their increase misses the first one otherwise.
    fn with_server(self) -> Self {
        begin_at_zero("chuhe_greetings_failed_total", &[], "reason", GreetingFailure::VARIANTS);
        begin_at_zero("chuhe_cuts_total", &[], "reason", CutReason::VARIANTS);
        begin_at_zero("chuhe_websocket_violations_total", &[], "reason", Violation::VARIANTS);
        Self {
            connections: gauge!("chuhe_connections"),
            websockets: gauge!("chuhe_websockets"),
            dropped_log_lines: counter!("chuhe_log_lines_dropped_total"),
            damaged_accounts: gauge!("chuhe_damage", "found" => "accounts"),
            loop_late_seconds: histogram!("chuhe_loop_late_seconds"),
            ..self
        }
    }

    /// Adds what each hall counts, with its label.
    fn with_hall(self, labels: &[Label]) -> Self {
        begin_at_zero("chuhe_store_errors_total", labels, "kind", StoreError::VARIANTS);
        counter!("chuhe_hall_faults_total", labels.to_vec()).absolute(0);
        let labels = || labels.to_vec();
        let labelled = |label, name| [labels(), vec![Label::from_static_parts(label, name)]].concat();
        let queue = |name| labelled("queue", name);
        Self {
            players: gauge!("chuhe_players", labels()),
            games: gauge!("chuhe_games", labels()),
            spectators: gauge!("chuhe_spectators", labels()),
            challenges: gauge!("chuhe_challenges", labels()),
            invitations: gauge!("chuhe_invitations", labels()),
            hub_queue: gauge!("chuhe_queue_depth", queue("reports")),
            longest_send_queue: gauge!("chuhe_queue_depth", queue("sends_max")),
            uncommitted: gauge!("chuhe_queue_depth", queue("writer")),
            paused: gauge!("chuhe_paused", labels()),
            damage: gauge!("chuhe_damage", labelled("found", "start")),
            damaged_commits: gauge!("chuhe_damage", labelled("found", "commit")),
            damaged_reads: gauge!("chuhe_damage", labelled("found", "read")),
            moves: counter!("chuhe_moves_total", labels()),
            move_seconds: histogram!("chuhe_move_seconds", labels()),
            commit_seconds: histogram!("chuhe_commit_seconds", labels()),
            loop_late_seconds: histogram!("chuhe_loop_late_seconds", labels()),
            thinking_seconds: histogram!("chuhe_thinking_seconds", labels()),
            labels: labels(),
            ..self
        }
    }

    /// Whether anything is recorded.
    pub(crate) const fn is_enabled(&self) -> bool {
        self.exporter.is_some()
    }

    /// Reads the memory, the open files and the processor time of this process.
    pub(crate) fn collect_process(&self) {
        if let Some(exporter) = &self.exporter {
            exporter.collect_process();
        }
    }

    /// Records how late the event loop ran a timer that was due.
    pub(crate) fn record_lateness(&self, late: Duration) {
        self.loop_late_seconds.record(late);
    }

    /// Records how long a computer player has thought about a move.
    pub(crate) fn record_thinking(&self, took: Duration) {
        self.thinking_seconds.record(took);
    }

    /// Renders all metrics as Prometheus text.
    pub(crate) fn render(&self) -> String {
        self.exporter.as_ref().map(|exporter| exporter.render()).unwrap_or_default()
    }

    /// Merges recorded samples into the histograms; each sample takes memory until then.
    pub(crate) fn run_upkeep(&self) {
        if let Some(exporter) = &self.exporter {
            exporter.run_upkeep();
        }
    }

    pub(crate) fn record_connected(&self) {
        self.connections.increment(1);
    }

    pub(crate) fn record_disconnected(&self) {
        self.connections.decrement(1);
    }

    /// Counts an open WebSocket, until the result is dropped.
    pub(crate) fn count_websocket(&self) -> CountedWebSocket {
        self.websockets.increment(1);
        CountedWebSocket(self.websockets.clone())
    }

    /// Records why a WebSocket failed.
    pub(crate) fn record_websocket_violation(&self, violation: Violation) {
        self.count("chuhe_websocket_violations_total", "reason", violation.into());
    }

    /// Records an answer to a browser's request.
    pub(crate) fn record_http_answer(&self, status: hyper::StatusCode) {
        if let Some(exporter) = &self.exporter {
            let labels = vec![Label::new("status", status.as_str().to_owned())];
            exporter.record(|| counter!("chuhe_http_answers_total", labels)).increment(1);
        }
    }

    pub(crate) fn record_greeting_failure(&self, failure: GreetingFailure) {
        self.count("chuhe_greetings_failed_total", "reason", failure.into());
    }

    /// Records a refused request.
    pub(crate) fn record_refusal(&self, reason: Refusal) {
        self.count("chuhe_refusals_total", "reason", (&reason).into());
    }

    /// Records that a connection is closed with a reason.
    pub(crate) fn record_closing(&self, reason: CloseReason) {
        self.count("chuhe_closings_total", "reason", reason.into());
    }

    /// Records that a connection is closed without a reason.
    pub(crate) fn record_cut(&self, reason: CutReason) {
        self.count("chuhe_cuts_total", "reason", reason.into());
    }

    /// Sets the gauges. Counters and histograms are updated as events occur.
    pub(crate) fn set_status(&self, status: &ServerStatus, hub_queue: usize) {
        self.players.set(number(status.gauges.players));
        self.games.set(number(status.gauges.games));
        self.spectators.set(number(status.gauges.spectators));
        self.challenges.set(number(status.gauges.challenges));
        self.invitations.set(number(status.gauges.invitations));
        self.hub_queue.set(number(hub_queue));
        self.longest_send_queue.set(number(status.longest_send_queue));
        self.uncommitted.set(number(status.uncommitted));
        self.paused.set(if status.is_paused { 1.0 } else { 0.0 });
        self.damaged_commits.set(if status.is_damaged { 1.0 } else { 0.0 });
    }

    /// Sets the number of problems of the stored data that were found at the start.
    pub(crate) fn set_damage(&self, problems: usize) {
        self.damage.set(number(problems));
    }

    /// Sets the number of problems of the shared accounts that were found at the start.
    pub(crate) fn set_damage_of_accounts(&self, problems: usize) {
        self.damaged_accounts.set(number(problems));
    }

    /// Records that stored games cannot be read.
    pub(crate) fn record_read_error(&self, error: &StoreError) {
        self.record_store_error(error);
        if matches!(error, StoreError::Damaged(_)) {
            self.damaged_reads.set(1);
        }
    }

    /// Sets how far this node of a cluster has followed the hall's log.
    pub(crate) fn set_progress(&self, progress: &HallProgress) {
        let Some(exporter) = &self.exporter else { return };
        let set = |name: &'static str, value: f64| {
            exporter.record(|| gauge!(name, self.labels.clone())).set(value);
        };
        set("chuhe_hall_role", f64::from(progress.role));
        set("chuhe_hall_epoch", progress.epoch as f64);
        set("chuhe_hall_applied_sequence", progress.applied as f64);
        set("chuhe_hall_lag", progress.lag as f64);
    }

    /// Records that this node of a cluster cannot follow the hall any more.
    pub(crate) fn record_hall_fault(&self) {
        if let Some(exporter) = &self.exporter {
            let labels = self.labels.clone();
            exporter.record(|| counter!("chuhe_hall_faults_total", labels)).increment(1);
        }
    }

    /// Sets the seconds until the certificate expires. A server without TLS has no such gauge.
    pub(crate) fn set_certificate_expiry(&self, seconds_left: i64) {
        if let Some(exporter) = &self.exporter {
            let expiry = exporter.record(|| gauge!("chuhe_certificate_expiry_seconds"));
            expiry.set(seconds_left as f64);
        }
    }

    /// Sets the number of log lines that were dropped since the start.
    pub(crate) fn set_dropped_log_lines(&self, count: u64) {
        self.dropped_log_lines.absolute(count);
    }

    fn record_store_error(&self, error: &StoreError) {
        self.count("chuhe_store_errors_total", "kind", error.into());
    }

    fn record_event(&self, event: &GameEvent) {
        if event.is_move() {
            self.moves.increment(1);
        } else if let Some(Event::Ended { outcome, .. }) = event.public() {
            let outcome = match outcome {
                Outcome::Won { .. } => "won",
                Outcome::Drawn(_) => "drawn",
                Outcome::Aborted(_) => "aborted",
            };
            self.count("chuhe_games_total", "outcome", outcome);
        }
    }

    fn count(&self, name: &'static str, label: &'static str, value: &'static str) {
        if let Some(exporter) = &self.exporter {
            let labels = [&self.labels[..], &[Label::from_static_parts(label, value)]].concat();
            exporter.record(|| counter!(name, labels)).increment(1);
        }
    }
}

/// How far a node of a cluster has followed the log of a hall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HallProgress {
    /// What the node does: 0 it has stopped, 1 follows, 2 is paused, 3 serves.
    pub(crate) role: u8,
    /// The epoch of the last entry in its copy.
    pub(crate) epoch: u64,
    /// The number of the last entry in its copy.
    pub(crate) applied: u64,
    /// The number of entries that its copy lacked at the last look.
    pub(crate) lag: u64,
}

/// An open WebSocket, counted until this is dropped.
#[derive(Debug)]
pub(crate) struct CountedWebSocket(Gauge);

impl Drop for CountedWebSocket {
    fn drop(&mut self) {
        self.0.decrement(1);
    }
}

/// Registers a counter for each value of a label.
fn begin_at_zero(name: &'static str, labels: &[Label], label: &'static str, values: &[&'static str]) {
    for value in values {
        counter!(name, [labels, &[Label::from_static_parts(label, value)]].concat()).absolute(0);
    }
}

fn describe() {
    describe_gauge!("chuhe_build_info", "Always 1; the label is the version");
    describe_gauge!("chuhe_connections", "Open connections, before or after the greeting");
    describe_gauge!("chuhe_websockets", "Open connections that are WebSockets");
    describe_counter!(
        "chuhe_websocket_violations_total",
        "WebSockets that failed by the client's fault, by reason"
    );
    describe_counter!("chuhe_http_answers_total", "Answers to requests of browsers, by status");
    describe_gauge!("chuhe_players", "Players who are connected, or whose seat or name is reserved");
    describe_gauge!("chuhe_games", "Running games");
    describe_gauge!("chuhe_spectators", "Players who are watching a game");
    describe_gauge!("chuhe_challenges", "Open challenges");
    describe_gauge!("chuhe_invitations", "Open invitations");
    describe_gauge!("chuhe_queue_depth", "Entries in a queue of the server");
    describe_counter!("chuhe_moves_total", "Moves played");
    describe_gauge!(
        "chuhe_certificate_expiry_seconds",
        Unit::Seconds,
        "Time until the TLS certificate expires; negative after it"
    );
    describe_counter!(
        "chuhe_log_lines_dropped_total",
        "Log lines dropped because standard error was not read in time"
    );
    describe_counter!("chuhe_games_total", "Finished games, by outcome");
    describe_counter!("chuhe_refusals_total", "Refused requests, by reason");
    describe_counter!("chuhe_closings_total", "Connections closed with a reason, by reason");
    describe_counter!("chuhe_cuts_total", "Connections closed without a message, by reason");
    describe_counter!("chuhe_greetings_failed_total", "Connections whose greeting failed, by reason");
    describe_gauge!(
        "chuhe_hall_role",
        "What this node does for a hall of its cluster: 0 it has stopped, 1 follows, 2 is paused, 3 serves"
    );
    describe_gauge!("chuhe_hall_epoch", "Epoch of the last entry in this node's copy of a hall");
    describe_gauge!("chuhe_hall_applied_sequence", "The last entry in this node's copy of a hall");
    describe_gauge!(
        "chuhe_hall_lag",
        "Entries of a hall's log that this node's copy lacked at the last look"
    );
    describe_counter!("chuhe_hall_faults_total", "Times that a hall could not be followed any more");
    describe_gauge!("chuhe_paused", "1 while games are paused because the store cannot commit");
    describe_gauge!(
        "chuhe_damage",
        "Problems of the stored data found at the start, and 1 if a commit or a read has met one, by where"
    );
    describe_counter!("chuhe_store_errors_total", "Store errors, by kind");
    describe_histogram!(
        "chuhe_loop_late_seconds",
        Unit::Seconds,
        "How late the event loop runs a timer, measured every quarter of a second"
    );
    describe_histogram!("chuhe_commit_seconds", Unit::Seconds, "Duration of a commit to the store");
    describe_histogram!(
        "chuhe_thinking_seconds",
        Unit::Seconds,
        "How long a computer player thinks about a move"
    );
    describe_histogram!(
        "chuhe_move_seconds",
        Unit::Seconds,
        "From receiving a move until it is queued for the opponent"
    );
}

/// Converts a count to a float; exact below 2^53.
fn number(count: usize) -> f64 {
    count as f64
}

/// Derives metrics from the hub's inputs and outputs.
pub(crate) struct Meter {
    metrics: Arc<Metrics>,
    /// The request that the hub is handling: its connection, and when it was received.
    request: Option<(ConnectionId, Instant)>,
    /// Moves that are not sent to the opponent yet.
    pending: VecDeque<PendingMove>,
}

/// A move that is not sent to the opponent yet.
struct PendingMove {
    game: GameId,
    n: Seq,
    mover: ConnectionId,
    received_at: Instant,
}

impl Meter {
    pub(crate) fn new(metrics: Arc<Metrics>) -> Self {
        Self { metrics, request: None, pending: VecDeque::new() }
    }

    /// Sets the request that the hub is about to handle; `None` for other inputs.
    pub(crate) fn set_request(&mut self, request: Option<(ConnectionId, Instant)>) {
        self.request = request;
    }

    /// The metrics that it records.
    pub(crate) fn metrics(&self) -> Arc<Metrics> {
        Arc::clone(&self.metrics)
    }

    /// Records the duration of a commit.
    pub(crate) fn record_commit(&self, took: Duration) {
        self.metrics.commit_seconds.record(took);
    }

    /// Records an error of the store.
    pub(crate) fn record_store_error(&self, error: &StoreError) {
        self.metrics.record_store_error(error);
    }

    /// Records an output of the hub.
    pub(crate) fn record_output(&mut self, output: &Output) {
        if let Output::Save(Record::Event { game, n, entry }) = output {
            self.metrics.record_event(&entry.event);
            if let (true, Some((mover, received_at))) = (entry.event.is_move(), self.request) {
                if self.pending.len() == MAX_PENDING_MOVES {
                    self.pending.pop_front();
                }
                self.pending.push_back(PendingMove { game: *game, n: *n, mover, received_at });
            }
        } else if let Output::Send(_, ServerMessage::Refused { reason, .. })
        | Output::Notice(_, ServerMessage::Refused { reason, .. }) = output
        {
            self.metrics.record_refusal(*reason);
        } else if let Output::Close(_, reason) = output {
            self.metrics.record_closing(*reason);
        }
    }

    /// Records that a message was queued for a connection.
    pub(crate) fn record_sent(&mut self, to: ConnectionId, message: &ServerMessage) {
        if self.pending.is_empty() {
            return;
        }
        let ServerMessage::Table { game, message } = message else { return };
        let TableMessage::Events { first, events } = message else { return };
        let is_sent = |pending: &PendingMove| {
            let within = pending.n.checked_sub(*first).is_some_and(|n| (n as usize) < events.len());
            pending.game == *game && within && pending.mover != to
        };
        if let Some(found) = self.pending.iter().position(is_sent) {
            self.metrics.move_seconds.record(self.pending[found].received_at.elapsed());
            // messages are sent in the order of their events: the moves before this one
            // have no recipient
            self.pending.drain(..=found);
        }
    }
}

#[cfg(all(test, feature = "ops"))]
mod alert_tests;

#[cfg(all(test, feature = "ops"))]
mod tests {
    use super::*;
    use chuhe_hub::JournalEntry;
    use chuhe_rules::clock::{Clock, TimeControl, Timestamp};
    use chuhe_rules::{AbortReason, Color, GameMove, PerColor, WinReason};

    const RED: ConnectionId = ConnectionId(1);
    const BLACK: ConnectionId = ConnectionId(2);

    fn played() -> Event {
        let mv = GameMove::Xiangqi("h2e2".parse().expect("a move"));
        Event::Played { by: Color::Red, mv, clocks: reading() }
    }

    fn reading() -> chuhe_rules::clock::ClockReading {
        Clock::new(PerColor::from_fn(|_| TimeControl::UNTIMED)).reading(Timestamp::default())
    }

    fn saved(game: u64, n: Seq, event: Event) -> Output {
        let entry = JournalEntry { at: Timestamp::default(), event: event.into(), premove: false };
        Output::Save(Record::Event { game: GameId(game), n, entry })
    }

    fn events(game: u64, first: Seq) -> ServerMessage {
        TableMessage::Events { first, events: vec![played()] }.at(GameId(game))
    }

    /// Returns the value of the metric line with this prefix.
    fn value(metrics: &Metrics, line: &str) -> Option<String> {
        let text = metrics.render();
        text.lines().find_map(|found| found.strip_prefix(line)).map(|rest| rest.trim().to_owned())
    }

    #[test]
    fn outputs_of_the_hub_are_counted_with_bounded_labels() {
        let metrics = Metrics::new(true);
        let mut meter = Meter::new(Arc::clone(&metrics));
        meter.record_output(&saved(1, 1, played()));
        for outcome in
            [Outcome::won(Color::Red, WinReason::Checkmate), Outcome::Aborted(AbortReason::ServerShutdown)]
        {
            meter.record_output(&saved(1, 2, Event::Ended { outcome, clocks: reading() }));
        }
        for wait_ms in [1, 2] {
            let reason = Refusal::ChatTooFast { wait_ms };
            meter.record_output(&Output::Send(RED, ServerMessage::Refused { request: 1, reason }));
        }
        meter.record_output(&Output::Close(RED, CloseReason::SlowReader));
        for (line, expected) in [
            ("chuhe_moves_total", "1"),
            ("chuhe_games_total{outcome=\"won\"}", "1"),
            ("chuhe_games_total{outcome=\"aborted\"}", "1"),
            ("chuhe_refusals_total{reason=\"chat_too_fast\"}", "2"),
            ("chuhe_closings_total{reason=\"slow_reader\"}", "1"),
        ] {
            assert_eq!(value(&metrics, line).as_deref(), Some(expected), "{line}");
        }
    }

    #[test]
    fn halls_count_with_a_label_and_the_process_without() {
        let server = Metrics::of_server(true);
        let name = HallName::parse("east").expect("a name");
        let mut meter = Meter::new(server.of_hall(&name));
        meter.record_output(&saved(1, 1, played()));
        meter.record_output(&Output::Close(RED, CloseReason::SlowReader));
        server.record_closing(CloseReason::Flood);
        for (line, expected) in [
            ("chuhe_moves_total{hall=\"east\"}", Some("1")),
            ("chuhe_closings_total{hall=\"east\",reason=\"slow_reader\"}", Some("1")),
            ("chuhe_closings_total{reason=\"flood\"}", Some("1")),
            ("chuhe_players{hall=\"east\"}", Some("0")),
            ("chuhe_players ", None),
            ("chuhe_connections", Some("0")),
        ] {
            assert_eq!(value(&server, line).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn move_is_measured_once_when_it_is_sent_to_the_opponent() {
        let metrics = Metrics::new(true);
        let mut meter = Meter::new(Arc::clone(&metrics));
        let measured = || value(&metrics, "chuhe_move_seconds_count");
        meter.set_request(Some((RED, Instant::now())));
        meter.record_output(&saved(1, 1, played()));
        meter.record_output(&saved(2, 7, played()));
        meter.record_sent(RED, &events(1, 1));
        meter.record_sent(BLACK, &events(1, 2));
        meter.record_sent(BLACK, &events(3, 1));
        assert_eq!(measured().as_deref(), Some("0"), "not sent to the opponent yet");
        meter.record_sent(BLACK, &events(1, 1));
        meter.record_sent(ConnectionId(9), &events(1, 1));
        assert_eq!(measured().as_deref(), Some("1"));
        meter.record_sent(BLACK, &events(2, 7));
        assert_eq!(measured().as_deref(), Some("2"));
        meter.set_request(None);
        meter.record_output(&saved(2, 8, played()));
        assert!(meter.pending.is_empty(), "a move without a request is not measured");
    }

    #[test]
    fn pending_moves_are_bounded() {
        let mut meter = Meter::new(Metrics::new(false));
        meter.set_request(Some((RED, Instant::now())));
        for n in 0..2 * MAX_PENDING_MOVES {
            meter.record_output(&saved(n as u64, 1, played()));
        }
        assert_eq!(meter.pending.len(), MAX_PENDING_MOVES);
    }

    /// Returns the names of metrics in the text of a file, without the suffixes of histograms.
    fn names_in(text: &str) -> std::collections::BTreeSet<String> {
        let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        let names = words.filter(|word| word.starts_with("chuhe_") || word.starts_with("process_"));
        let base = |name: &str| {
            let stripped = ["_bucket", "_count", "_sum"].iter().find_map(|suffix| name.strip_suffix(suffix));
            stripped.unwrap_or(name).to_owned()
        };
        names.map(base).collect()
    }

    #[test]
    fn dashboard_alerts_and_the_operators_page_name_metrics_that_exist() {
        let metrics = Metrics::new(true);
        let mut meter = Meter::new(Arc::clone(&metrics));
        metrics.record_closing(CloseReason::Quit);
        metrics.count("chuhe_games_total", "outcome", "won");
        let reason = Refusal::ChatEmpty;
        meter.record_output(&Output::Send(RED, ServerMessage::Refused { request: 1, reason }));
        metrics.set_certificate_expiry(1);
        metrics.set_progress(&HallProgress { role: 1, epoch: 1, applied: 1, lag: 0 });
        metrics.record_http_answer(hyper::StatusCode::OK);
        metrics.collect_process();
        let known = metrics.render();
        let known: Vec<&str> =
            known.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next()).collect();
        for (file, least) in [
            ("packaging/deploy/grafana-dashboard.json", 15),
            ("packaging/deploy/prometheus-alerts.yml", 6),
            ("docs/operating.md", 15),
        ] {
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
            let text = std::fs::read_to_string(path).expect("a file");
            // other sections of the page have other words of this form
            let section = text.split("\n## ").find(|section| section.starts_with("Metrics and health"));
            let names = names_in(section.unwrap_or(&text));
            assert!(names.len() >= least, "{file} names {names:?}");
            for name in names {
                assert!(
                    known.contains(&name.as_str()),
                    "{file} names {name}, which does not exist: {known:?}"
                );
            }
        }
    }

    #[test]
    fn disabled_metrics_record_nothing() {
        let metrics = Metrics::new(false);
        metrics.record_cut(CutReason::Crowd);
        metrics.record_connected();
        assert_eq!(metrics.render(), "");
    }
}
