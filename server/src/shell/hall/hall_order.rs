//! What a running hall is ordered to do, apart from the stop of its server.

use chuhe_protocol::NodeAddress;
use std::future::pending;
use tokio::sync::watch;

/// An order to a hall. Each replaces the one before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum HallOrder {
    /// Serve players.
    #[default]
    Serve,
    /// Send nothing and stop the clocks until the next order: another node may serve the hall.
    Pause,
    /// Stop, as with the server.
    Stop,
    /// Commit nothing more: another node serves the hall, or soon will. The players wait for
    /// [`HallOrder::Move`].
    LetGo,
    /// Let the hall go, and send the players to this address; `None` if it is unknown.
    Move(Option<NodeAddress>),
}

impl HallOrder {
    /// Whether the hall is to be let go.
    pub(crate) const fn lets_go(&self) -> bool {
        match self {
            Self::LetGo | Self::Move(_) => true,
            Self::Serve | Self::Pause | Self::Stop => false,
        }
    }
}

/// Receives the orders to one hall, if its server gives any.
#[derive(Clone, Debug, Default)]
pub(crate) struct HallOrders(Option<watch::Receiver<HallOrder>>);

impl HallOrders {
    /// Creates orders, which begin with [`HallOrder::Serve`].
    pub(crate) fn new() -> (watch::Sender<HallOrder>, Self) {
        let (sender, orders) = watch::channel(HallOrder::Serve);
        (sender, Self(Some(orders)))
    }

    /// Waits for the next order. Cancel safe.
    pub(crate) async fn next(&mut self) -> HallOrder {
        let Some(orders) = &mut self.0 else { return pending().await };
        match orders.changed().await {
            Ok(()) => orders.borrow_and_update().clone(),
            // nobody gives orders any more
            Err(_) => pending().await,
        }
    }

    /// Waits for an order with this property, which may be the current one.
    pub(crate) async fn reached(&mut self, matches: impl Fn(&HallOrder) -> bool) -> HallOrder {
        let Some(orders) = &mut self.0 else { return pending().await };
        let order = orders.wait_for(|order| matches(order)).await.map(|order| order.clone());
        match order {
            Ok(order) => order,
            Err(_) => pending().await,
        }
    }
}
