//! Files of earlier builds of the page, for pages that were opened before an update.
//!
//! Such a page fetches the rest of its build when it needs it: the program of its workers, slices of the
//! font, sounds. Only files whose name has a hash of their content are kept, so that no other one is mistaken
//! for a current file.

use super::web_file::{Named, WebFile};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long a file is served after the build without it. `scripts/web-assemble` leaves it in its folder as long.
const KEPT: Duration = Duration::from_secs(7 * 24 * 3600);
/// Maximum number of files of earlier builds; a build has about 80.
const MAX_FILES: usize = 1_000;
/// Maximum size of the files of earlier builds, in bytes; they stay in memory. A build has about 20 MB.
const MAX_BYTES: usize = 128 * 1024 * 1024;

/// The files of earlier builds by their names, each with the time at which a build without it came.
#[derive(Clone, Default)]
pub(super) struct Earlier(BTreeMap<String, (Arc<WebFile>, Instant)>);

impl Earlier {
    /// Returns the file of this name.
    pub(super) fn find(&self, name: &str) -> Option<&WebFile> {
        self.0.get(name).map(|(file, _)| file.as_ref())
    }

    /// Returns what is kept once the build `current` replaces `before`.
    ///
    /// Files that were replaced first go first if there are too many.
    pub(super) fn after(&self, before: &Named, current: &Named, now: Instant) -> Self {
        let kept = self.0.iter().map(|(name, (file, since))| (name, file, *since));
        let replaced = before.iter().map(|(name, file)| (name, file, now));
        let mut files: Vec<_> = kept
            .chain(replaced)
            .filter(|(name, file, since)| {
                file.is_immutable && !current.contains_key(*name) && now.duration_since(*since) < KEPT
            })
            .collect();
        files.sort_by_key(|(_, _, since)| std::cmp::Reverse(*since));
        let mut bytes = 0;
        let fits = files.into_iter().take(MAX_FILES).take_while(|(_, file, _)| {
            bytes += file.bytes();
            bytes <= MAX_BYTES
        });
        Self(fits.map(|(name, file, since)| (name.clone(), (Arc::clone(file), since))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::files::WebFiles;
    use super::*;
    use std::fs;

    /// A build with the page and these other files.
    fn build(files: &[&str]) -> WebFiles {
        let root = tempfile::tempdir().expect("a directory");
        for name in ["index.html"].iter().chain(files) {
            fs::write(root.path().join(name), *name).expect("a file");
        }
        WebFiles::load(root.path()).expect("a page")
    }

    const DAY: Duration = Duration::from_secs(24 * 3600);
    const A: &str = "worker.aaaaaaaaaaaaaaaa.wasm";
    const B: &str = "worker.bbbbbbbbbbbbbbbb.wasm";
    const C: &str = "worker.cccccccccccccccc.wasm";

    /// The worker programs that are found after these builds followed each other, each a time after the one before.
    fn found(builds: &[(&[&str], Duration)]) -> Vec<&'static str> {
        let (mut now, mut served) = (Instant::now(), WebFiles::default());
        for (files, pause) in builds {
            now += *pause;
            let mut next = build(files);
            next.keep_earlier(&served, now);
            served = next;
        }
        [A, B, C].into_iter().filter(|name| served.find(&format!("/{name}")).is_some()).collect()
    }

    #[test]
    fn files_of_earlier_builds_are_served_for_a_week() {
        assert_eq!(found(&[(&[A], DAY), (&[B], DAY)]), [A, B]);
        assert_eq!(found(&[(&[A], DAY), (&[B], DAY), (&[C], DAY * 6)]), [A, B, C]);
        assert_eq!(
            found(&[(&[A], DAY), (&[B], DAY), (&[C], DAY * 7)]),
            [B, C],
            "the time counts from the replacement"
        );
        assert_eq!(
            found(&[(&[A], DAY), (&[B], DAY), (&[A], DAY), (&[C], DAY * 6)]),
            [A, B, C],
            "a build that came back"
        );
    }

    #[test]
    fn files_without_a_hash_are_of_the_current_build_only() {
        let mut served = build(&["old.txt"]);
        let mut next = build(&[A]);
        next.keep_earlier(&served, Instant::now());
        served = next;
        assert!(served.find("/old.txt").is_none());
        let mut next = build(&[]);
        next.keep_earlier(&served, Instant::now());
        assert!(next.find(&format!("/{A}")).is_some());
    }

    #[test]
    fn the_number_of_earlier_files_has_a_limit() {
        let mut served = build(&[A]);
        let many: Vec<String> = (0..MAX_FILES).map(|number| format!("part.{number:016x}.js")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let now = Instant::now();
        for (files, pause) in [(&many[..], DAY), (&[B], DAY * 2)] {
            let mut next = build(files);
            next.keep_earlier(&served, now + pause);
            served = next;
        }
        assert!(served.find("/part.0000000000000001.js").is_some());
        assert!(served.find(&format!("/{A}")).is_none(), "the oldest goes first");
    }
}
