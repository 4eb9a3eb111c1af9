//! Signals that stop the server: Ctrl-C and SIGTERM, or on Windows closing the console. SIGHUP
//! reloads the settings.

use std::future::Future;
use std::io;
use tokio::sync::watch;

/// Receives the signals to stop, from its creation on.
#[derive(Debug)]
pub struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(windows)]
    interrupt: tokio::signal::windows::CtrlC,
    #[cfg(windows)]
    terminate: tokio::signal::windows::CtrlClose,
}

impl Signals {
    /// Starts to receive the signals.
    ///
    /// Must be called within a tokio runtime.
    ///
    /// # Errors
    /// If the system refuses to install the handlers.
    #[cfg(unix)]
    pub fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let (interrupt, terminate) = (SignalKind::interrupt(), SignalKind::terminate());
        Ok(Self { interrupt: signal(interrupt)?, terminate: signal(terminate)? })
    }

    /// Starts to receive the signals.
    ///
    /// Must be called within a tokio runtime.
    ///
    /// # Errors
    /// If the system refuses to install the handlers.
    #[cfg(windows)]
    pub fn new() -> io::Result<Self> {
        use tokio::signal::windows::{ctrl_c, ctrl_close};
        Ok(Self { interrupt: ctrl_c()?, terminate: ctrl_close()? })
    }

    /// Returns two futures: one completes at the first signal, the other at the second.
    pub fn first_and_second(
        mut self,
    ) -> (impl Future<Output = ()> + Send + 'static, impl Future<Output = ()> + Send + 'static) {
        let (count, counted) = watch::channel(0_u32);
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    _ = self.interrupt.recv() => {}
                    _ = self.terminate.recv() => {}
                }
                count.send_modify(|count| *count = count.saturating_add(1));
            }
        });
        (at_least(1, counted.clone()), at_least(2, counted))
    }
}

/// Receives SIGHUP, from its creation on. On Windows there is none.
#[derive(Debug)]
pub struct Hangups {
    #[cfg(unix)]
    hangup: tokio::signal::unix::Signal,
}

impl Hangups {
    /// Starts to receive the signal, which no longer ends the process.
    ///
    /// Must be called within a tokio runtime.
    ///
    /// # Errors
    /// If the system refuses to install the handler.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            #[cfg(unix)]
            hangup: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup())?,
        })
    }

    /// Waits for the next signal.
    pub async fn next(&mut self) {
        #[cfg(unix)]
        if self.hangup.recv().await.is_some() {
            return;
        }
        std::future::pending().await
    }
}

async fn at_least(n: u32, mut counted: watch::Receiver<u32>) {
    if counted.wait_for(|&count| count >= n).await.is_err() {
        // the task that counts has ended with the runtime
        std::future::pending::<()>().await;
    }
}
