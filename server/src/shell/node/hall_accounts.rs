//! The shared accounts of a server with named halls: opens them, gives each hall its part, and passes on
//! what other halls change.

use crate::shell::hall::accounts::stored_table::StoredTable;
#[cfg(unix)]
use crate::shell::hall::accounts::stored_table::accounts_directory;
use crate::shell::hall::accounts::{Accounts, HallAccounts};
#[cfg(unix)]
use crate::shell::hall::damage_report::DamageReport;
use crate::shell::hall::instance::{Hall, HallId};
use crate::shell::hall::persistence::Data;
#[cfg(unix)]
use crate::shell::operate::control::{self, ControlListener};
use crate::shell::operate::live::LiveConfig;
use crate::shell::server_error::ServerError;
use chuhe_store::StoreError;
use std::future::Future;
use std::io;
use std::sync::Arc;
use tokio::sync::watch;

/// The shared accounts in the server's data directory.
#[derive(Debug)]
pub(crate) struct ServerAccounts {
    accounts: Arc<Accounts>,
    /// What is damaged in their database.
    pub(crate) damage: DamageReport,
    #[cfg(unix)]
    control: Option<ControlListener>,
}

impl ServerAccounts {
    /// Opens the accounts. Another server with the same data cannot open them too.
    ///
    /// # Errors
    /// If they cannot be used.
    pub(crate) async fn open(data: &Data, live: watch::Receiver<LiveConfig>) -> Result<Self, ServerError> {
        let opening = data.clone();
        let opened = tokio::task::spawn_blocking(move || StoredTable::open(&opening)).await;
        let (table, damage) = opened.map_err(io::Error::other)??;
        Ok(Self {
            damage,
            #[cfg(unix)]
            control: data
                .directory()
                .and_then(|data| ControlListener::open(&accounts_directory(data), Some(table.store()))),
            accounts: Arc::new(Accounts::new(Box::new(table), live)),
        })
    }

    /// Shares the registered players of halls that open.
    ///
    /// # Errors
    /// If the accounts cannot be used.
    pub(crate) async fn share(&self, halls: &mut [(HallId, Hall)]) -> Result<(), StoreError> {
        let (mut players, mut followed) = (Vec::new(), Vec::new());
        for (id, hall) in halls.iter_mut() {
            let accounts = HallAccounts { accounts: Arc::clone(&self.accounts), hall: id.place };
            // followed before they are read, so that no change is missed
            followed.push((accounts.follow(), accounts));
            players.push(hall.take_players());
        }
        let known = self.accounts.reconcile(&players).await?;
        for (((_, hall), known), (changes, accounts)) in halls.iter_mut().zip(known).zip(followed) {
            hall.share_accounts(known, accounts, changes);
        }
        Ok(())
    }

    /// Removes the accounts that lapse, forever.
    pub(crate) fn lapse(&self) -> impl Future<Output = ()> + use<> {
        let accounts = Arc::clone(&self.accounts);
        async move { accounts.lapse_forever().await }
    }

    /// Returns the accounts, for operators.
    pub(crate) fn shared(&self) -> Arc<Accounts> {
        Arc::clone(&self.accounts)
    }

    /// Serves backups of the accounts, forever, where the server takes commands.
    pub(crate) fn serve_backups(&mut self) -> impl Future<Output = ()> + use<> {
        #[cfg(unix)]
        let control = self.control.take();
        async move {
            #[cfg(unix)]
            return control::serve(control, None).await;
            #[cfg(not(unix))]
            std::future::pending().await
        }
    }

    /// Closes the accounts, after all halls.
    ///
    /// # Errors
    /// If they could not be closed.
    pub(crate) async fn close(self) -> Result<(), StoreError> {
        self.accounts.close().await
    }
}
