//! Who takes part: entry, check-in, start, withdrawal, return and excuses.

use crate::lot::Lots;
use crate::{
    Entry, MAX_PLAYERS, MAX_TEXT, Numbering, Phase, Player, PlayerId, Presence, Refusal, Regulations, State,
    System, round_robin, teams,
};
use std::collections::BTreeSet;

/// The name of a player whose account was erased, which is no name: it may stand more than once.
const NAMELESS: &str = "_";

impl State {
    pub(super) fn enter(&mut self, entry: &Entry) -> Result<(), Refusal> {
        match self.phase {
            Phase::Entry => {}
            Phase::Running => return Err(Refusal::HasBegun),
            Phase::Ended => return Err(Refusal::HasEnded),
        }
        let before = self.withdrawn_before(entry);
        self.check_entry(entry, before)?;
        match before {
            Some(id) => *self.player_mut(id)? = new_player(entry, 0, 1),
            None => self.players.push(new_player(entry, 0, 1)),
        }
        Ok(())
    }

    /// The player who withdrew before the start and enters again, with another club perhaps.
    fn withdrawn_before(&self, entry: &Entry) -> Option<PlayerId> {
        let account = entry.account?;
        let mut players = self.ids().zip(&self.players);
        let (id, player) = players.find(|(_, it)| it.entry.account == Some(account))?;
        (player.presence == Presence::Withdrawn).then_some(id)
    }

    pub(super) fn enter_late(&mut self, regulations: &Regulations, entry: &Entry) -> Result<(), Refusal> {
        self.check_running()?;
        self.check_open(regulations)?;
        self.check_entry(entry, None)?;
        self.players.push(new_player(entry, self.last_number() + 1, self.round_count() + 1));
        Ok(())
    }

    pub(super) fn check_in(&mut self, id: PlayerId) -> Result<(), Refusal> {
        match self.phase {
            Phase::Entry => {}
            Phase::Running => return Err(Refusal::HasBegun),
            Phase::Ended => return Err(Refusal::HasEnded),
        }
        let player = self.player_mut(id)?;
        if player.checked_in {
            return Err(Refusal::AlreadySo(id));
        }
        player.checked_in = true;
        Ok(())
    }

    pub(super) fn start(&mut self, regulations: &Regulations, seed: u64) -> Result<(), Refusal> {
        match self.phase {
            Phase::Entry => {}
            Phase::Running => return Err(Refusal::HasBegun),
            Phase::Ended => return Err(Refusal::HasEnded),
        }
        let mut started = self.clone();
        for player in &mut started.players {
            if player.presence == Presence::Here && regulations.check_in && !player.checked_in {
                player.presence = Presence::Missing;
            }
        }
        let mut order: Vec<PlayerId> = started.ids().collect();
        order.retain(|id| started.player(*id).is_some_and(|player| player.presence == Presence::Here));
        if order.len() < 2 {
            return Err(Refusal::TooFewPlayers { present: order.len() as u16 });
        }
        match regulations.numbering {
            Numbering::Entry => {}
            Numbering::Rating => {
                let rating = |id: &PlayerId| started.player(*id).and_then(|player| player.entry.rating);
                order.sort_by_key(|id| std::cmp::Reverse(rating(id)));
            }
            Numbering::Lot => Lots::new(seed, 0).shuffle(&mut order),
        }
        for (number, id) in (1..).zip(order) {
            started.player_mut(id)?.number = number;
        }
        if regulations.system.is_of_teams() {
            let teams = teams(&started);
            if teams.len() != 2 || teams[0].players.len() != teams[1].players.len() {
                return Err(Refusal::NotTwoTeams);
            }
        }
        started.phase = Phase::Running;
        started.seed = seed;
        *self = started;
        Ok(())
    }

    pub(super) fn withdraw(&mut self, id: PlayerId) -> Result<(), Refusal> {
        if self.phase == Phase::Ended {
            return Err(Refusal::HasEnded);
        }
        let player = self.player_mut(id)?;
        if player.presence == Presence::Withdrawn {
            return Err(Refusal::AlreadySo(id));
        }
        player.presence = Presence::Withdrawn;
        Ok(())
    }

    pub(super) fn return_to_play(&mut self, regulations: &Regulations, id: PlayerId) -> Result<(), Refusal> {
        if self.phase == Phase::Ended {
            return Err(Refusal::HasEnded);
        }
        let is_out = self.is_out(regulations, id);
        let player = self.player(id).ok_or(Refusal::NoSuchPlayer(id))?;
        if player.presence == Presence::Here && !is_out {
            return Err(Refusal::AlreadySo(id));
        }
        let is_new = self.phase == Phase::Running && player.number == 0;
        // the table of a knock-out or a team match does not change
        let is_fixed = matches!(regulations.system, System::KnockOut(_) | System::TeamMatch(_));
        if is_new || (is_fixed && self.round_count() > 0) {
            self.check_open(regulations)?;
        }
        let (next_round, number) = (self.round_count() + 1, self.last_number() + 1);
        let player = self.player_mut(id)?;
        player.presence = Presence::Here;
        player.absences_from = next_round;
        if is_new {
            player.number = number;
            player.first_round = next_round;
        }
        Ok(())
    }

    pub(super) fn excuse(
        &mut self,
        regulations: &Regulations,
        id: PlayerId,
        round: u16,
    ) -> Result<(), Refusal> {
        if self.phase == Phase::Ended {
            return Err(Refusal::HasEnded);
        }
        let paired = self.round_count();
        let last = match regulations.system {
            System::Swiss(rules) => rules.rounds,
            System::RoundRobin(rules) if self.phase == Phase::Running => round_robin::rounds(rules, self),
            System::RoundRobin(_) => u16::MAX,
            System::KnockOut(_) => u16::MAX,
            System::Arena(_) => 0,
            System::TeamMatch(_) => u16::MAX,
        };
        let player = self.player_mut(id)?;
        if round <= paired || round > last {
            return Err(Refusal::RoundPassed(round));
        }
        if !player.excused.insert(round) {
            return Err(Refusal::AlreadySo(id));
        }
        Ok(())
    }

    /// Checks that the system still admits a player who has no number yet.
    fn check_open(&self, regulations: &Regulations) -> Result<(), Refusal> {
        let next_round = self.round_count() + 1;
        let is_open = match regulations.system {
            System::Swiss(_) => next_round == 1 || next_round <= regulations.late_entry.last_round,
            System::Arena(_) => true,
            System::RoundRobin(_) => next_round == 1,
            System::KnockOut(_) => next_round == 1,
            System::TeamMatch(_) => false,
        };
        if is_open { Ok(()) } else { Err(Refusal::EntryClosed) }
    }

    /// Checks an entry. It may have the name and the account of `before`, whose entry it replaces.
    fn check_entry(&self, entry: &Entry, before: Option<PlayerId>) -> Result<(), Refusal> {
        if entry.name.trim().is_empty() || entry.name.len() > MAX_TEXT {
            return Err(Refusal::Name);
        }
        if entry.club.as_ref().is_some_and(|club| club.len() > MAX_TEXT) {
            return Err(Refusal::TextTooLong);
        }
        if self.players.len() >= MAX_PLAYERS && before.is_none() {
            return Err(Refusal::Full);
        }
        let key = name_key(entry);
        for (id, other) in self.ids().zip(&self.players).filter(|(id, _)| Some(*id) != before) {
            // any number of accounts may be erased
            if name_key(&other.entry) == key && entry.name != NAMELESS {
                return Err(Refusal::DoubledName(id));
            }
            if entry.account.is_some() && entry.account == other.entry.account {
                return Err(Refusal::DoubledAccount(id));
            }
        }
        Ok(())
    }

    fn last_number(&self) -> u16 {
        self.players.iter().map(|player| player.number).max().unwrap_or(0)
    }

    pub(super) fn player_mut(&mut self, id: PlayerId) -> Result<&mut Player, Refusal> {
        let player = usize::from(id.0).checked_sub(1).and_then(|at| self.players.get_mut(at));
        player.ok_or(Refusal::NoSuchPlayer(id))
    }
}

/// What must differ between two players: name and club, without differences in case or spaces.
fn name_key(entry: &Entry) -> [String; 2] {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    [plain(&entry.name), plain(entry.club.as_deref().unwrap_or_default())]
}

fn new_player(entry: &Entry, number: u16, first_round: u16) -> Player {
    Player {
        entry: entry.clone(),
        number,
        checked_in: false,
        presence: Presence::Here,
        first_round,
        excused: BTreeSet::new(),
        absences_from: 1,
    }
}
