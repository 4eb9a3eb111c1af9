//! The limit of open files. Each connection takes a file descriptor.

/// Descriptors needed besides connections: listeners, files, standard streams.
const RESERVE: u64 = 64;

/// Raises the limit as far as the system allows; warns if it is too low for `connections`.
pub fn raise_limit(connections: usize) {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) => {
            let fit = usize::try_from(limit.saturating_sub(RESERVE)).unwrap_or(usize::MAX);
            if fit < connections {
                tracing::warn!(
                    connections,
                    fit,
                    "the limit of open files is too low for this many connections; raise it, or lower --connections"
                );
            } else {
                tracing::debug!(limit, "limit of open files");
            }
        }
        Err(error) => tracing::warn!(%error, "cannot raise the limit of open files"),
    }
}
