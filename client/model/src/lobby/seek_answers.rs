//! Who would play whom, although one of the two was away: the answers to lasting seeks that concern the user.

use chuhe_protocol::limits::SEEK_ANSWERS;
use chuhe_protocol::{PlayerId, SeekAnswer};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// After this time the user is told once more that a player is here: they may come and go often.
const AGAIN_MS: u64 = 10 * 60_000;

/// What to tell the user about an answer, with the name of the other player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeekNews {
    /// The server will tell this player, who is away, that the user would play them.
    Kept(String),
    /// This player would play the user, who was away.
    Answered(String),
    /// This player is here, with whom the user would play.
    Here(String),
    /// This player declined to play the user, or their search is over.
    Declined(String),
}

impl SeekNews {
    /// The name of the other player.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Kept(name) => name,
            Self::Answered(name) => name,
            Self::Here(name) => name,
            Self::Declined(name) => name,
        }
    }
}

/// The answers, one a player.
#[derive(Debug, Default)]
pub struct SeekAnswers {
    list: Vec<(SeekAnswer, Timestamp)>,
    /// What the user was told of each player, and when: that there is an answer, or that the player is here.
    said: BTreeMap<(PlayerId, bool), Timestamp>,
    /// The last news, and how many there were.
    last: Option<SeekNews>,
    count: usize,
}

impl SeekAnswers {
    /// The answers, in the order of the server.
    pub fn iter(&self) -> impl Iterator<Item = &SeekAnswer> {
        self.list.iter().map(|(answer, _)| answer)
    }

    /// The answer between the user and a player.
    #[must_use]
    pub fn with(&self, player: PlayerId) -> Option<&SeekAnswer> {
        self.iter().find(|answer| answer.player == player)
    }

    /// How long ago an answer was given, in seconds.
    #[must_use]
    pub fn ago_s(&self, player: PlayerId, now: Timestamp) -> u64 {
        let found = self.list.iter().find(|(answer, _)| answer.player == player);
        found.map_or(0, |(answer, received_at)| u64::from(answer.ago_s) + now.since(*received_at) / 1000)
    }

    /// What the user was told last, and how often they were told something.
    #[must_use]
    pub const fn told(&self) -> (Option<&SeekNews>, usize) {
        (self.last.as_ref(), self.count)
    }

    /// Replaces the answers, and returns what to tell the user about them, unless they play now.
    pub fn replace(&mut self, answers: Vec<SeekAnswer>, is_playing: bool, now: Timestamp) -> Vec<SeekNews> {
        let before = std::mem::take(&mut self.list);
        for answer in answers.into_iter().take(2 * SEEK_ANSWERS) {
            if self.with(answer.player).is_none() {
                self.list.push((answer, now));
            }
        }
        let is_listed = |player| self.list.iter().any(|(answer, _)| answer.player == player);
        self.said.retain(|&(player, _), _| is_listed(player));
        if is_playing {
            return Vec::new();
        }
        let news = self.list.iter().filter_map(|(answer, _)| news(&mut self.said, answer, now));
        let told: Vec<SeekNews> = news.collect();
        self.count += told.len();
        self.last = told.last().cloned().or(self.last.take());
        let is_gone = |answer: &SeekAnswer| answer.own && self.with(answer.player).is_none();
        let gone = before.iter().map(|(answer, _)| answer).filter(|answer| is_gone(answer));
        gone.map(|answer| SeekNews::Declined(answer.name.to_string())).chain(told).collect()
    }

    /// Drops the answer between the user and a player, which the user has taken back or declined.
    pub fn remove(&mut self, player: PlayerId) {
        self.list.retain(|(answer, _)| answer.player != player);
    }

    /// Forgets the answers: the server sends them again after a join.
    pub fn reset(&mut self) {
        self.list.clear();
    }
}

/// What to tell the user about an answer: that there is one, or that the other is here.
fn news(
    said: &mut BTreeMap<(PlayerId, bool), Timestamp>,
    answer: &SeekAnswer,
    now: Timestamp,
) -> Option<SeekNews> {
    let (player, name) = (answer.player, answer.name.to_string());
    let is_new = !answer.own && said.insert((player, false), now).is_none();
    let said_at = said.get(&(player, true));
    let has_come = answer.here && said_at.is_none_or(|said_at| now.since(*said_at) >= AGAIN_MS);
    if has_come {
        said.insert((player, true), now);
    }
    if is_new { Some(SeekNews::Answered(name)) } else { has_come.then_some(SeekNews::Here(name)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::{PlayerName, Terms};

    fn answer(own: bool, here: bool) -> Vec<SeekAnswer> {
        let name = PlayerName::parse("Bo").unwrap();
        vec![SeekAnswer { player: PlayerId(2), name, terms: Terms::default(), ago_s: 5, own, here }]
    }

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    #[test]
    fn the_user_is_told_once_of_an_answer_and_that_the_other_is_here() {
        let mut answers = SeekAnswers::default();
        let (answered, here) = (SeekNews::Answered("Bo".into()), SeekNews::Here("Bo".into()));
        assert_eq!(answers.replace(answer(false, false), false, at(0)), std::slice::from_ref(&answered));
        assert_eq!(answers.replace(answer(false, true), false, at(1)), std::slice::from_ref(&here));
        // who comes and goes often
        assert_eq!(answers.replace(answer(false, false), false, at(2)), []);
        assert_eq!(answers.replace(answer(false, true), false, at(3)), []);
        // nor after a lost connection
        answers.reset();
        assert_eq!(answers.with(PlayerId(2)), None);
        assert_eq!(answers.replace(answer(false, true), false, at(4)), []);
        assert_eq!(
            answers.replace(answer(false, true), false, at(1 + AGAIN_MS)),
            std::slice::from_ref(&here)
        );
        assert_eq!(answers.told(), (Some(&here), 3));
        assert_eq!(answers.ago_s(PlayerId(2), at(2_001 + AGAIN_MS)), 7);
    }

    #[test]
    fn the_user_is_told_that_the_other_declined() {
        let mut answers = SeekAnswers::default();
        let dropped = |answers: &mut SeekAnswers, plays| answers.replace(Vec::new(), plays, at(1));
        answers.replace(answer(true, false), false, at(0));
        assert_eq!(dropped(&mut answers, false), [SeekNews::Declined("Bo".into())]);
        assert_eq!(dropped(&mut answers, false), [], "once");
        // their game has begun, or the user has taken the answer back, or it was the other's
        answers.replace(answer(true, false), false, at(0));
        assert_eq!(dropped(&mut answers, true), []);
        answers.replace(answer(true, false), false, at(0));
        answers.remove(PlayerId(2));
        assert_eq!(dropped(&mut answers, false), []);
        answers.replace(answer(false, false), false, at(0));
        assert_eq!(dropped(&mut answers, false), []);
    }

    #[test]
    fn an_own_answer_is_news_once_the_other_is_here_and_no_game_is_on() {
        let mut answers = SeekAnswers::default();
        assert_eq!(answers.replace(answer(true, false), false, at(0)), []);
        assert_eq!(answers.replace(answer(true, true), true, at(1)), []);
        assert_eq!(answers.replace(answer(true, true), false, at(2)), [SeekNews::Here("Bo".into())]);
    }
}
