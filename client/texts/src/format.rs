//! Formats numbers and fingerprints for the texts of every language.

use chuhe_protocol::Fingerprint;

/// Converts milliseconds to whole seconds, rounded up as a countdown is.
pub(super) fn whole_seconds(ms: u64) -> u64 {
    ms.div_ceil(1000)
}

/// Converts milliseconds to minutes, rounded up.
pub(super) const fn whole_minutes(ms: u64) -> u64 {
    ms.div_ceil(60_000)
}

/// Returns the first eight bytes of a fingerprint, for places without room for all of it.
pub(super) fn short_fingerprint(fingerprint: Fingerprint) -> String {
    let pairs: Vec<String> = fingerprint.to_string().split(':').take(8).map(str::to_owned).collect();
    pairs.join(":") + "…"
}

/// Formats `ms` in units of `unit_ms`, with one decimal only if it is needed.
pub(super) fn in_units(ms: u32, unit_ms: u32) -> String {
    let value = f64::from(ms) / f64::from(unit_ms);
    if ms.is_multiple_of(unit_ms) { format!("{value:.0}") } else { format!("{value:.1}") }
}

/// Minutes and seconds, which read the same in every language.
pub fn minutes_and_seconds(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
