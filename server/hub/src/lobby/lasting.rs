//! Seeks that outlive the connection: who takes one then, and when both learn of it.
//!
//! A lasting seek begins no game by itself. Both players receive the answers that concern them whenever one of the two
//! comes or goes, and either may challenge the other.

use super::Lobby;
use super::near::check_may_take;
use crate::accounts::rating::check_ratable;
use crate::caller::Caller;
use crate::door::Door;
use crate::lasting_seeks::{LastingSeek, LastingSeeks};
use crate::presence::Presence;
use crate::record::{KeptAnswer, LastingSeekRow, Record};
use crate::seeks::OpenSeek;
use crate::step::Step;
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeId, LobbyMessage, PlayerId, Refusal, SeekAnswer, SeekRefusal, Terms, ValidTerms, limits,
};

impl Lobby {
    /// Keeps the seek of a player for when they are away. The answers stay if it is the same as before.
    pub(super) fn keep_seek(&mut self, step: &mut Step, door: &Door, player: PlayerId, seek: &OpenSeek) {
        let renewed = self.presence.lasting.renew(player, seek.terms(), seek.reach(), step.now);
        let record = if let Some(record) = renewed {
            record
        } else {
            self.end_lasting_seek(step, door, player);
            let (terms, reach) = (seek.terms().to_vec(), seek.reach());
            let (id, since) = (step.random.challenge_id(), step.now);
            let kept = LastingSeek { id, terms, reach, since, answers: Vec::new(), revision: 0 };
            self.presence.lasting.open(player, kept)
        };
        step.effects.save([record]);
        schedule(step, &self.presence.lasting, player);
    }

    /// Ends the lasting seek of a player, if there is one.
    pub(crate) fn end_lasting_seek(&mut self, step: &mut Step, door: &Door, player: PlayerId) {
        let Some((ended, record)) = self.presence.lasting.end(player) else { return };
        step.effects.set_timer(Timer::LastingSeek(player), None);
        step.effects.save([record]);
        self.presence.closed(player, self.challenges.concern(player));
        self.presence.record_change(player);
        let askers: Vec<PlayerId> = ended.answers.iter().map(|answer| answer.by).collect();
        let own = askers.first().map(|_| player);
        for concerned in askers.into_iter().chain(own) {
            self.send_answers(step, door, concerned);
        }
    }

    /// Ends the lasting seek of a player who is gone for good or has another name, and drops their answers.
    pub(crate) fn forget_seek(&mut self, step: &mut Step, door: &Door, player: PlayerId) {
        self.end_lasting_seek(step, door, player);
        let taken: Vec<PlayerId> = self.presence.lasting.taken_by(player).collect();
        for seeker in taken {
            self.drop_answers_between(step, door, player, seeker);
        }
    }

    /// Ends the lasting seeks of players whose names are banned, and drops their answers.
    pub(crate) fn end_banned_seeks(&mut self, step: &mut Step, door: &Door) {
        let now = step.now;
        let is_banned = |player: &PlayerId| {
            let account = door.accounts.get(*player);
            account.is_some_and(|account| door.moderation.bans_name(&account.name, now))
        };
        for player in self.presence.lasting.concerned().into_iter().filter(is_banned) {
            self.forget_seek(step, door, player);
        }
    }

    /// Keeps that a player has taken the lasting seek of another on these of its terms, and tells both.
    ///
    /// # Errors
    /// If these terms are not sought, the two may not play each other, or there are too many answers.
    pub(super) fn answer_seek(
        &mut self,
        step: &mut Step,
        door: &Door,
        Caller { connection, player: by, .. }: Caller,
        seeker: PlayerId,
        terms: &Terms,
    ) -> Result<(), Refusal> {
        let (place, terms, reach) = self.presence.lasting.find(seeker, terms)?;
        check_may_take(door, [by, seeker], terms, reach)?;
        let account = door.accounts.get(seeker).ok_or(Refusal::Seek(SeekRefusal::Gone))?;
        let name = account.name.clone();
        let answer = KeptAnswer { by, terms: place, at: step.now };
        step.effects.save([self.presence.lasting.answer(seeker, answer)?]);
        door.reply(step, connection, LobbyMessage::SeekAnswerKept { name });
        for player in [by, seeker] {
            self.send_answers(step, door, player);
        }
        Ok(())
    }

    /// Drops the answers of two players to the lasting seeks of each other.
    pub(crate) fn drop_answers_between(
        &mut self,
        step: &mut Step,
        door: &Door,
        one: PlayerId,
        other: PlayerId,
    ) {
        let lasting = &mut self.presence.lasting;
        let records = [lasting.drop_answer(one, other), lasting.drop_answer(other, one)];
        let records: Vec<Record> = records.into_iter().flatten().collect();
        if !records.is_empty() {
            step.effects.save(records);
            for player in [one, other] {
                self.send_answers(step, door, player);
            }
        }
    }

    /// Sends the answers that concern a player who has come or gone, to them and to the other players.
    pub(crate) fn announce_to_answers(&self, step: &mut Step, door: &Door, player: PlayerId) {
        let others = self.presence.lasting.counterparts(player);
        let own = others.first().map(|_| player);
        for concerned in others.iter().copied().chain(own) {
            self.send_answers(step, door, concerned);
        }
    }

    /// Sends a player the answers that concern them, if they are here.
    fn send_answers(&self, step: &mut Step, door: &Door, player: PlayerId) {
        let Some(connection) = door.connections.of(player) else { return };
        let lasting = &self.presence.lasting;
        let own = lasting.of(player).map(|open| (player, open));
        let taken = lasting.taken_by(player).filter_map(|seeker| Some((seeker, lasting.of(seeker)?)));
        let concern = |seeker, answer: &KeptAnswer| seeker == player || answer.by == player;
        let mut answers = Vec::new();
        for (seeker, open) in own.into_iter().chain(taken) {
            for answer in open.answers.iter().filter(|answer| concern(seeker, answer)) {
                let other = if seeker == player { answer.by } else { seeker };
                answers.extend(described(step, door, open, answer, [player, other]));
            }
        }
        step.effects.send(connection, LobbyMessage::SeekAnswers(answers));
    }

    /// Sets the timers of all lasting seeks again.
    pub(crate) fn schedule_lasting_seeks(&self, step: &mut Step) {
        for player in self.presence.lasting.players() {
            schedule(step, &self.presence.lasting, player);
        }
    }

    /// Opens the stored lasting seeks again. The time without the server counts, and a clock that was set back does not
    /// make them last longer.
    ///
    /// A seek is closed if its time is over, its terms are invalid, or its player is missing, a guest or in a game.
    pub(crate) fn restore_lasting_seeks(
        &mut self,
        step: &mut Step,
        door: &Door,
        seeks: Vec<(ChallengeId, u32, LastingSeekRow)>,
    ) {
        for (id, revision, LastingSeekRow { from, terms, reach, since, mut answers }) in seeks {
            let terms: Result<Vec<ValidTerms>, _> = terms.into_iter().map(ValidTerms::parse).collect();
            let may_last = self.is_idle(door, from)
                && check_may_last(&self.presence, door, from).is_ok()
                && self.presence.lasting.of(from).is_none()
                && step.now.since(since) < limits::LASTING_SEEK_MS;
            let Some(terms) = terms.ok().filter(|_| may_last) else {
                step.effects.save([Record::LastingSeek { id, revision, row: None }]);
                continue;
            };
            answers.retain(|answer| answer.by != from && door.accounts.contains(answer.by));
            let open = LastingSeek { id, terms, reach, since: since.min(step.now), answers, revision };
            step.effects.save([self.presence.lasting.open(from, open)]);
            self.presence.list_concerned(&[from]);
            schedule(step, &self.presence.lasting, from);
        }
    }
}

/// Sets the timer at which the lasting seek of a player ends.
fn schedule(step: &mut Step, lasting: &LastingSeeks, player: PlayerId) {
    let ends_at = lasting.of(player).map(LastingSeek::ends_at);
    step.effects.set_timer(Timer::LastingSeek(player), ends_at);
}

/// Checks that the seek of a player may outlive their connection.
///
/// # Errors
/// If the player is a guest, or there are too many such seeks.
pub(super) fn check_may_last(presence: &Presence, door: &Door, player: PlayerId) -> Result<(), Refusal> {
    if !door.accounts.get(player).is_some_and(|account| account.is_registered()) {
        return Err(Refusal::Seek(SeekRefusal::Guest));
    }
    presence.lasting.check_room(player)
}

/// An answer to a lasting seek as a player receives it, about another one; `None` if the two may not play each other.
fn described(
    step: &Step,
    door: &Door,
    open: &LastingSeek,
    answer: &KeptAnswer,
    [player, other]: [PlayerId; 2],
) -> Option<SeekAnswer> {
    door.accounts.check_meeting(player, other).ok()?;
    let mut terms = open.terms_of(answer)?.clone();
    if check_ratable(&door.accounts, &[player, other], &terms).is_err() {
        terms = terms.unrated();
    }
    let own = answer.by == player;
    Some(SeekAnswer {
        player: other,
        name: door.accounts.get(other)?.name.clone(),
        terms: if own { terms.mirrored() } else { terms.into_terms() },
        ago_s: u32::try_from(step.now.since(answer.at) / 1000).unwrap_or(u32::MAX),
        own,
        here: door.connections.of(other).is_some(),
    })
}
