//! Users whom a server turns away.

use super::World;
use chuhe_model::actions::action::JoinAction;
use chuhe_model::exchange::event::{Closed, NetworkEvent};
use chuhe_protocol::{CloseReason, DoorMessage, ReportMessage};

/// Returns a client whose user wants a name that report 3 has banned and that nobody has any more.
#[must_use]
pub fn wanting_a_banned_name() -> World {
    let mut world = World::new();
    world.act(JoinAction::Submit.into());
    world.network(NetworkEvent::Connected);
    world.receive(ReportMessage::MayAppeal { report: 3 });
    world.receive(DoorMessage::Closing { reason: CloseReason::Banned { wait_ms: None } });
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world
}
