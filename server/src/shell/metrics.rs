//! The numbers that an operator asks for. How he asks is `ops`' affair.
//!
//! What the hub decides is counted from its outputs, so it knows nothing of
//! this. Where nobody may ask, nothing is recorded.

use super::connection::Unserved;
use super::hub_task::Vitals;
use crate::store::StoreError;
use chuhe_hub::{ConnectionId, GameEvent, Output, Record};
use chuhe_protocol::{CloseReason, Event, GameId, Seq, ServerMessage};
use chuhe_rules::Outcome;
use metrics::{
    Counter, Gauge, Histogram, NoopRecorder, Unit, counter, describe_counter, describe_gauge,
    describe_histogram, gauge, histogram, with_local_recorder,
};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The bounds of the histograms of times, in seconds.
const SECONDS: [f64; 18] = [
    0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1,
    0.25, 0.5, 1.0, 2.5, 5.0,
];
/// The most moves that are still to be told and are measured; of one more, the
/// first is not. Only a move that nobody is there to be told of waits for long.
const UNTOLD_MOVES: usize = 4096;

/// Why a connection is ended without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Cut {
    /// Too many greetings from its address have failed.
    Barred,
    /// So many are being told that there is no room that there is none for that.
    Crowd,
    /// More waited to be sent to it than may.
    QueueFull,
    /// It read nothing of what was sent to it.
    Unread,
    /// It did not read in time why it was closed.
    Unflushed,
}

/// What is counted. What happens often has a handle of its own.
pub(super) struct Metrics {
    prometheus: Option<(PrometheusRecorder, PrometheusHandle)>,
    connections: Gauge,
    players: Gauge,
    games: Gauge,
    spectators: Gauge,
    challenges: Gauge,
    queued_reports: Gauge,
    longest_send_queue: Gauge,
    unkept: Gauge,
    paused: Gauge,
    moves: Counter,
    move_seconds: Histogram,
    commit_seconds: Histogram,
}

impl Metrics {
    /// Records, if `wanted`.
    pub(super) fn new(wanted: bool) -> Arc<Self> {
        if !wanted {
            return Arc::new(with_local_recorder(&NoopRecorder, Self::handles));
        }
        let times = Matcher::Suffix("_seconds".to_owned());
        let builder = PrometheusBuilder::new().set_buckets_for_metric(times, &SECONDS);
        let recorder = builder.expect("there are bounds").build_recorder();
        let metrics = with_local_recorder(&recorder, || {
            describe();
            gauge!("chuhe_build_info", "version" => env!("CARGO_PKG_VERSION")).set(1);
            Self::handles()
        });
        let handle = recorder.handle();
        Arc::new(Self { prometheus: Some((recorder, handle)), ..metrics })
    }

    fn handles() -> Self {
        Self {
            prometheus: None,
            connections: gauge!("chuhe_connections"),
            players: gauge!("chuhe_players"),
            games: gauge!("chuhe_games"),
            spectators: gauge!("chuhe_spectators"),
            challenges: gauge!("chuhe_challenges"),
            queued_reports: gauge!("chuhe_queue_depth", "queue" => "reports"),
            longest_send_queue: gauge!("chuhe_queue_depth", "queue" => "sends_max"),
            unkept: gauge!("chuhe_queue_depth", "queue" => "writer"),
            paused: gauge!("chuhe_paused"),
            moves: counter!("chuhe_moves_total"),
            move_seconds: histogram!("chuhe_move_seconds"),
            commit_seconds: histogram!("chuhe_commit_seconds"),
        }
    }

    /// All numbers, as Prometheus reads them.
    pub(super) fn render(&self) -> String {
        self.prometheus.as_ref().map(|(_, handle)| handle.render()).unwrap_or_default()
    }

    /// Sums up the times that were measured; each takes room until then.
    pub(super) fn sum_up(&self) {
        if let Some((_, handle)) = &self.prometheus {
            handle.run_upkeep();
        }
    }

    pub(super) fn connected(&self) {
        self.connections.increment(1);
    }

    pub(super) fn disconnected(&self) {
        self.connections.decrement(1);
    }

    pub(super) fn greeting_failed(&self, unserved: Unserved) {
        self.count("chuhe_greetings_failed_total", "reason", unserved.into());
    }

    /// A connection is told why it ends.
    pub(super) fn closing(&self, reason: CloseReason) {
        self.count("chuhe_closings_total", "reason", reason.into());
    }

    /// A connection is ended without a word.
    pub(super) fn cut(&self, reason: Cut) {
        self.count("chuhe_cuts_total", "reason", reason.into());
    }

    /// How things stand now; all else is counted as it happens.
    pub(super) fn set(&self, vitals: &Vitals, queued_reports: usize) {
        self.players.set(number(vitals.gauges.players));
        self.games.set(number(vitals.gauges.games));
        self.spectators.set(number(vitals.gauges.spectators));
        self.challenges.set(number(vitals.gauges.challenges));
        self.queued_reports.set(number(queued_reports));
        self.longest_send_queue.set(number(vitals.longest_send_queue));
        self.unkept.set(number(vitals.unkept));
        self.paused.set(if vitals.stalled { 1.0 } else { 0.0 });
    }

    fn store_failed(&self, error: &StoreError) {
        self.count("chuhe_store_errors_total", "kind", error.into());
    }

    fn happened(&self, happened: &GameEvent) {
        if happened.is_move() {
            self.moves.increment(1);
        } else if let Some(Event::Ended { outcome, .. }) = happened.open() {
            let outcome = match outcome {
                Outcome::Won { .. } => "won",
                Outcome::Drawn(_) => "drawn",
                Outcome::Aborted(_) => "aborted",
            };
            self.count("chuhe_games_total", "outcome", outcome);
        }
    }

    fn count(&self, name: &'static str, label: &'static str, value: &'static str) {
        if let Some((recorder, _)) = &self.prometheus {
            with_local_recorder(recorder, || counter!(name, label => value)).increment(1);
        }
    }
}

fn describe() {
    describe_gauge!("chuhe_build_info", "Always 1; the label tells the version");
    describe_gauge!("chuhe_connections", "Connections that stand, greeted or not");
    describe_gauge!("chuhe_players", "Players who are here or whose seat or name is kept");
    describe_gauge!("chuhe_games", "Games that run");
    describe_gauge!("chuhe_spectators", "Players who watch a game");
    describe_gauge!("chuhe_challenges", "Challenges that are open");
    describe_gauge!("chuhe_queue_depth", "What waits in a queue of the server");
    describe_counter!("chuhe_moves_total", "Moves played");
    describe_counter!("chuhe_games_total", "Games that ended, by outcome");
    describe_counter!("chuhe_refusals_total", "Requests that were refused, by reason");
    describe_counter!("chuhe_closings_total", "Connections that were told why they are closed, by reason");
    describe_counter!("chuhe_cuts_total", "Connections that were ended without a word, by reason");
    describe_counter!(
        "chuhe_greetings_failed_total",
        "Connections whose greeting came to nothing, by reason"
    );
    describe_gauge!("chuhe_paused", "1 while nothing can be kept and games stand still");
    describe_counter!("chuhe_store_errors_total", "Failures to keep or to read what is kept, by kind");
    describe_histogram!("chuhe_commit_seconds", Unit::Seconds, "How long it took to keep a batch of changes");
    describe_histogram!(
        "chuhe_move_seconds",
        Unit::Seconds,
        "From a move's arrival until it is handed to the opponent's connection"
    );
}

/// Exact below 2^53.
fn number(count: usize) -> f64 {
    count as f64
}

/// Watches what goes into the hub and what comes out.
pub(super) struct Meter {
    metrics: Arc<Metrics>,
    /// The request that the hub is being told, if it is one.
    request: Option<(ConnectionId, Instant)>,
    /// Moves that were decided and not yet told.
    untold: VecDeque<Untold>,
}

/// A move on its way to the opponent.
struct Untold {
    game: GameId,
    n: Seq,
    mover: ConnectionId,
    arrived: Instant,
}

impl Meter {
    pub(super) fn new(metrics: Arc<Metrics>) -> Self {
        Self { metrics, request: None, untold: VecDeque::new() }
    }

    /// What the hub is told next came from this connection at this moment; or
    /// from none.
    pub(super) fn request(&mut self, request: Option<(ConnectionId, Instant)>) {
        self.request = request;
    }

    /// Something was kept; it took so long.
    pub(super) fn kept(&self, took: Duration) {
        self.metrics.commit_seconds.record(took);
    }

    /// The store failed, for now or for good.
    pub(super) fn store_failed(&self, error: &StoreError) {
        self.metrics.store_failed(error);
    }

    /// The hub asks for this.
    pub(super) fn decided(&mut self, output: &Output) {
        if let Output::Save(Record::Event { game, n, entry }) = output {
            self.metrics.happened(&entry.event);
            if let (true, Some((mover, arrived))) = (entry.event.is_move(), self.request) {
                if self.untold.len() == UNTOLD_MOVES {
                    self.untold.pop_front();
                }
                self.untold.push_back(Untold { game: *game, n: *n, mover, arrived });
            }
        } else if let Output::Send(_, ServerMessage::Refused { reason, .. })
        | Output::Notice(_, ServerMessage::Refused { reason, .. }) = output
        {
            self.metrics.count("chuhe_refusals_total", "reason", reason.into());
        } else if let Output::Close(_, reason) = output {
            self.metrics.closing(*reason);
        }
    }

    /// A message has been handed to a connection.
    pub(super) fn told(&mut self, to: ConnectionId, message: &ServerMessage) {
        if self.untold.is_empty() {
            return;
        }
        let ServerMessage::Events { game, first, events } = message else { return };
        let told = |untold: &Untold| {
            let within = untold.n.checked_sub(*first).is_some_and(|n| (n as usize) < events.len());
            untold.game == *game && within && untold.mover != to
        };
        if let Some(found) = self.untold.iter().position(told) {
            self.metrics.move_seconds.record(self.untold[found].arrived.elapsed());
            // messages leave in the order of what they tell: those before it
            // have nobody to be told
            self.untold.drain(..=found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_hub::JournalEntry;
    use chuhe_protocol::Refusal;
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
        let entry = JournalEntry { at: Timestamp::default(), event: event.into() };
        Output::Save(Record::Event { game: GameId(game), n, entry })
    }

    fn events(game: u64, first: Seq) -> ServerMessage {
        ServerMessage::Events { game: GameId(game), first, events: vec![played()] }
    }

    /// The value of a line that begins so; `None`, if there is none.
    fn value(metrics: &Metrics, line: &str) -> Option<String> {
        let text = metrics.render();
        text.lines().find_map(|found| found.strip_prefix(line)).map(|rest| rest.trim().to_owned())
    }

    #[test]
    fn what_the_hub_decides_is_counted_by_bounded_names() {
        let metrics = Metrics::new(true);
        let mut meter = Meter::new(Arc::clone(&metrics));
        meter.decided(&saved(1, 1, played()));
        for outcome in
            [Outcome::won(Color::Red, WinReason::Checkmate), Outcome::Aborted(AbortReason::ServerShutdown)]
        {
            meter.decided(&saved(1, 2, Event::Ended { outcome, clocks: reading() }));
        }
        for wait_ms in [1, 2] {
            let reason = Refusal::ChatTooFast { wait_ms };
            meter.decided(&Output::Send(RED, ServerMessage::Refused { request: 1, reason }));
        }
        meter.decided(&Output::Close(RED, CloseReason::SlowReader));
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
    fn a_move_is_measured_once_when_the_opponent_is_told() {
        let metrics = Metrics::new(true);
        let mut meter = Meter::new(Arc::clone(&metrics));
        let measured = || value(&metrics, "chuhe_move_seconds_count");
        meter.request(Some((RED, Instant::now())));
        meter.decided(&saved(1, 1, played()));
        meter.decided(&saved(2, 7, played()));
        meter.told(RED, &events(1, 1));
        meter.told(BLACK, &events(1, 2));
        meter.told(BLACK, &events(3, 1));
        assert_eq!(measured().as_deref(), Some("0"), "not yet told to another");
        meter.told(BLACK, &events(1, 1));
        meter.told(ConnectionId(9), &events(1, 1));
        assert_eq!(measured().as_deref(), Some("1"));
        meter.told(BLACK, &events(2, 7));
        assert_eq!(measured().as_deref(), Some("2"));
        meter.request(None);
        meter.decided(&saved(2, 8, played()));
        assert!(meter.untold.is_empty(), "what no request brought is not measured");
    }

    #[test]
    fn moves_that_nobody_is_told_of_take_bounded_room() {
        let mut meter = Meter::new(Metrics::new(false));
        meter.request(Some((RED, Instant::now())));
        for n in 0..2 * UNTOLD_MOVES {
            meter.decided(&saved(n as u64, 1, played()));
        }
        assert_eq!(meter.untold.len(), UNTOLD_MOVES);
    }

    #[test]
    fn where_nobody_asks_nothing_is_recorded() {
        let metrics = Metrics::new(false);
        metrics.cut(Cut::Crowd);
        metrics.connected();
        assert_eq!(metrics.render(), "");
    }
}
