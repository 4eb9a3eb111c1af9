//! The limit of open files. Each connection takes a file descriptor.

/// Descriptors needed besides connections: listeners, files, standard streams.
const RESERVE: u64 = 64;

/// Raises the limit as far as the system allows; returns how many connections to admit.
///
/// Those are `requested`, or else `default` or as many as the limit allows. A warning says so
/// if the limit is too low for the requested number.
#[must_use]
pub fn admitted_connections(requested: Option<usize>, default: usize) -> usize {
    let limit = match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) => limit,
        Err(error) => {
            tracing::warn!(%error, "cannot raise the limit of open files");
            return requested.unwrap_or(default);
        }
    };
    let fit = usize::try_from(limit.saturating_sub(RESERVE)).unwrap_or(usize::MAX);
    let Some(connections) = requested else {
        let connections = default.min(fit.max(1));
        tracing::debug!(limit, connections, "limit of open files");
        return connections;
    };
    if fit < connections {
        tracing::warn!(
            connections,
            fit,
            "the limit of open files is too low for this many connections; raise it, or lower --connections"
        );
    }
    connections
}
