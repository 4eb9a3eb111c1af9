//! The computer players that an organiser asks for: several requests are answered by one sum.

/// The requests for computer players that wait for an answer, and what the answers before them gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComputersAsked {
    /// The number of each request, and how many players it asks for, in the order in which the server answers them.
    waiting: Vec<(u32, u8)>,
    wanted: usize,
    came: usize,
}

/// How many computer players came, once all requests are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Came {
    /// How many.
    pub players: usize,
    /// Whether these are fewer than were asked for.
    pub is_short: bool,
}

impl ComputersAsked {
    /// The request of this number asks for so many.
    pub fn asked(&mut self, request: u32, count: u8) {
        self.waiting.push((request, count));
        self.wanted += usize::from(count);
    }

    /// So many came, which answers the first request. Returns the sum if no other one waits; those for whom nobody asked
    /// here are a sum of their own.
    pub fn entered(&mut self, players: usize) -> Option<Came> {
        if self.waiting.is_empty() {
            return Some(Came { players, is_short: false });
        }
        self.waiting.remove(0);
        self.came += players;
        self.sum()
    }

    /// The request of this number was refused, because no computer player is free or for another reason. Returns the sum
    /// if it was the last one and others gave players.
    pub fn refused(&mut self, request: u32, none_is_free: bool) -> Option<Came> {
        let at = self.waiting.iter().position(|it| it.0 == request)?;
        let (_, count) = self.waiting.remove(at);
        if !none_is_free {
            self.wanted -= usize::from(count);
        }
        self.sum()
    }

    fn sum(&mut self) -> Option<Came> {
        if !self.waiting.is_empty() {
            return None;
        }
        let Self { wanted, came, .. } = std::mem::take(self);
        (came > 0).then_some(Came { players: came, is_short: came < wanted })
    }
}
