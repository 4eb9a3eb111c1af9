//! The seeks that outlive a connection, and who would play their players.

use super::record::{KeptAnswer, LastingSeekRow, Record};
use chuhe_protocol::{ChallengeId, PlayerId, Reach, Refusal, Seek, SeekRefusal, Terms, ValidTerms, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet};

/// A lasting seek.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LastingSeek {
    /// Its number in the store, which it shares with no challenge.
    pub(super) id: ChallengeId,
    pub(super) terms: Vec<ValidTerms>,
    pub(super) reach: Reach,
    /// When its player has sought last.
    pub(super) since: Timestamp,
    /// Who has taken it, one answer a player.
    pub(super) answers: Vec<KeptAnswer>,
    /// How often its row was written.
    pub(super) revision: u32,
}

/// The lasting seeks of a hall, one a player.
#[derive(Debug, Default)]
pub(super) struct LastingSeeks {
    open: BTreeMap<PlayerId, LastingSeek>,
    /// Whose seeks a player has taken.
    taken: BTreeMap<PlayerId, BTreeSet<PlayerId>>,
}

impl LastingSeek {
    /// When the seek ends.
    pub(super) fn ends_at(&self) -> Timestamp {
        self.since.plus_ms(limits::LASTING_SEEK_MS)
    }

    /// Returns the terms of an answer.
    pub(super) fn terms_of(&self, answer: &KeptAnswer) -> Option<&ValidTerms> {
        self.terms.get(usize::from(answer.terms))
    }

    /// Returns the record that stores the seek.
    fn write(&mut self, from: PlayerId) -> Record {
        let row = LastingSeekRow {
            from,
            terms: self.terms.iter().map(|terms| (**terms).clone()).collect(),
            reach: self.reach,
            since: self.since,
            answers: self.answers.clone(),
        };
        let revision = self.revision;
        self.revision += 1;
        Record::LastingSeek { id: self.id, revision, row: Some(row) }
    }
}

impl LastingSeeks {
    /// Checks that a player may open one.
    ///
    /// # Errors
    /// [`SeekRefusal::Full`] if there are too many.
    pub(super) fn check_room(&self, player: PlayerId) -> Result<(), Refusal> {
        let is_full = self.open.len() >= limits::LASTING_SEEKS && !self.open.contains_key(&player);
        if is_full { Err(Refusal::Seek(SeekRefusal::Full)) } else { Ok(()) }
    }

    /// Opens the seek of a player, who has none, and returns its record.
    pub(super) fn open(&mut self, player: PlayerId, mut seek: LastingSeek) -> Record {
        for answer in &seek.answers {
            self.taken.entry(answer.by).or_default().insert(player);
        }
        let record = seek.write(player);
        self.open.insert(player, seek);
        record
    }

    /// Lets the seek of a player last longer if it has these terms and this reach, and returns its record.
    pub(super) fn renew(
        &mut self,
        player: PlayerId,
        terms: &[ValidTerms],
        reach: Reach,
        now: Timestamp,
    ) -> Option<Record> {
        let open = self.open.get_mut(&player)?;
        if open.terms != terms || open.reach != reach {
            return None;
        }
        open.since = now;
        Some(open.write(player))
    }

    /// Ends the seek of a player, and returns it with the record that deletes it.
    pub(super) fn end(&mut self, player: PlayerId) -> Option<(LastingSeek, Record)> {
        let ended = self.open.remove(&player)?;
        for answer in &ended.answers {
            self.forget_taken(answer.by, player);
        }
        let record = Record::LastingSeek { id: ended.id, revision: ended.revision, row: None };
        Some((ended, record))
    }

    /// What a player seeks.
    pub(super) fn of(&self, player: PlayerId) -> Option<&LastingSeek> {
        self.open.get(&player)
    }

    /// The players who have a lasting seek.
    pub(super) fn players(&self) -> impl ExactSizeIterator<Item = PlayerId> {
        self.open.keys().copied()
    }

    /// Those who have a seek, or have answered one.
    pub(super) fn concerned(&self) -> BTreeSet<PlayerId> {
        self.open.keys().chain(self.taken.keys()).copied().collect()
    }

    /// The players whose seeks a player has taken.
    pub(super) fn taken_by(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> {
        self.taken.get(&player).into_iter().flatten().copied()
    }

    /// Whether one of two players has taken the seek of the other.
    pub(super) fn is_answered_between(&self, one: PlayerId, other: PlayerId) -> bool {
        self.taken_by(one).any(|seeker| seeker == other) || self.taken_by(other).any(|seeker| seeker == one)
    }

    /// The other players of the answers that concern a player.
    pub(super) fn counterparts(&self, player: PlayerId) -> BTreeSet<PlayerId> {
        let answers = self.open.get(&player).into_iter().flat_map(|open| &open.answers);
        answers.map(|answer| answer.by).chain(self.taken_by(player)).collect()
    }

    /// The place of these terms among those that a player seeks, and how far the rating of the opponent may be from theirs.
    ///
    /// # Errors
    /// [`SeekRefusal::Gone`] if the player does not seek them.
    pub(super) fn find(&self, player: PlayerId, terms: &Terms) -> Result<(u8, &ValidTerms, Reach), Refusal> {
        let found = self.open.get(&player).and_then(|open| {
            let mut numbered = (0..).zip(&open.terms);
            let (place, found) = numbered.find(|(_, sought)| ***sought == *terms)?;
            Some((place, found, open.reach))
        });
        found.ok_or(Refusal::Seek(SeekRefusal::Gone))
    }

    /// Keeps that a player has taken the seek of another, in place of their answer before, and returns the record.
    ///
    /// # Errors
    /// [`SeekRefusal::TooManyAnswers`] if there are too many to the seek or by the player.
    pub(super) fn answer(&mut self, seeker: PlayerId, answer: KeptAnswer) -> Result<Record, Refusal> {
        let open = self.open.get_mut(&seeker).ok_or(Refusal::Seek(SeekRefusal::Gone))?;
        open.answers.retain(|before| before.by != answer.by);
        let taken = self.taken.get(&answer.by).into_iter().flatten().filter(|&&other| other != seeker);
        if taken.count() >= limits::SEEK_ANSWERS || open.answers.len() >= limits::SEEK_ANSWERS {
            return Err(Refusal::Seek(SeekRefusal::TooManyAnswers));
        }
        self.taken.entry(answer.by).or_default().insert(seeker);
        open.answers.push(answer);
        Ok(open.write(seeker))
    }

    /// Drops the answer of a player to the seek of another, and returns the record if there was one.
    pub(super) fn drop_answer(&mut self, seeker: PlayerId, by: PlayerId) -> Option<Record> {
        self.forget_taken(by, seeker).then_some(())?;
        let open = self.open.get_mut(&seeker)?;
        open.answers.retain(|answer| answer.by != by);
        Some(open.write(seeker))
    }

    /// Returns the seek of a player as it is sent at `now`.
    pub(super) fn to_message(&self, player: PlayerId, now: Timestamp) -> Option<Seek> {
        let open = self.open.get(&player)?;
        let since_ago_s = u32::try_from(now.since(open.since) / 1000).unwrap_or(u32::MAX);
        let terms = open.terms.iter().map(|terms| (**terms).clone()).collect();
        Some(Seek { terms, since_ago_s, reach: open.reach, live: false })
    }

    /// Forgets that a player has taken the seek of another; returns whether they had.
    fn forget_taken(&mut self, by: PlayerId, seeker: PlayerId) -> bool {
        let Some(taken) = self.taken.get_mut(&by) else { return false };
        let had = taken.remove(&seeker);
        if taken.is_empty() {
            self.taken.remove(&by);
        }
        had
    }
}
