//! The system's wish that the server ends: Ctrl-C, and where there is such a
//! thing SIGTERM.

use std::future::Future;
use std::io;
use tokio::sync::watch;

/// The signals to stop, from the moment this is made: none is lost.
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
    /// Begins to catch the signals; must be called within a tokio runtime.
    ///
    /// # Errors
    /// If the system does not allow it.
    #[cfg(unix)]
    pub fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let (interrupt, terminate) = (SignalKind::interrupt(), SignalKind::terminate());
        Ok(Self { interrupt: signal(interrupt)?, terminate: signal(terminate)? })
    }

    /// Begins to catch the signals; must be called within a tokio runtime.
    ///
    /// # Errors
    /// If the system does not allow it.
    #[cfg(windows)]
    pub fn new() -> io::Result<Self> {
        use tokio::signal::windows::{ctrl_c, ctrl_close};
        Ok(Self { interrupt: ctrl_c()?, terminate: ctrl_close()? })
    }

    /// A future that is done at the first signal and one that is done at the
    /// second.
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

async fn at_least(n: u32, mut counted: watch::Receiver<u32>) {
    if counted.wait_for(|&count| count >= n).await.is_err() {
        // no signal can come any more
        std::future::pending::<()>().await;
    }
}
