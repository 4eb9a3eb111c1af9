//! A node's membership in one hall: its member, and what has become of the hall here.

use crate::cluster::{HallCounts, Member};
use crate::placement::Part;
use chuhe_cluster::Epoch;
use std::time::Duration;
use tokio::time::Instant;

/// How long a node leaves a hall to others that it has handed on, or that failed here.
const QUIET: Duration = Duration::from_secs(10);

/// What has become of a hall at this node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duty {
    /// Its member starts.
    Starting,
    /// It is not served here.
    Follows,
    /// It is served, and its copy is read.
    Opening { epoch: Epoch, place: usize, is_paused: bool, is_released: bool },
    /// Players are in it.
    Serves { epoch: Epoch, place: usize },
    /// Its players wait for its new address.
    Leaves { epoch: Epoch, place: usize },
}

impl Duty {
    /// The place of the hall among those of this node, while it is open here.
    pub(super) const fn place(self) -> Option<usize> {
        match self {
            Self::Starting | Self::Follows => None,
            Self::Opening { place, .. } | Self::Serves { place, .. } | Self::Leaves { place, .. } => {
                Some(place)
            }
        }
    }
}

/// A membership in one hall.
#[derive(Debug)]
pub(super) struct Membership {
    /// The member; absent while it starts, or after that has failed.
    pub(super) member: Option<Member>,
    pub(super) state: Duty,
    /// How many are in the hall, as announced last.
    pub(super) counts: HallCounts,
    /// Since when nobody is in the hall.
    pub(super) empty_since: Instant,
    /// Whether the member has ended for good.
    pub(super) has_stopped: bool,
    /// The part that the member was given last.
    given: Option<Part>,
    /// Until when the member's part stays as it is.
    quiet_until: Option<Instant>,
}

impl Membership {
    fn new(member: Option<Member>, state: Duty) -> Self {
        Self {
            member,
            state,
            counts: HallCounts::default(),
            empty_since: Instant::now(),
            has_stopped: false,
            given: None,
            quiet_until: None,
        }
    }

    pub(super) fn starting() -> Self {
        Self::new(None, Duty::Starting)
    }

    pub(super) fn following(member: Member) -> Self {
        Self::new(Some(member), Duty::Follows)
    }

    /// A member that could not be started, and will be tried again.
    pub(super) fn failed() -> Self {
        Self { quiet_until: Some(Instant::now() + QUIET), ..Self::new(None, Duty::Follows) }
    }

    /// Whether the member is to be started again.
    pub(super) fn is_lost(&self) -> bool {
        self.member.is_none() && self.state == Duty::Follows && !self.is_quiet()
    }

    /// Whether the part of this node stays as it is for now.
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet_until.is_some_and(|until| Instant::now() < until)
    }

    /// Gives the member its part, if that has changed.
    pub(super) fn give(&mut self, part: Part) {
        if self.is_quiet() || self.given == Some(part) {
            return;
        }
        if let Some(member) = &self.member {
            member.set_claims(part.claims, part.delay_ms);
            self.given = Some(part);
        }
    }

    /// Hands the hall on, and leaves it to others for a while.
    pub(super) fn resign(&mut self) {
        if let Some(member) = &self.member {
            member.resign();
        }
        self.retire();
    }

    /// Claims the hall no more for a while.
    pub(super) fn retire(&mut self) {
        if let Some(member) = &self.member {
            member.set_claims(false, 0);
        }
        self.given = None;
        self.quiet_until = Some(Instant::now() + QUIET);
    }

    /// Notes a pause, or its end; returns the place to order it to.
    pub(super) const fn pause(&mut self, pauses: bool) -> Option<usize> {
        match &mut self.state {
            Duty::Opening { is_paused, .. } => {
                *is_paused = pauses;
                None
            }
            Duty::Serves { place, .. } => Some(*place),
            Duty::Starting | Duty::Follows | Duty::Leaves { .. } => None,
        }
    }

    pub(super) const fn set_epoch(&mut self, new: Epoch) {
        if let Duty::Opening { epoch, .. } | Duty::Serves { epoch, .. } = &mut self.state {
            *epoch = new;
        }
    }

    pub(super) fn set_counts(&mut self, counts: HallCounts) {
        if counts.players > 0 {
            self.empty_since = Instant::now();
        }
        self.counts = counts;
    }
}
