//! File descriptors: each connection takes one, and the system gives a program
//! only so many.

/// What is needed besides connections: listeners, files, standard streams.
const RESERVE: u64 = 64;

/// Raises what the system gives to the most that it admits, and warns if so many
/// connections do not fit even then.
pub fn raise_limit(connections: usize) {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(limit) => {
            let fit = usize::try_from(limit.saturating_sub(RESERVE)).unwrap_or(usize::MAX);
            if fit < connections {
                tracing::warn!(
                    connections,
                    fit,
                    "the system's limit of open files is too low for so many connections; raise it, or lower --connections"
                );
            } else {
                tracing::debug!(limit, "open files");
            }
        }
        Err(error) => tracing::warn!(%error, "cannot raise the limit of open files"),
    }
}
