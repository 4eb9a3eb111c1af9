//! The choice among the halls of a server.

use crate::exchange::servers::same_host;
use chuhe_protocol::{HallName, HallStatus, limits};

/// The halls of the server that the user reached last, and the one that they asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HallChoice {
    /// The address of the server.
    host: String,
    port: u16,
    halls: Vec<HallStatus>,
    /// The hall to enter with the next attempt, in place of the one remembered.
    pub wanted: Option<HallName>,
}

impl HallChoice {
    /// Replaces the halls by those that a server has listed.
    pub fn list(&mut self, host: &str, port: u16, halls: Vec<HallStatus>) {
        host.clone_into(&mut self.host);
        (self.port, self.halls) = (port, halls);
    }

    /// Returns the halls of a server, if the user can choose among them.
    #[must_use]
    pub fn of(&self, host: &str, port: Option<u16>) -> &[HallStatus] {
        let is_there = port == Some(self.port) && same_host(&self.host, host);
        if is_there && self.halls.len() > 1 { &self.halls } else { &[] }
    }
}

/// Decides which hall of a server's list a request to enter names.
///
/// # Errors
/// If there are several and none of them was chosen: the user is to choose.
pub(crate) fn named_hall(
    halls: &[HallStatus],
    chosen: Option<&HallName>,
) -> Result<Option<HallName>, NoHallChosen> {
    let is_there = |name: &&HallName| halls.iter().any(|hall| hall.name == **name);
    match (halls, chosen.filter(is_there)) {
        ([], _) => Ok(None),
        ([only], _) => Ok(Some(only.name.clone())),
        (_, Some(name)) => Ok(Some(name.clone())),
        // a list of this length may lack some
        (_, None) if halls.len() >= limits::HALLS && chosen.is_some() => Ok(chosen.cloned()),
        (_, None) => Err(NoHallChosen),
    }
}

/// The user has not chosen a hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoHallChosen;

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> HallName {
        HallName::parse(text).expect("a name")
    }

    fn hall(text: &str) -> HallStatus {
        HallStatus { name: name(text), players: 0, capacity: 5, address: None }
    }

    #[test]
    fn a_hall_is_named_only_where_there_is_one_to_name() {
        let (east, west) = (name("east"), name("west"));
        assert_eq!(named_hall(&[], Some(&east)), Ok(None));
        assert_eq!(named_hall(&[hall("east")], Some(&west)), Ok(Some(east.clone())));
        let both = [hall("east"), hall("west")];
        assert_eq!(named_hall(&both, Some(&west)), Ok(Some(west)));
        assert_eq!(named_hall(&both, Some(&name("south"))), Err(NoHallChosen));
        assert_eq!(named_hall(&both, None), Err(NoHallChosen));
        let south = name("south");
        let many = vec![hall("east"); limits::HALLS];
        assert_eq!(named_hall(&many, Some(&south)), Ok(Some(south)), "the list may lack it");
    }

    #[test]
    fn the_choice_belongs_to_the_server_that_listed_the_halls() {
        let mut choice = HallChoice::default();
        choice.list("Example.org", 9, vec![hall("east"), hall("west")]);
        assert_eq!(choice.of("example.org.", Some(9)).len(), 2);
        assert!(choice.of("example.org", Some(8)).is_empty() && choice.of("h", Some(9)).is_empty());
        choice.list("h", 9, vec![hall("east")]);
        assert!(choice.of("h", Some(9)).is_empty(), "there is no choice");
    }
}
