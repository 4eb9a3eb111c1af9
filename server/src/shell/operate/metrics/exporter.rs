//! Collects what is recorded, and renders it for Prometheus.

use crate::missing_feature::MissingFeature;
use metrics::with_local_recorder;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use metrics_process::Collector;

/// Bucket bounds of the histograms, in seconds.
const SECONDS: [f64; 18] = [
    0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1,
    0.25, 0.5, 1.0, 2.5, 5.0,
];

/// Whether this program has an exporter.
pub(crate) const fn is_built_in() -> Result<(), MissingFeature> {
    Ok(())
}

/// The recorder of the metrics.
pub(super) struct Exporter {
    recorder: PrometheusRecorder,
    handle: PrometheusHandle,
    process: Collector,
}

impl Exporter {
    pub(super) fn start() -> Option<Self> {
        let times = Matcher::Suffix("_seconds".to_owned());
        let builder = PrometheusBuilder::new().set_buckets_for_metric(times, &SECONDS);
        let recorder = builder.expect("there are buckets").build_recorder();
        let process = Collector::default();
        with_local_recorder(&recorder, || process.describe());
        let handle = recorder.handle();
        Some(Self { recorder, handle, process })
    }

    /// Registers metrics, or records them.
    pub(super) fn record<T>(&self, register: impl FnOnce() -> T) -> T {
        with_local_recorder(&self.recorder, register)
    }

    /// Reads the memory, the open files and the processor time of this process.
    pub(super) fn collect_process(&self) {
        self.record(|| self.process.collect());
    }

    /// Renders all metrics as Prometheus text.
    pub(super) fn render(&self) -> String {
        self.handle.render()
    }

    /// Merges recorded samples into the histograms.
    pub(super) fn run_upkeep(&self) {
        self.handle.run_upkeep();
    }
}
