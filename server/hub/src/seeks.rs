//! The players who seek an opponent, and who of them would play whom.

use super::timers::Timers;
use chuhe_protocol::{
    ColorChoice, GameTerms, PlayerId, Reach, Refusal, Seek, SeekRefusal, Terms, ValidTerms, limits,
};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// What a player seeks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OpenSeek {
    terms: Vec<ValidTerms>,
    reach: Reach,
    since: Timestamp,
    /// Orders seeks that were opened in the same millisecond.
    number: u64,
    /// What an opponent's bits have in common with this if any of the terms may fit.
    wanted: u64,
    /// The bits of the terms themselves.
    offered: u64,
}

/// What speaks against a pair; the lesser one is the better pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mismatch {
    /// Whether the last game of one of the two was against the other.
    pub(super) is_again: bool,
    /// The difference of their ratings, in the class of the game.
    pub(super) points: u16,
}

/// The open seeks, one a player. They are not stored: a seek ends with its connection, and a lasting one has a part of its own.
#[derive(Debug, Default)]
pub(super) struct Seeks {
    open: BTreeMap<PlayerId, OpenSeek>,
    /// When each seek reaches further.
    widening: Timers<PlayerId>,
    /// The number of seeks that were opened.
    count: u64,
}

/// Checks what a player wants to seek from `now` on.
///
/// # Errors
/// If there are too few or too many, or one of them is invalid, or has a start position or time odds.
pub(super) fn checked(terms: Vec<Terms>, reach: Reach, now: Timestamp) -> Result<OpenSeek, Refusal> {
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
    let terms = terms.into_iter().map(|terms| ValidTerms::parse(terms).map_err(Refusal::Terms));
    let terms = terms.collect::<Result<Vec<ValidTerms>, _>>()?;
    let [offered, wanted] = [false, true].map(|of_opponent| bits(&terms, of_opponent));
    Ok(OpenSeek { terms, reach, since: now, number: 0, wanted, offered })
}

/// A bit for each time and colour in terms, of their player or the opponent. Different ones may share a bit: most seeks of
/// a crowded hall are passed over by these bits alone.
fn bits(terms: &[ValidTerms], of_opponent: bool) -> u64 {
    let mut bits = 0;
    for terms in terms {
        let time = &terms.challenger_time;
        let sum = u64::from(time.game_ms / 60_000) + 7 * u64::from(time.increment_ms / 1_000);
        let bit = 1 << (2 * (sum % 32));
        let color = if of_opponent { terms.color.swapped() } else { terms.color };
        bits |= match color {
            ColorChoice::Red => bit,
            ColorChoice::Black => bit << 1,
            ColorChoice::Random => bit | bit << 1,
        };
    }
    bits
}

/// The game that both seek, with the player of `one` as the challenger; `None` if the terms do not fit. It is rated if both
/// wish that.
fn agreed(one: &Terms, other: &Terms) -> Option<Terms> {
    // the usual difference, found without a copy
    if one.game != other.game || one.challenger_time != other.opponent_time {
        return None;
    }
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
    /// The terms.
    pub(super) fn terms(&self) -> &[ValidTerms] {
        &self.terms
    }

    /// How far it reaches at most.
    pub(super) fn reach(&self) -> Reach {
        self.reach
    }

    /// How far it reaches by now.
    pub(super) fn reaches(&self, now: Timestamp) -> Reach {
        self.reach.after(now.since(self.since))
    }

    /// When it reaches further; `None` if it reaches as far as the player has chosen.
    fn widens_at(&self, now: Timestamp) -> Option<Timestamp> {
        let waited = now.since(self.since);
        let next = (waited / limits::SEEK_WIDENS_MS + 1) * limits::SEEK_WIDENS_MS;
        (self.reach.after(waited) < self.reach).then(|| self.since.plus_ms(next))
    }
}

impl Seeks {
    /// Opens the seek of a player, in place of the one before; one that is the same goes on.
    ///
    /// # Errors
    /// [`SeekRefusal::Full`] if there are too many.
    pub(super) fn open(&mut self, player: PlayerId, seek: OpenSeek) -> Result<(), Refusal> {
        match self.open.get(&player) {
            Some(before) if before.terms == seek.terms && before.reach == seek.reach => return Ok(()),
            None if self.open.len() >= limits::SEEKS => return Err(Refusal::Seek(SeekRefusal::Full)),
            Some(_) | None => {}
        }
        self.count += 1;
        self.widening.set(player, seek.widens_at(seek.since));
        self.open.insert(player, OpenSeek { number: self.count, ..seek });
        Ok(())
    }

    /// When the next seek reaches further.
    pub(super) fn next_widening(&self) -> Option<Timestamp> {
        self.widening.next()
    }

    /// Takes the next player whose seek reaches further by now.
    pub(super) fn pop_widened(&mut self, now: Timestamp) -> Option<PlayerId> {
        let (_, player) = self.widening.pop_due(now)?;
        self.widening.set(player, self.open.get(&player).and_then(|open| open.widens_at(now)));
        Some(player)
    }

    /// Ends the seek of a player; returns whether there was one.
    pub(super) fn end(&mut self, player: PlayerId) -> bool {
        self.widening.set(player, None);
        self.open.remove(&player).is_some()
    }

    /// Ends all seeks, and returns whose they were.
    pub(super) fn end_all(&mut self) -> Vec<PlayerId> {
        self.widening = Timers::default();
        std::mem::take(&mut self.open).into_keys().collect()
    }

    /// What a player seeks.
    pub(super) fn of(&self, player: PlayerId) -> Option<&OpenSeek> {
        self.open.get(&player)
    }

    /// Of the players who seek what fits the seek of `player` and who are within reach, the one with the least mismatch, and
    /// of these the one who has sought longest, with their first terms that fit. Two who may not play each other have no
    /// `mismatch`. Two are within reach if one of their seeks reaches the other `by_now`, and both may reach that far.
    pub(super) fn meeting(
        &self,
        player: PlayerId,
        seek: &OpenSeek,
        by_now: impl Fn(&OpenSeek) -> Reach,
        mismatch: impl Fn(PlayerId, &Terms) -> Option<Mismatch>,
    ) -> Option<(PlayerId, ValidTerms)> {
        let meets = |other: PlayerId, open: &OpenSeek| {
            let reach = by_now(seek).max(by_now(open)).min(seek.reach).min(open.reach);
            open.terms.iter().find_map(|terms| {
                let agreed = seek.terms.iter().find_map(|own| agreed(terms, own))?;
                let mismatch = mismatch(other, &agreed)?;
                reach.includes(mismatch.points).then_some((mismatch, agreed))
            })
        };
        let others = self.open.iter().filter(|(_, open)| open.offered & seek.wanted != 0);
        let others = others.filter(|&(&other, _)| other != player);
        let within = others.filter_map(|(&other, open)| {
            let (mismatch, terms) = meets(other, open)?;
            Some(((mismatch, open.number), other, terms))
        });
        let (_, other, terms) = within.min_by_key(|&(order, ..)| order)?;
        Some((other, ValidTerms::parse(terms).ok()?))
    }

    /// The terms that equal these and that a player seeks, and how far the rating of the opponent may be from theirs.
    ///
    /// # Errors
    /// [`SeekRefusal::Gone`] if the player does not seek them.
    pub(super) fn find(&self, player: PlayerId, terms: &Terms) -> Result<(ValidTerms, Reach), Refusal> {
        let open = self.open.get(&player);
        let found = open.and_then(|open| {
            let found = open.terms.iter().find(|sought| ***sought == *terms)?;
            Some((found.clone(), open.reach))
        });
        found.ok_or(Refusal::Seek(SeekRefusal::Gone))
    }

    /// Returns the seek of a player as it is sent at `now`.
    pub(super) fn to_message(&self, player: PlayerId, now: Timestamp) -> Option<Seek> {
        let open = self.open.get(&player)?;
        let since_ago_s = u32::try_from(now.since(open.since) / 1000).unwrap_or(u32::MAX);
        let terms = open.terms.iter().map(|terms| (**terms).clone()).collect();
        Some(Seek { terms, since_ago_s, reach: open.reach, live: true })
    }

    /// The players who seek.
    pub(super) fn players(&self) -> impl Iterator<Item = PlayerId> {
        self.open.keys().copied()
    }
}
