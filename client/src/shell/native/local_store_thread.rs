//! Keeps the game without a server on a thread, so that the window never waits for the disk.

use super::local_store::{LocalStore, open};
use super::mailbox::{Mailbox, Queue, Reporter};
use chuhe_hub::Restored;
use chuhe_model::choices::local_choice::SavedLocal;
use chuhe_model::exchange::local_store::{LocalEvent, LocalRequest};
use std::path::PathBuf;
use std::sync::mpsc::Receiver;

/// The thread with the store.
#[derive(Debug)]
pub(super) struct LocalStoreThread {
    /// `None` if the system has no thread for it.
    requests: Option<Queue<LocalRequest>>,
    events: Mailbox<LocalEvent>,
}

impl LocalStoreThread {
    /// Opens the store, and returns what an earlier run of the program kept there.
    ///
    /// The calling thread is unparked when there is an event to poll.
    pub(super) fn open(folder: Option<PathBuf>) -> (Self, Option<(SavedLocal, Restored)>) {
        let (store, restored) = open(folder);
        let events = Mailbox::new();
        let reporter = events.reporter();
        let queue = Queue::start("local store", move |requests| run(store, &requests, &reporter));
        let requests = queue.inspect_err(|error| {
            tracing::error!(%error, "cannot start the thread that keeps the game");
            events.send(LocalEvent::Failed(error.to_string()));
        });
        (Self { requests: requests.ok(), events }, restored)
    }

    /// Passes a request to the store, behind those before it.
    pub(super) fn request(&self, request: LocalRequest) {
        if let Some(requests) = &self.requests
            && let Err(error) = requests.send(request)
        {
            self.events.send(LocalEvent::Failed(error.to_string()));
        }
    }

    /// Returns the next event.
    pub(super) fn poll(&self) -> Option<LocalEvent> {
        self.events.poll()
    }
}

fn run(mut store: LocalStore, requests: &Receiver<LocalRequest>, events: &Reporter<LocalEvent>) {
    let report = |store: &mut LocalStore| {
        while let Some(event) = store.poll() {
            events.send(event);
        }
    };
    report(&mut store);
    for request in requests {
        store.request(request);
        report(&mut store);
    }
}

#[cfg(all(test, feature = "host"))]
mod tests {
    use super::*;
    use std::{fs, thread};

    #[test]
    fn requests_are_carried_out_before_the_thread_ends_and_events_arrive() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("settings.local");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("unread"), "x").unwrap();
        let (store, _) = LocalStoreThread::open(Some(folder.clone()));
        store.request(LocalRequest::SetAside);
        let event = loop {
            match store.poll() {
                Some(LocalEvent::SetAside(path)) => break path,
                Some(_) => {}
                None => thread::park_timeout(std::time::Duration::from_secs(10)),
            }
        };
        assert!(fs::exists(event).unwrap());
        fs::create_dir(&folder).unwrap();
        store.request(LocalRequest::Clear);
        drop(store);
        assert!(!folder.exists());
    }
}
