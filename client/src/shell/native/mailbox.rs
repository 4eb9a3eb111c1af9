//! Channels between the thread of the window and the threads that work for it.

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

    /// Returns a sender for another thread.
    pub(super) fn reporter(&self) -> Reporter<T> {
        self.reporter.clone()
    }

    /// Sends a message from the thread of the window.
    pub(super) fn send(&self, message: T) {
        self.reporter.send(message);
    }

    /// Returns the next message, if there is one.
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
    /// Sends a message to the window.
    pub(super) fn send(&self, message: T) {
        // fails only when the window closes
        let _ = self.sender.send(message);
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
    name: String,
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
        Ok(Self { name: name.to_owned(), running: Some((requests, thread)) })
    }

    /// Queues a request.
    ///
    /// # Errors
    /// If nobody carries it out, because the thread has panicked.
    pub(super) fn send(&self, request: R) -> io::Result<()> {
        let sent = self.running.as_ref().and_then(|(requests, _)| requests.send(request).ok());
        sent.ok_or_else(|| io::Error::other(format!("the thread \"{}\" has ended", self.name)))
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
