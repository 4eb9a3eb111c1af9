//! How the threads beside the window report to it, and are given what to do.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle, Thread};

/// What threads have sent to the thread of the window.
#[derive(Debug)]
pub(super) struct Mailbox<T> {
    reporter: Reporter<T>,
    sent: Receiver<T>,
}

/// Sends to the mailbox of the window, and wakes its thread.
#[derive(Debug)]
pub(super) struct Reporter<T> {
    sender: Sender<T>,
    wake: Thread,
}

impl<T> Mailbox<T> {
    /// An empty mailbox of the calling thread, which is unparked when there is something to poll.
    pub(super) fn new() -> Self {
        let (sender, sent) = mpsc::channel();
        Self { reporter: Reporter { sender, wake: thread::current() }, sent }
    }

    /// What another thread sends with.
    pub(super) fn reporter(&self) -> Reporter<T> {
        self.reporter.clone()
    }

    /// Puts something in from the thread of the window.
    pub(super) fn send(&self, it: T) {
        self.reporter.send(it);
    }

    /// Returns what was sent next.
    pub(super) fn poll(&self) -> Option<T> {
        self.sent.try_recv().ok()
    }

    /// Waits for what is sent next.
    #[cfg(all(test, feature = "host"))]
    pub(super) fn wait(&self) -> T {
        self.sent.recv_timeout(std::time::Duration::from_secs(10)).expect("something is sent")
    }
}

impl<T> Reporter<T> {
    /// Sends this to the window.
    pub(super) fn send(&self, it: T) {
        // fails only when the window closes
        let _ = self.sender.send(it);
        self.wake.unpark();
    }
}

impl<T> Clone for Reporter<T> {
    fn clone(&self) -> Self {
        Self { sender: self.sender.clone(), wake: self.wake.clone() }
    }
}

/// A thread that carries out requests in their order. Dropping it waits until all are carried out.
#[derive(Debug)]
pub(super) struct Queue<R> {
    /// `None` once it is dropped.
    running: Option<(Sender<R>, JoinHandle<()>)>,
}

impl<R: Send + 'static> Queue<R> {
    /// Starts the thread, which ends when there are no more requests.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub(super) fn start(name: &str, run: impl FnOnce(Receiver<R>) + Send + 'static) -> io::Result<Self> {
        let (requests, queue) = mpsc::channel();
        let thread = thread::Builder::new().name(name.to_owned()).spawn(move || run(queue))?;
        Ok(Self { running: Some((requests, thread)) })
    }

    /// Queues a request.
    pub(super) fn send(&self, request: R) {
        if let Some((requests, _)) = &self.running {
            // fails only if the thread has panicked
            let _ = requests.send(request);
        }
    }
}

impl<R> Drop for Queue<R> {
    fn drop(&mut self) {
        if let Some((requests, thread)) = self.running.take() {
            drop(requests);
            let _ = thread.join();
        }
    }
}
