//! The players who seek an opponent, and who of them would play whom.

use chuhe_protocol::{
    ColorChoice, GameTerms, PlayerId, Refusal, Seek, SeekRefusal, Terms, ValidTerms, limits,
};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// What a player seeks.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OpenSeek {
    terms: Vec<ValidTerms>,
    since: Timestamp,
    /// Orders seeks that were opened in the same millisecond.
    number: u64,
}

/// The open seeks, one a player. They are not stored: a seek ends with its connection.
#[derive(Debug, Default)]
pub(super) struct Seeks {
    open: BTreeMap<PlayerId, OpenSeek>,
    /// The number of seeks that were opened.
    count: u64,
}

/// Checks the terms of a seek.
///
/// # Errors
/// If there are too few or too many, or one of them is invalid, or has a start position or time odds.
pub(super) fn checked(terms: Vec<Terms>) -> Result<Vec<ValidTerms>, Refusal> {
    if terms.is_empty() || terms.len() > limits::SEEK_TERMS {
        return Err(Refusal::Seek(SeekRefusal::Count));
    }
    for terms in &terms {
        if matches!(terms.game, GameTerms::Xiangqi { start: Some(_), .. }) {
            return Err(Refusal::Seek(SeekRefusal::StartPosition));
        }
        if terms.challenger_time != terms.opponent_time {
            return Err(Refusal::Seek(SeekRefusal::Odds));
        }
    }
    terms.into_iter().map(|terms| ValidTerms::parse(terms).map_err(Refusal::Terms)).collect()
}

/// The game that both seek, with the player of `one` as the challenger; `None` if the terms do not fit. It is rated if both
/// wish that.
fn agreed(one: &Terms, other: &Terms) -> Option<Terms> {
    let color = match (one.color, other.color.swapped()) {
        (ColorChoice::Random, color) | (color, ColorChoice::Random) => color,
        (one, other) if one == other => one,
        _ => return None,
    };
    let agreed = Terms { color, rated: one.rated && other.rated, ..one.clone() };
    (Terms { color: color.swapped(), rated: agreed.rated, ..other.clone() } == agreed.mirrored())
        .then_some(agreed)
}

impl OpenSeek {
    /// The game on the first of these terms that fit any of the others.
    fn meets(&self, others: &[ValidTerms]) -> Option<ValidTerms> {
        let fit = |terms: &ValidTerms| others.iter().find_map(|other| agreed(terms, other));
        self.terms.iter().find_map(fit).and_then(|terms| ValidTerms::parse(terms).ok())
    }
}

impl Seeks {
    /// Opens the seek of a player, in place of the one before; one that is the same goes on.
    ///
    /// # Errors
    /// [`SeekRefusal::Full`] if there are too many.
    pub(super) fn open(
        &mut self,
        player: PlayerId,
        terms: Vec<ValidTerms>,
        now: Timestamp,
    ) -> Result<(), Refusal> {
        match self.open.get(&player) {
            Some(before) if before.terms == terms => return Ok(()),
            None if self.open.len() >= limits::SEEKS => return Err(Refusal::Seek(SeekRefusal::Full)),
            Some(_) | None => {}
        }
        self.count += 1;
        self.open.insert(player, OpenSeek { terms, since: now, number: self.count });
        Ok(())
    }

    /// Ends the seek of a player; returns whether there was one.
    pub(super) fn end(&mut self, player: PlayerId) -> bool {
        self.open.remove(&player).is_some()
    }

    /// Ends all seeks, and returns whose they were.
    pub(super) fn end_all(&mut self) -> Vec<PlayerId> {
        std::mem::take(&mut self.open).into_keys().collect()
    }

    /// The terms that a player seeks; none if they seek nothing.
    pub(super) fn terms(&self, player: PlayerId) -> &[ValidTerms] {
        self.open.get(&player).map_or(&[], |open| &open.terms)
    }

    /// Of the players who seek terms that fit these and `may_play`, the one who has sought longest, with their first
    /// terms that fit.
    pub(super) fn meeting(
        &self,
        terms: &[ValidTerms],
        may_play: impl Fn(PlayerId) -> bool,
    ) -> Option<(PlayerId, ValidTerms)> {
        let fitting = self.open.iter().filter_map(|(&player, open)| Some((open, player, open.meets(terms)?)));
        let first = fitting.filter(|&(_, player, _)| may_play(player)).min_by_key(|(open, ..)| open.number);
        first.map(|(_, player, terms)| (player, terms))
    }

    /// The terms that equal these and that a player seeks.
    ///
    /// # Errors
    /// [`SeekRefusal::Gone`] if the player does not seek them.
    pub(super) fn find(&self, player: PlayerId, terms: &Terms) -> Result<ValidTerms, Refusal> {
        let found = self.terms(player).iter().find(|sought| ***sought == *terms);
        found.cloned().ok_or(Refusal::Seek(SeekRefusal::Gone))
    }

    /// Returns the seek of a player as it is sent at `now`.
    pub(super) fn to_message(&self, player: PlayerId, now: Timestamp) -> Option<Seek> {
        let open = self.open.get(&player)?;
        let since_ago_s = u32::try_from(now.since(open.since) / 1000).unwrap_or(u32::MAX);
        Some(Seek { terms: open.terms.iter().map(|terms| (**terms).clone()).collect(), since_ago_s })
    }

    /// The players who seek.
    pub(super) fn players(&self) -> impl Iterator<Item = PlayerId> {
        self.open.keys().copied()
    }
}
