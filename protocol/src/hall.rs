//! The halls of a server.

use crate::{NameError, NodeAddress, PlayerName, limits};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// A valid name of a hall, normalised to NFC.
///
/// It has the characters of a [`PlayerName`]. Unlike one, a message has it in its normalised form
/// only: the server does not choose another spelling.
///
/// ```
/// use chuhe_protocol::{HallName, NameError};
/// assert_eq!(HallName::parse("楚河")?.as_str(), "楚河");
/// assert_eq!(HallName::parse("a/b"), Err(NameError::Character('/')));
/// # Ok::<(), NameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(try_from = "String")]
pub struct HallName(Arc<str>);

impl HallName {
    /// Normalises `text` and checks it.
    ///
    /// # Errors
    /// The first [`NameError`] that applies.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        PlayerName::parse(text).map(|name| Self(name.as_str().into()))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for HallName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for HallName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// Why the name of a hall in a message is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidHallName {
    /// It is not a name.
    #[error(transparent)]
    Name(#[from] NameError),
    /// It is not normalised to NFC.
    #[error("the name is not normalised")]
    NotNormalised,
}

impl TryFrom<String> for HallName {
    type Error = InvalidHallName;

    fn try_from(text: String) -> Result<Self, InvalidHallName> {
        let name = Self::parse(&text)?;
        // the length of a request proves its encoding only if decoding changes no text
        if name.as_str() == text { Ok(name) } else { Err(InvalidHallName::NotNormalised) }
    }
}

/// A hall in the list of a server's [`Answer`](crate::greeting::Answer).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HallStatus {
    /// Its name.
    pub name: HallName,
    /// The number of players who are connected to it.
    pub players: u32,
    /// The number of players from which it is full. Players who resume a session still enter.
    pub capacity: u32,
    /// Where it is, if another node of the cluster serves it; absent if this server does.
    pub address: Option<NodeAddress>,
}

impl HallStatus {
    /// Returns whether another player may join.
    #[must_use]
    pub const fn has_room(&self) -> bool {
        self.players < self.capacity
    }
}

/// The halls of a server, and the nodes of its cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Halls {
    /// The halls, in the server's own order, at most [`limits::HALLS`]; none if the server has a
    /// single hall without a name.
    pub list: Vec<HallStatus>,
    /// The nodes to try when the connection is lost, at most [`limits::NODES`]; none if the server is
    /// no node of a cluster.
    pub nodes: Vec<NodeAddress>,
}

impl Halls {
    /// Returns whether there is nothing to list.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty() && self.nodes.is_empty()
    }

    /// Returns whether there are no more halls and nodes than a server may list.
    #[must_use]
    pub const fn is_within_limit(&self) -> bool {
        self.list.len() <= limits::HALLS && self.nodes.len() <= limits::NODES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_in_a_message_must_be_normalised() {
        let decomposed = "e\u{301}";
        assert_eq!(HallName::parse(decomposed).map(|name| name.to_string()), Ok("\u{e9}".to_owned()));
        assert_eq!(HallName::try_from(decomposed.to_owned()), Err(InvalidHallName::NotNormalised));
        assert_eq!(HallName::try_from(String::new()), Err(InvalidHallName::Name(NameError::Empty)));
        assert!(HallName::try_from("\u{e9}".to_owned()).is_ok());
    }

    #[test]
    fn a_hall_is_full_at_its_capacity() {
        let with = |players| HallStatus {
            name: HallName::parse("east").expect("a name"),
            players,
            capacity: 2,
            address: None,
        };
        assert_eq!([0, 1, 2, 3].map(|players| with(players).has_room()), [true, true, false, false]);
        assert_eq!(with(0).name.to_string(), "east");
    }

    #[test]
    fn halls_without_names_and_nodes_are_no_list() {
        let nodes = vec!["a:9".parse().expect("an address")];
        assert!(Halls::default().is_empty());
        assert!(!Halls { nodes, ..Halls::default() }.is_empty());
    }
}
