//! One replica whose log and lease answer as each test says.

use chuhe_cluster::{
    Answer, Body, Config, Entry, Epoch, Fault, Held, Holder, Output, Reach, Read, Released, Replica, Request,
    RequestId, Revision, Sequence,
};
use chuhe_rules::clock::Timestamp;

/// How the log of a script answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Log {
    Answers,
    /// No answer comes.
    Silent,
    /// Reads are answered, and appends are not.
    ReadOnly,
    /// Each append finds that another node was faster.
    Outrun,
    /// Each append is answered with an old place, and the entry is not there.
    OldPlaces,
    /// Each answer comes after this many milliseconds.
    Slow(u64),
}

/// A replica, its log and its lease.
struct Script {
    replica: Replica,
    now: u64,
    log: Log,
    has_lease_service: bool,
    entries: Vec<Vec<u8>>,
    /// The lease, and when it was renewed.
    lease: Option<(Held, u64)>,
    revision: u64,
    /// Answers on their way.
    answers: Vec<(u64, RequestId, Answer)>,
    /// The outputs other than requests and entries to apply.
    outputs: Vec<(u64, Output)>,
    requests: Vec<(u64, Request)>,
}

fn config() -> Config {
    Config { node: "a".to_owned(), process: 1, claims: true, delay_ms: 0 }
}

impl Script {
    fn new() -> Self {
        let replica = Replica::new(config(), Reach::default(), Timestamp::from_ms(0));
        Self {
            replica,
            now: 0,
            log: Log::Answers,
            has_lease_service: true,
            entries: Vec::new(),
            lease: None,
            revision: 0,
            answers: Vec::new(),
            outputs: Vec::new(),
            requests: Vec::new(),
        }
    }

    /// A script whose replica serves.
    fn serving() -> Self {
        let mut script = Self::new();
        script.run(1_000);
        assert_eq!(script.replica.serves(script.time()), Some(Epoch(1)));
        script
    }

    const fn time(&self) -> Timestamp {
        Timestamp::from_ms(self.now)
    }

    /// Lets so many milliseconds pass.
    fn run(&mut self, ms: u64) {
        for _ in 0..ms {
            while let Some(output) = self.replica.poll() {
                match output {
                    Output::Request(id, request) => {
                        self.requests.push((self.now, request.clone()));
                        self.request(id, request);
                    }
                    Output::Apply { .. } => {}
                    output @ (Output::Serve(_)
                    | Output::Pause
                    | Output::Resume(_)
                    | Output::Committed
                    | Output::Release(_)
                    | Output::Stop(_)) => self.outputs.push((self.now, output)),
                }
            }
            self.now += 1;
            let now = self.time();
            let (due, rest) = std::mem::take(&mut self.answers).into_iter().partition(|it| it.0 <= self.now);
            self.answers = rest;
            let due: Vec<_> = due;
            for (_, id, answer) in due {
                self.replica.answer(id, answer, now);
            }
            if self.replica.poll_timeout().is_some_and(|at| at <= now) {
                self.replica.handle_timeout(now);
            }
        }
    }

    fn request(&mut self, id: RequestId, request: Request) {
        let is_append = matches!(request, Request::Append { .. });
        let is_read = matches!(request, Request::Read { .. });
        let is_silent = match self.log {
            Log::Silent => is_append || is_read,
            Log::ReadOnly => is_append,
            Log::Answers | Log::Outrun | Log::OldPlaces | Log::Slow(_) => false,
        };
        if is_silent || !(is_append || is_read || self.has_lease_service) {
            return;
        }
        let answer = match request {
            Request::Append { expected, bytes, .. } => self.append(expected, bytes),
            Request::Read { from } => {
                let skipped = usize::try_from(from.0.max(1) - 1).expect("a log of a test is short");
                let entries = self.entries.iter().enumerate().skip(skipped).take(1);
                let entries = entries.map(|(at, bytes)| (Sequence(at as u64 + 1), bytes.clone())).collect();
                Answer::Entries(Read { first: Sequence(1), last: self.last(), entries })
            }
            Request::ReadLease => Answer::Lease(self.held()),
            Request::CreateLease(_) if self.held().is_some() => Answer::Refused,
            Request::CreateLease(by) => self.grant(by),
            Request::RenewLease(held) if self.held().is_none_or(|it| it.revision != held.revision) => {
                Answer::Refused
            }
            Request::RenewLease(held) => self.grant(held.by),
            Request::DropLease(revision) => {
                self.lease = self.lease.take().filter(|(held, _)| held.revision != revision);
                Answer::Granted(revision)
            }
        };
        let delay = match self.log {
            Log::Slow(ms) if is_append || is_read => ms,
            Log::Slow(_) | Log::Answers | Log::Silent | Log::ReadOnly | Log::Outrun | Log::OldPlaces => 2,
        };
        self.answers.push((self.now + delay, id, answer));
    }

    const fn last(&self) -> Sequence {
        Sequence(self.entries.len() as u64)
    }

    fn append(&mut self, expected: Sequence, bytes: Vec<u8>) -> Answer {
        match self.log {
            Log::OldPlaces => return Answer::Appended(Sequence(expected.0.saturating_sub(1))),
            Log::Outrun => {
                self.append_foreign();
                return Answer::WrongSequence;
            }
            Log::Answers | Log::Silent | Log::ReadOnly | Log::Slow(_) => {}
        }
        if self.entries.last() == Some(&bytes) {
            return Answer::Appended(self.last());
        }
        if expected != self.last() {
            return Answer::WrongSequence;
        }
        self.entries.push(bytes);
        Answer::Appended(self.last())
    }

    /// Another node appends an entry.
    fn append_foreign(&mut self) {
        let previous = self.entries.last().map_or_else(Default::default, |it| chuhe_cluster::Hash::of(it));
        let last = self.entries.last().map(|it| Entry::decode(it).expect("an entry").id.epoch.0);
        let epoch = Epoch(last.unwrap_or(0) + 1);
        let id = chuhe_cluster::EntryId { epoch, process: 2, n: self.last().0 };
        let body = Body::Epoch { node: "b".to_owned() };
        self.entries.push(Entry { id, previous, body }.encode());
    }

    fn held(&self) -> Option<Held> {
        self.lease.as_ref().filter(|(_, at)| self.now - at < 3_000).map(|(held, _)| held.clone())
    }

    fn grant(&mut self, by: Holder) -> Answer {
        self.revision += 1;
        let revision = Revision(self.revision);
        self.lease = Some((Held { by, revision }, self.now));
        Answer::Granted(revision)
    }

    fn count(&self, matches: impl Fn(&Request) -> bool) -> usize {
        self.requests.iter().filter(|(_, request)| matches(request)).count()
    }

    fn has_output(&self, output: &Output) -> bool {
        self.outputs.iter().any(|(_, it)| it == output)
    }
}

#[test]
fn a_node_that_misses_the_log_lets_the_lease_go_and_resumes_if_nobody_takes_it() {
    let mut script = Script::serving();
    script.log = Log::Silent;
    let now = script.time();
    script.replica.commit(b"move".to_vec(), now).unwrap();
    script.run(19_900);
    assert_eq!(script.held().map(|held| held.by.node), Some("a".to_owned()), "a stalled log is waited for");
    script.run(200);
    assert_eq!(script.held(), None, "others may try");
    assert!(script.has_output(&Output::Pause));
    script.run(9_000);
    assert_eq!(script.held(), None, "for a while");
    script.run(60_000);
    assert!(!script.outputs.iter().any(|(_, it)| matches!(it, Output::Release(_))), "{:?}", script.outputs);
    script.log = Log::Answers;
    script.run(12_000);
    assert!(script.has_output(&Output::Committed));
    assert!(script.replica.serves(script.time()).is_some(), "{:?}", script.outputs);
}

#[test]
fn a_node_that_misses_the_log_is_released_when_another_takes_the_lease() {
    let mut script = Script::serving();
    script.log = Log::Silent;
    let now = script.time();
    script.replica.commit(b"move".to_vec(), now).unwrap();
    script.run(20_100);
    script.grant(Holder { node: "b".to_owned(), process: 2 });
    script.run(1_000);
    assert!(script.has_output(&Output::Release(Released::LeaseTaken)), "{:?}", script.outputs);
}

#[test]
fn a_node_that_reaches_neither_log_nor_lease_goes_on_when_both_are_back() {
    let mut script = Script::serving();
    (script.log, script.has_lease_service) = (Log::Silent, false);
    let now = script.time();
    script.replica.commit(b"move".to_vec(), now).unwrap();
    script.run(120_000);
    (script.log, script.has_lease_service) = (Log::Answers, true);
    script.run(2_500);
    assert!(script.has_output(&Output::Committed));
    assert!(script.replica.serves(script.time()).is_some(), "{:?}", script.outputs);
    assert!(!script.outputs.iter().any(|(_, it)| matches!(it, Output::Release(_))), "{:?}", script.outputs);
    let drops = script.count(|request| matches!(request, Request::DropLease(_)));
    assert_eq!(drops, 0, "without a quorum nothing is gained by handing the hall on");
}

#[test]
fn a_standby_whose_log_was_out_of_reach_leaves_the_hall_to_the_node_that_served() {
    let mut script = Script::new();
    script.grant(Holder { node: "b".to_owned(), process: 2 });
    script.run(1_000);
    (script.log, script.has_lease_service) = (Log::Silent, false);
    script.run(30_000);
    (script.log, script.has_lease_service) = (Log::Answers, true);
    script.run(1_900);
    assert_eq!(script.held(), None);
    script.run(3_000);
    assert_eq!(script.held().map(|held| held.by.node), Some("a".to_owned()), "it did not come back");
}

#[test]
fn a_claim_that_does_not_come_to_its_epoch_is_given_up_for_a_while() {
    let mut script = Script::new();
    script.log = Log::ReadOnly;
    script.run(19_000);
    assert!(script.held().is_some());
    script.run(2_000);
    assert_eq!(script.held(), None);
    let creates = |request: &Request| matches!(request, Request::CreateLease(_));
    script.run(8_000);
    assert_eq!(script.count(creates), 1, "others may try");
    script.run(4_000);
    assert_eq!(script.count(creates), 2, "then it tries again");
}

#[test]
fn resigning_without_the_log_ends_after_the_wait_for_it() {
    let mut script = Script::serving();
    script.log = Log::Silent;
    let now = script.time();
    script.replica.commit(b"move".to_vec(), now).unwrap();
    script.replica.resign(now);
    script.run(20_100);
    assert!(script.has_output(&Output::Release(Released::Resigned)), "{:?}", script.outputs);
    assert_eq!(script.held(), None);
}

#[test]
fn a_claim_pauses_between_two_appends_that_others_outrun() {
    let mut script = Script::new();
    script.log = Log::Outrun;
    script.run(2_000);
    let appends = script.count(|request| matches!(request, Request::Append { .. }));
    assert!((5..45).contains(&appends), "{appends} appends in two seconds");
}

#[test]
fn an_acknowledgement_of_an_old_place_is_not_taken() {
    let mut script = Script::serving();
    script.log = Log::OldPlaces;
    let now = script.time();
    script.replica.commit(b"move".to_vec(), now).unwrap();
    script.run(2_000);
    assert!(!script.has_output(&Output::Committed));
    let appends = script.count(|request| matches!(request, Request::Append { .. }));
    assert!((3..15).contains(&appends), "{appends} appends in two seconds");
    script.log = Log::Answers;
    script.run(1_000);
    assert!(script.has_output(&Output::Committed));
}

#[test]
fn a_commit_is_acknowledged_over_a_link_slower_than_the_timeout() {
    let mut script = Script::serving();
    script.log = Log::Slow(2_500);
    let now = script.time();
    script.replica.commit(b"move".to_vec(), now).unwrap();
    script.run(2_600);
    assert!(script.has_output(&Output::Committed));
}

#[test]
fn a_copy_advances_over_a_link_slower_than_the_timeout() {
    let mut script = Script::new();
    script.grant(Holder { node: "b".to_owned(), process: 2 });
    for _ in 0..5 {
        script.append_foreign();
    }
    script.log = Log::Slow(2_500);
    script.run(30_000);
    assert!(script.replica.place().sequence >= Sequence(5));
}

#[test]
fn a_log_whose_last_entry_was_replaced_is_not_taken_over() {
    let mut script = Script::new();
    script.grant(Holder { node: "b".to_owned(), process: 2 });
    script.append_foreign();
    script.append_foreign();
    script.run(500);
    assert_eq!(script.replica.place().sequence, Sequence(2));
    let mut entry = Entry::decode(&script.entries.pop().unwrap()).unwrap();
    entry.id.n += 1;
    script.entries.push(entry.encode());
    script.run(5_000);
    assert!(script.has_output(&Output::Stop(Fault::Fork(Sequence(2)))), "{:?}", script.outputs);
}

#[test]
fn a_standby_reads_an_idle_log_once_a_second_and_takes_a_free_hall_as_fast_as_ever() {
    let mut script = Script::new();
    script.grant(Holder { node: "b".to_owned(), process: 2 });
    script.append_foreign();
    for _ in 0..20 {
        script.run(1_000);
        let (_, renewed) = script.lease.as_mut().expect("b holds it");
        *renewed = script.now;
    }
    assert_eq!(script.replica.place().sequence, Sequence(1));
    let late = |script: &Script, from| {
        let is_read =
            |&&(at, ref request): &&(u64, Request)| at >= from && matches!(request, Request::Read { .. });
        script.requests.iter().filter(is_read).count()
    };
    assert!((9..=10).contains(&late(&script, 10_000)), "{} reads in 10 s", late(&script, 10_000));
    // something happens, and then the owner is lost
    script.append_foreign();
    script.run(1_100);
    assert_eq!(script.replica.place().sequence, Sequence(2));
    let at = script.lease.as_ref().expect("b held it").1 + 3_000;
    while script.replica.serves(script.time()).is_none() {
        script.run(1);
        assert!(script.now < at + 1_000, "it takes the hall {} ms after the lease", script.now - at);
    }
    assert_eq!(script.held().map(|held| held.by.node), Some("a".to_owned()));
}
