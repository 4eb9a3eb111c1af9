//! How patient people are, who use a machine that other programs use as well.

use std::fs;
use std::thread;
use std::time::Duration;

/// A frame later than this is a fault, on a machine that does nothing else.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long to wait for a frame of a machine that is so many times slower than this one.
pub(super) fn patience(slowness: u32) -> Duration {
    slowed(PATIENCE) * slowness
}

/// How long on this machine what takes `quiet` on one that does nothing else: longer by as much as more programs
/// want to run than there are processors.
pub(super) fn slowed(quiet: Duration) -> Duration {
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load: f64 = load.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or_default();
    let processors = thread::available_parallelism().map_or(1.0, |count| count.get() as f64);
    quiet.mul_f64((load / processors).max(1.0))
}
