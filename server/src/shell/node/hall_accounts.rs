//! The accounts that the halls of a server share: a table of its own, or that of its cluster.

use crate::shell::hall::accounts::stored_table::StoredTable;
#[cfg(unix)]
use crate::shell::hall::accounts::stored_table::accounts_directory;
use crate::shell::hall::accounts::{AccountTable, Accounts, HallAccounts};
use crate::shell::hall::damage_report::DamageReport;
use crate::shell::hall::instance::Hall;
use crate::shell::hall::persistence::Data;
#[cfg(unix)]
use crate::shell::operate::control::{self, ControlListener};
use crate::shell::operate::live::LiveConfig;
use crate::shell::server_error::ServerError;
use chuhe_store::StoreError;
use std::io;
use std::sync::Arc;
use tokio::sync::watch;

/// The accounts that the halls of a server share.
#[derive(Debug)]
pub(crate) struct ServerAccounts {
    accounts: Arc<Accounts>,
    /// What is damaged in their database.
    pub(crate) damage: DamageReport,
    #[cfg(unix)]
    control: Option<ControlListener>,
}

impl ServerAccounts {
    /// Those in a table.
    pub(crate) fn new(table: Box<dyn AccountTable>, live: watch::Receiver<LiveConfig>) -> Self {
        Self {
            accounts: Arc::new(Accounts::new(table, live)),
            damage: DamageReport::default(),
            #[cfg(unix)]
            control: None,
        }
    }

    /// Opens the accounts in the server's data directory. Another server with the same data cannot open them too.
    ///
    /// # Errors
    /// If they cannot be used.
    pub(crate) async fn open(data: &Data, live: watch::Receiver<LiveConfig>) -> Result<Self, ServerError> {
        let opening = data.clone();
        let opened = tokio::task::spawn_blocking(move || StoredTable::open(&opening)).await;
        let (table, damage) = opened.map_err(io::Error::other)??;
        #[cfg(unix)]
        let control = data
            .directory()
            .and_then(|data| ControlListener::open(&accounts_directory(data), Some(table.store())));
        Ok(Self {
            damage,
            #[cfg(unix)]
            control,
            ..Self::new(Box::new(table), live)
        })
    }

    /// Shares the registered players of halls that open.
    ///
    /// # Errors
    /// If the accounts cannot be used.
    pub(crate) async fn share(&self, halls: &mut [Hall]) -> Result<(), StoreError> {
        let (mut players, mut followed) = (Vec::new(), Vec::new());
        for hall in halls.iter_mut() {
            let of_hall = hall.take_players();
            let accounts = HallAccounts { accounts: Arc::clone(&self.accounts), hall: of_hall.number };
            // followed before they are read, so that no change is missed
            followed.push((accounts.follow(), accounts));
            players.push(of_hall);
        }
        let known = self.accounts.reconcile(&players).await?;
        for ((hall, known), (changes, accounts)) in halls.iter_mut().zip(known).zip(followed) {
            hall.share_accounts(known, accounts, changes);
        }
        Ok(())
    }

    /// Returns the accounts, for operators.
    pub(crate) fn shared(&self) -> Arc<Accounts> {
        Arc::clone(&self.accounts)
    }

    /// Removes the accounts that lapse and serves backups of them, forever.
    pub(crate) async fn serve(self) {
        #[cfg(unix)]
        let backing_up = control::serve(self.control, None);
        #[cfg(not(unix))]
        let backing_up = std::future::pending();
        tokio::select! {
            () = backing_up => {}
            () = self.accounts.lapse_forever() => {}
        }
    }
}
