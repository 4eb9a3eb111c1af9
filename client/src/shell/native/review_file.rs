//! The file with the review that is kept, written on a thread: the window never waits for the disk.

use super::mailbox::{Mailbox, Queue, Reporter};
use super::settings::{Access, replace};
use chuhe_model::exchange::kept_review::{KeepReview, ReviewKept};
use chuhe_model::review::kept::MAX_KEPT_BYTES;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;

/// The file, and the thread that writes it.
#[derive(Debug)]
pub(super) struct ReviewFile {
    path: Option<PathBuf>,
    /// `None` if there is no file, or the system has no thread for it.
    requests: Option<Queue<KeepReview>>,
    answers: Mailbox<ReviewKept>,
}

impl ReviewFile {
    /// Uses this file; keeps nothing without one.
    ///
    /// The calling thread is unparked when there is an answer to poll.
    pub(super) fn open(path: Option<PathBuf>) -> Self {
        let answers = Mailbox::new();
        let requests = path.clone().and_then(|path| {
            let reporter = answers.reporter();
            let queue = Queue::start("review", move |requests| run(&path, &requests, &reporter));
            queue
                .inspect_err(|error| tracing::error!(%error, "cannot start the thread that keeps the review"))
                .ok()
        });
        Self { path, requests, answers }
    }

    /// The review that an earlier run of the program kept.
    pub(super) fn take_left(&self) -> Option<String> {
        let path = self.path.as_ref()?;
        match read(path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => {
                tracing::warn!(path = %path.display(), %error, "cannot read the kept review; it is set aside");
                self.set_aside();
                None
            }
        }
    }

    /// Gives a review that cannot be read another name.
    pub(super) fn set_aside(&self) {
        let Some(path) = &self.path else { return };
        if let Err(error) = fs::rename(path, path.with_extension("review.bad")) {
            tracing::warn!(path = %path.display(), %error, "cannot set the kept review aside");
        }
    }

    /// Keeps a review behind those before it.
    pub(super) fn keep(&self, request: KeepReview) {
        let number = request.number;
        let is_queued = self.requests.as_ref().is_some_and(|requests| requests.send(request).is_ok());
        if !is_queued {
            self.answers.send(ReviewKept { number, is_kept: false });
        }
    }

    /// Returns the next answer.
    pub(super) fn poll(&self) -> Option<ReviewKept> {
        self.answers.poll()
    }
}

fn run(path: &Path, requests: &Receiver<KeepReview>, answers: &Reporter<ReviewKept>) {
    while let Ok(mut request) = requests.recv() {
        // only the last one counts
        while let Ok(later) = requests.try_recv() {
            request = later;
        }
        let written = match &request.text {
            // a record may name people and files
            Some(text) => replace(path, text.as_bytes(), Access::Owner),
            None => remove(path),
        };
        if let Err(error) = &written {
            tracing::warn!(path = %path.display(), %error, "the review is not kept");
        }
        answers.send(ReviewKept { number: request.number, is_kept: written.is_ok() });
    }
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let bytes = File::open(path)?.take(MAX_KEPT_BYTES as u64 + 1).read_to_string(&mut text)?;
    if bytes > MAX_KEPT_BYTES { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    fn keep(file: &ReviewFile, number: u32, text: Option<&str>) -> ReviewKept {
        file.keep(KeepReview { number, text: text.map(str::to_owned) });
        loop {
            match file.poll() {
                Some(answer) => return answer,
                None => thread::park_timeout(Duration::from_secs(10)),
            }
        }
    }

    #[test]
    fn a_review_is_kept_for_the_next_run_and_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.review");
        let open = || ReviewFile::open(Some(path.clone()));
        assert_eq!(open().take_left(), None);
        assert_eq!(keep(&open(), 3, Some("复盘")), ReviewKept { number: 3, is_kept: true });
        assert_eq!(open().take_left().as_deref(), Some("复盘"));
        // what was requested is written before the program ends
        open().keep(KeepReview { number: 4, text: Some("later".to_owned()) });
        assert_eq!(open().take_left().as_deref(), Some("later"));
        for number in [5, 6] {
            assert!(keep(&open(), number, None).is_kept);
        }
        assert!(!path.exists());
    }

    #[test]
    fn a_request_to_a_thread_that_has_ended_is_answered() {
        let (ended, end) = mpsc::channel();
        let run = move |requests| {
            drop(requests);
            ended.send(()).unwrap();
        };
        let requests = Some(Queue::start("dead", run).unwrap());
        end.recv().unwrap();
        let file = ReviewFile { path: None, requests, answers: Mailbox::new() };
        assert_eq!(keep(&file, 1, Some("text")), ReviewKept { number: 1, is_kept: false });
    }

    #[test]
    fn what_cannot_be_kept_or_read_is_said_and_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.review");
        assert!(!keep(&ReviewFile::open(None), 1, Some("text")).is_kept, "another window keeps one");
        fs::create_dir_all(path.join("full")).unwrap();
        assert!(!keep(&ReviewFile::open(Some(path.clone())), 2, Some("text")).is_kept);
        fs::remove_dir_all(&path).unwrap();
        fs::write(&path, "x".repeat(MAX_KEPT_BYTES + 1)).unwrap();
        assert_eq!(ReviewFile::open(Some(path.clone())).take_left(), None);
        assert!(!path.exists() && path.with_extension("review.bad").exists());
    }
}
