//! Pauses a hall that another node may serve, and lets it go when one does.

use super::{Action, HubTask};
use crate::shell::hall::hall_order::HallOrder;
use crate::shell::hall::hub_message::HubMessage;
use chuhe_hub::Input;
use chuhe_protocol::{CloseReason, DoorMessage};
use chuhe_store::StoreError;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How long the players of a hall that was let go wait for its new address.
///
/// A standby takes a hall that was handed on within a second. With the address, players reconnect once
/// and at the right place.
const ADDRESS_TIMEOUT: Duration = Duration::from_millis(1_500);

impl HubTask {
    /// Carries out an order that does not let the hall go.
    pub(super) fn handle_order(&mut self, order: &HallOrder) -> Result<(), StoreError> {
        match order {
            HallOrder::Pause => self.hold(),
            HallOrder::Serve => self.go_on(),
            // the shutdown is signalled separately; the other two let the hall go
            HallOrder::Stop | HallOrder::LetGo | HallOrder::Move(_) => Ok(()),
        }
    }

    /// Holds all outputs and pauses the games.
    fn hold(&mut self) -> Result<(), StoreError> {
        let was_stalled = self.persistence.is_stalled();
        self.persistence.set_held(true);
        if was_stalled {
            return Ok(());
        }
        tracing::error!("another node may serve the hall; games are paused");
        self.handle_input(Input::StoreStalled(self.clock.now()))
    }

    /// Sends what was held, and resumes the games unless the store stalls.
    fn go_on(&mut self) -> Result<(), StoreError> {
        if !self.persistence.is_held() {
            return Ok(());
        }
        self.persistence.set_held(false);
        while let Some(action) = self.persistence.pop() {
            self.perform(action);
        }
        if self.persistence.is_stalled() {
            return Ok(());
        }
        tracing::info!("the hall is served again");
        self.handle_input(Input::StoreRecovered)
    }

    /// Ends without sending what is not committed; sends the players to the hall's new address.
    ///
    /// Whatever a client has not received, it receives where it resumes.
    pub(super) async fn let_go(mut self, mut inbox: mpsc::Receiver<HubMessage>) -> Result<(), StoreError> {
        self.persistence.set_held(true);
        for action in self.persistence.drain() {
            if let Action::Close(id, reason) = action {
                self.connections.close(id, reason);
            }
        }
        let is_known = |order: &HallOrder| matches!(order, HallOrder::Move(_));
        let address = async {
            match timeout(ADDRESS_TIMEOUT, self.orders.reached(is_known)).await {
                Ok(HallOrder::Move(address)) => address,
                Ok(_) | Err(_) => None,
            }
        };
        // the store belongs to the next owner of the hall: what it refuses now was sent to nobody
        let (closed, address) = tokio::join!(self.persistence.close(), address);
        if let Err(error) = closed {
            tracing::debug!(%error, "the store of the hall is closed");
        }
        inbox.close();
        while let Ok(message) = inbox.try_recv() {
            if let HubMessage::Opened(handle) | HubMessage::ComputerOpened(handle, _) = message {
                self.connections.insert(handle);
            } else if let HubMessage::Input(Input::Disconnected(id)) = message {
                self.connections.remove(id);
            }
        }
        let all: Vec<_> = self.connections.addresses().map(|(id, _)| id).collect();
        if let Some(hall) = self.hub.hall().cloned() {
            let message = DoorMessage::HallAddress { hall, address }.into();
            for &id in &all {
                self.connections.send(id, &message, &mut self.meter);
            }
        }
        for id in all {
            self.connections.close(id, CloseReason::HallMoved);
        }
        Ok(())
    }
}
