//! The tags of a record: names and values in their order.

/// The names of tags that several formats have, as PGN for xiangqi writes them.
///
/// A reader translates its format's own names to these and keeps unknown ones as they are.
pub mod tag {
    /// The competition.
    pub const EVENT: &str = "Event";
    /// The place.
    pub const SITE: &str = "Site";
    /// The date, as `2026.11.22` with `??` for what is unknown.
    pub const DATE: &str = "Date";
    /// The round.
    pub const ROUND: &str = "Round";
    /// The player of red.
    pub const RED: &str = "Red";
    /// The player of black.
    pub const BLACK: &str = "Black";
    /// The team of red's player.
    pub const RED_TEAM: &str = "RedTeam";
    /// The team of black's player.
    pub const BLACK_TEAM: &str = "BlackTeam";
    /// The rating of red's player.
    pub const RED_ELO: &str = "RedElo";
    /// The rating of black's player.
    pub const BLACK_ELO: &str = "BlackElo";
    /// The name of the record.
    pub const TITLE: &str = "Title";
    /// The opening.
    pub const OPENING: &str = "Opening";
    /// The variation of the opening.
    pub const VARIATION: &str = "Variation";
    /// The code of the opening in the Encyclopaedia of Chinese Chess Openings.
    pub const ECCO: &str = "ECCO";
    /// The game time in seconds, and after a `+` the increment for each move.
    pub const TIME_CONTROL: &str = "TimeControl";
    /// The limit for each move (步时) in seconds, for which PGN has no tag.
    pub const MOVE_TIME: &str = "MoveTime";
    /// The time for each move once the game time is used up (读秒) in seconds, for which PGN has no tag.
    pub const READ_TIME: &str = "ReadTime";
    /// The rules for repetitions: `Asian`, `Chinese` or `Simple`.
    pub const RULES: &str = "Rules";
    /// What the operator of a server has made of a rated game since: `annulled`, or the result with which it counts.
    pub const CORRECTION: &str = "Correction";
    /// Why; see [`CORRECTION`].
    pub const CORRECTION_REASON: &str = "CorrectionReason";
    /// Who wrote the comments.
    pub const ANNOTATOR: &str = "Annotator";
    /// Who wrote the record.
    pub const AUTHOR: &str = "Author";
}

/// The tags of a record in their order; a name occurs once.
///
/// The start position and the result are not among them: they are parts of the
/// [`GameTree`](crate::GameTree).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    entries: Vec<(String, String)>,
}

impl Tags {
    /// The value of the tag `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(known, _)| known == name).map(|(_, value)| value)
    }

    /// The names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The number of tags.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no tag.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Changes the tag `name`, or appends it.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        match self.entries.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => value.clone_into(old),
            None => self.entries.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Removes the tag `name` and returns its value.
    pub(crate) fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.entries.iter().position(|(known, _)| known == name)?;
        Some(self.entries.remove(index).1)
    }
}
