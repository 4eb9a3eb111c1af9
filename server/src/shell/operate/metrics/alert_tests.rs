//! The alerts of `packaging/deploy/prometheus-alerts.yml`, over the metrics of a server without a fault and with one.
//!
//! Prometheus has a language of its own: `promtool`, which `scripts/deploy-check` runs, evaluates the
//! expressions. The tests here write its cases, and check that each alert has one.

use super::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const ALERTS: &str = include_str!("../../../../../packaging/deploy/prometheus-alerts.yml");
/// When the fault begins, and when the alerts are looked at, in minutes.
const FAULT: usize = 10;
const LOOK: usize = FAULT + 2;

/// The values of the series of a server, by their names with labels.
type Series = BTreeMap<String, String>;

fn series(metrics: &Metrics) -> Series {
    let text = metrics.render();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.rsplit_once(' '))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

/// The name of an alert, and what makes it fire.
type Fault = (&'static str, fn(&Metrics));

fn faults() -> Vec<Fault> {
    vec![
        ("ChuhePaused", |metrics| {
            metrics.set_status(&ServerStatus { is_paused: true, ..ServerStatus::default() }, 0);
        }),
        ("ChuheStoreErrors", |metrics| metrics.record_store_error(&StoreError::Full)),
        ("ChuheDamagedData", |metrics| metrics.set_damage(1)),
        ("ChuheSlowMoves", |metrics| metrics.move_seconds.record(1.0)),
        ("ChuheSlowCommits", |metrics| metrics.commit_seconds.record(1.0)),
        ("ChuheEventLoopLate", |metrics| metrics.record_lateness(Duration::from_secs(1))),
        ("ChuheRequestsQueue", |metrics| metrics.set_status(&ServerStatus::default(), 2_000)),
        ("ChuheCertificateExpires", |metrics| metrics.set_certificate_expiry(3_600)),
        ("ChuheLogDropped", |metrics| metrics.set_dropped_log_lines(5)),
        ("ChuheHallFault", Metrics::record_hall_fault),
        ("ChuheAttacked", |metrics| {
            for _ in 0..10_000 {
                metrics.record_greeting_failure(GreetingFailure::NotChuhe);
            }
        }),
    ]
}

/// A server without a fault: TLS, moves and commits that took no time.
fn healthy() -> Arc<Metrics> {
    let metrics = Metrics::new(true);
    metrics.set_certificate_expiry(90 * 24 * 60 * 60);
    for histogram in [&metrics.move_seconds, &metrics.commit_seconds, &metrics.loop_late_seconds] {
        histogram.record(0.000_01);
    }
    metrics
}

/// The series of a server without a fault, and of one with the fault of an alert.
fn series_of(alert: &str) -> [Series; 2] {
    let without = with_files(series(&healthy()), 20);
    let with = match alert {
        // nothing is scraped
        "ChuheDown" => Series::new(),
        "ChuheFewFilesLeft" => with_files(without.clone(), 1_000),
        alert => {
            let metrics = healthy();
            if let Some((_, fault)) = faults().into_iter().find(|(name, _)| *name == alert) {
                fault(&metrics);
            }
            with_files(series(&metrics), 20)
        }
    };
    [without, with]
}

/// Adds the files of a process, which differ from one run of the test to the next.
fn with_files(mut series: Series, open: u32) -> Series {
    for (name, value) in [("process_open_fds", open), ("process_max_fds", 1_024)] {
        series.insert(name.to_owned(), value.to_string());
    }
    series
}

/// The names of the alerts with their expressions.
fn alerts() -> Vec<(&'static str, &'static str)> {
    let lines: Vec<&str> = ALERTS.lines().collect();
    let alert = |pair: &[&'static str]| {
        Some((pair[0].trim().strip_prefix("- alert: ")?, pair[1].trim().strip_prefix("expr: ")?))
    };
    lines.windows(2).filter_map(alert).collect()
}

/// The cases for `promtool test rules`: each expression is true with its fault, and false without.
fn cases() -> String {
    let mut text = "evaluation_interval: 1m\ntests:\n".to_owned();
    for (alert, expression) in alerts() {
        let [without, with] = series_of(alert);
        for (name, after, expected) in
            [("without", &without, "[]"), ("with", &with, "[{labels: '{}', value: 1}]")]
        {
            let _ = write!(text, "  - name: {alert} {name} the fault\n    interval: 1m\n    input_series:\n");
            for (series, before) in &without {
                let later = match after.get(series) {
                    Some(value) => format!("{value}+0x{}", LOOK - FAULT),
                    None => "stale".to_owned(),
                };
                let values = format!("{before}+0x{} {later}", FAULT - 1);
                let _ = write!(text, "      - series: '{series}'\n        values: '{values}'\n");
            }
            let _ = write!(
                text,
                "    promql_expr_test:\n      - expr: 'count({expression}) > bool 0'\n        eval_time: {LOOK}m\n        exp_samples: {expected}\n"
            );
        }
    }
    text
}

#[test]
fn every_alert_has_a_fault_that_changes_what_it_looks_at() {
    assert!(alerts().len() >= 12, "{:?}", alerts());
    for (alert, _) in alerts() {
        let [without, with] = series_of(alert);
        assert_ne!(without, with, "{alert} has no fault in `faults`");
        let new: Vec<&String> = with.keys().filter(|name| !without.contains_key(*name)).collect();
        assert!(new.is_empty(), "{alert}: {new:?} do not exist before the first fault");
    }
    if let Ok(file) = std::env::var("ALERT_CASES") {
        std::fs::write(file, cases()).expect("the cases can be written");
    }
}
