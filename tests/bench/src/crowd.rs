//! A crowd of clients on a thread of its own, which takes no CPU that the measured game needs.

use anyhow::{Context as _, bail};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// The timeout until every member is ready.
const SETUP_TIMEOUT: Duration = Duration::from_secs(60);

/// Clients that run until the crowd is stopped or dropped.
#[derive(Debug)]
pub struct Crowd {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<anyhow::Result<()>>>,
}

impl Crowd {
    /// Starts `count` members, and waits until each has sent that it is ready.
    ///
    /// # Errors
    /// If a member ends or is not ready in time.
    pub async fn start<F, M>(count: usize, member: F) -> anyhow::Result<Self>
    where
        F: Fn(usize, mpsc::UnboundedSender<()>) -> M + Send + 'static,
        M: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        let (stop, stopped) = oneshot::channel();
        let (ready, mut all_ready) = mpsc::unbounded_channel();
        let thread = thread::spawn(move || {
            lower_priority();
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let mut members = JoinSet::new();
                for n in 0..count {
                    members.spawn(member(n, ready.clone()));
                }
                drop(ready);
                tokio::select! {
                    _ = stopped => Ok(()),
                    ended = members.join_next() => match ended {
                        Some(Ok(Err(error))) => Err(error),
                        _ => bail!("a member of the crowd stopped"),
                    },
                }
            })
        });
        let crowd = Self { stop: Some(stop), thread: Some(thread) };
        let all = async {
            for _ in 0..count {
                all_ready.recv().await.context("the crowd stopped during the setup")?;
            }
            anyhow::Ok(())
        };
        match timeout(SETUP_TIMEOUT, all).await.context("the crowd timed out") {
            Ok(Ok(())) => Ok(crowd),
            Ok(Err(error)) | Err(error) => Err(crowd.stop().err().unwrap_or(error)),
        }
    }

    /// Stops all members.
    ///
    /// # Errors
    /// If a member has failed before.
    pub fn stop(mut self) -> anyhow::Result<()> {
        drop(self.stop.take());
        let ended = self.thread.take().context("the thread was joined before")?.join();
        ended.ok().context("a member of the crowd panicked")?
    }
}

/// Puts this thread behind the players and the server: in the idle scheduling class, or to the lowest real-time priority if
/// these have one. Other programs would starve a crowd in the usual class then.
///
/// Real clients run on other machines and take no CPU from the players or the server.
fn lower_priority() {
    let id = fs::read_link("/proc/thread-self").ok();
    if let Some(id) = id.as_deref().and_then(Path::file_name) {
        let [class, priority] = if is_real_time() { ["--rr", "1"] } else { ["--idle", "0"] };
        // if this fails, the measured slowdown is only larger
        let _ = Command::new("chrt").args([class, "--pid", priority]).arg(id).status();
    }
}

/// Whether this thread is in a real-time class, as after `chrt -r 10`.
fn is_real_time() -> bool {
    // its name may have blanks; of what follows that, the 39th field is the policy: 1 and 2 are the real-time ones
    let stat = fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map(|(_, fields)| fields).unwrap_or_default();
    matches!(fields.split_whitespace().nth(38), Some("1" | "2"))
}
