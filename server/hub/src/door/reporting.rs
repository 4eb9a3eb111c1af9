//! Reports: who may file one, who decides it, and what both are told.

use super::Door;
use super::appealing::{self, Proof};
use crate::actions::Action;
use crate::caller::Caller;
use crate::connection_id::ConnectionId;
use crate::queries::Purpose;
use crate::record::{Answer, Query};
use crate::report::{Appeal, Filing, ReportRow, Verdict, attached, clean, clean_some, name_in};
use crate::sanction::{OperatorAction, Sanction, SanctionKind, SanctionTarget};
use crate::step::Step;
use chuhe_protocol::{
    ChatLine, GameSummary, Measure, PlayerId, Refusal, ReportKind, ReportMessage, ReportRefusal,
    ReportRequest, limits,
};

/// Returns the message with the examination of the game of a report in the answer to a query.
///
/// # Errors
/// If the game cannot be examined, or the server could not answer.
pub(super) fn examined_in(answer: Answer, report: u64) -> Result<ReportMessage, Refusal> {
    if answer == Answer::NotExamined {
        return Err(Refusal::Report(ReportRefusal::NotExamined));
    }
    let Answer::Examined(examination) = answer else { return Err(Refusal::Unreadable) };
    Ok(ReportMessage::Examined { report, examination })
}

impl Door {
    /// Serves a request about reports other than to file one.
    ///
    /// # Errors
    /// If the request is refused.
    pub(crate) fn report_request(
        &mut self,
        step: &mut Step,
        caller: Caller,
        request: ReportRequest,
    ) -> Result<(), Refusal> {
        let Caller { connection, player, request: number } = caller;
        self.admit(step, connection, Action::Query)?;
        let answer = match request {
            // the hub files it, because it knows the tables
            ReportRequest::File { .. } => return Ok(()),
            ReportRequest::Read { report } => {
                step.effects.save(self.reports.read(report, player));
                return Ok(());
            }
            ReportRequest::Appeal { report, words } => {
                let appeal = Appeal { report, words };
                return appealing::appeal(step, self, connection, player, &appeal, Proof::Session);
            }
            ReportRequest::ListOpen { skip } => {
                let open = self.reports.open_for(player, skip).map_err(Refusal::Report)?;
                step.effects.send(connection, open);
                self.reports.appeals_for(player, skip)
            }
            ReportRequest::Decide { report, measure, for_ms, reason } => {
                let until = for_ms.map(|for_ms| step.now.plus_ms(for_ms));
                let verdict = Verdict { measure, until, reason };
                let verdict = self.check_verdict(step, report, verdict, Some(player));
                let verdict = verdict.map_err(Refusal::Report)?;
                self.decide(step, report, verdict, Some(player));
                self.reports.open_for(player, 0).map_err(Refusal::Report)?
            }
            ReportRequest::Examine { report } => {
                let game = self.reports.examinable(report, player).map_err(Refusal::Report)?;
                let purpose = Purpose::Examination { moderator: player, report };
                return self.query(step, connection, number, purpose, Query::Examine { game });
            }
        };
        step.effects.send(connection, answer);
        Ok(())
    }

    /// Closes the connection of a player whose address or name is banned, and tells them which decisions they have not
    /// read; returns whether they are banned.
    pub(crate) fn close_if_player_banned(
        &self,
        step: &mut Step,
        connection: ConnectionId,
        player: PlayerId,
    ) -> bool {
        let name = self.accounts.get(player).map(|account| &account.name);
        // it closes at the end of the step
        let is_banned = self.close_if_banned(step, connection, name);
        if is_banned {
            let is_judgement = |message: &ReportMessage| matches!(message, ReportMessage::Judged(_));
            for judged in self.reports.unread(player).filter(is_judgement) {
                step.effects.send(connection, judged);
            }
        }
        is_banned
    }

    /// Checks what a report says, and against whom; whether they have met is still to be checked.
    ///
    /// # Errors
    /// If the report is refused.
    pub(crate) fn check_report(&self, by: PlayerId, mut filing: Filing) -> Result<Filing, Refusal> {
        let cleaned = if filing.kind == ReportKind::Other { clean_some } else { clean };
        filing.words = cleaned(&filing.words).map_err(Refusal::Report)?;
        let is_guest = |player| !self.accounts.is_registered(player);
        self.reports.check(by, filing.about, is_guest).map_err(Refusal::Report)?;
        Ok(filing)
    }

    /// Looks in the requester's finished games for the reported player.
    ///
    /// # Errors
    /// If the connection waits for another query, or asks too often.
    pub(crate) fn look_for_game(
        &mut self,
        step: &mut Step,
        Caller { connection, player, request }: Caller,
        filing: Filing,
    ) -> Result<(), Refusal> {
        self.admit(step, connection, Action::Query)?;
        let query = Query::ListGames { player, before: None, limit: limits::REPORT_GAMES };
        self.query(step, connection, request, Purpose::Report { player, filing }, query)
    }

    /// Files a report if the requester's finished games have one with the reported player.
    pub(super) fn games_looked_through(
        &mut self,
        step: &mut Step,
        caller: Caller,
        mut filing: Filing,
        answer: Answer,
    ) -> Result<(), Refusal> {
        let Answer::Games { games, .. } = answer else { return Err(Refusal::Unreadable) };
        let is_wanted = |game: &&GameSummary| filing.game.is_none_or(|wanted| wanted == game.game);
        let mut wanted = games.iter().filter(is_wanted);
        let met = wanted.find_map(|game| Some((game.game, name_in(game, filing.about)?)));
        let (game, name) = met.ok_or(Refusal::Report(ReportRefusal::NotMet))?;
        (filing.game, filing.about_name) = (Some(game), Some(name));
        // another report may have been filed meanwhile
        let filing = self.check_report(caller.player, filing)?;
        self.file(step, caller, filing, Vec::new())
    }

    /// Stores a report with the lines of chat that the reporter has received.
    ///
    /// # Errors
    /// If the player, or their address, reports too often.
    pub(crate) fn file(
        &mut self,
        step: &mut Step,
        Caller { connection, player: by, .. }: Caller,
        filing: Filing,
        lines: Vec<ChatLine>,
    ) -> Result<(), Refusal> {
        let by_name = self.new_seat(by)?.name;
        let Filing { about, about_name, kind, words, game } = filing;
        let name = self.accounts.get(about).map(|account| account.name.clone()).or(about_name);
        let about_name = name.ok_or(Refusal::Report(ReportRefusal::NotMet))?;
        self.admit(step, connection, Action::Report)?;
        let (at, lines) = (step.now, attached(lines));
        let row = ReportRow { by, by_name, about, about_name, kind, words, game, at, lines, decision: None };
        step.effects.save(self.reports.add(row));
        step.effects.send(connection, ReportMessage::Filed { player: about });
        for moderator in self.reports.moderators().filter(|&it| it != by && it != about) {
            if let Ok(open) = self.reports.open_for(moderator, 0) {
                self.send_to(step, moderator, open);
            }
        }
        Ok(())
    }

    /// Checks a decision about a report, and returns it with its reason cleaned.
    ///
    /// # Errors
    /// If the decision is not possible.
    pub(crate) fn check_verdict(
        &self,
        step: &Step,
        report: u64,
        verdict: Verdict,
        moderator: Option<PlayerId>,
    ) -> Result<Verdict, ReportRefusal> {
        if moderator.is_some_and(|moderator| !self.reports.is_moderator(moderator)) {
            return Err(ReportRefusal::NotModerator);
        }
        let row = self.reports.get(report).filter(|row| row.decision.is_none());
        let row = row.filter(|row| moderator.is_none_or(|moderator| row.is_for(moderator)));
        let row = row.ok_or(ReportRefusal::Unknown)?;
        let Verdict { measure, until, reason } = verdict;
        let (reason, until) = match measure {
            Measure::Dismiss => (clean(&reason)?, None),
            Measure::Warn => (clean_some(&reason)?, None),
            Measure::Mute | Measure::Ban => {
                if self.accounts.get(row.about).is_none() {
                    return Err(ReportRefusal::Gone);
                }
                if !self.moderation.has_room(step.now) {
                    return Err(ReportRefusal::TooManySanctions);
                }
                (clean_some(&reason)?, until)
            }
        };
        Ok(Verdict { measure, until, reason })
    }

    /// Decides a report as [`Self::check_verdict`] allows, imposes what follows, and tells both if they are here.
    pub(crate) fn decide(&mut self, step: &mut Step, report: u64, verdict: Verdict, by: Option<PlayerId>) {
        let Some(players) = self.reports.players(report) else { return };
        let Verdict { measure, until, .. } = verdict;
        step.effects.save(self.reports.decide(report, verdict, by, step.now));
        for player in players {
            // before a ban closes the connection
            if let Some(connection) = self.connections.of(player) {
                self.send_reports(step, connection, player);
            }
        }
        let kind = match measure {
            Measure::Dismiss | Measure::Warn => return,
            Measure::Mute => SanctionKind::Silence,
            Measure::Ban => SanctionKind::Ban,
        };
        let [_, about] = players;
        if let Some(name) = self.accounts.get(about).map(|account| account.name.clone()) {
            let target = SanctionTarget::Name(name);
            self.operate(step, OperatorAction::Impose(Sanction { kind, target, until }));
        }
    }

    /// Sends a player the decisions that they have not read, and whether they are a moderator.
    pub(crate) fn send_reports(&self, step: &mut Step, connection: ConnectionId, player: PlayerId) {
        for message in self.reports.unread(player) {
            step.effects.send(connection, message);
        }
    }

    /// Makes a player a moderator, or no longer has them as one.
    pub(super) fn set_moderator(&mut self, step: &mut Step, player: PlayerId, moderates: bool) {
        let record = self.reports.set_moderator(player, moderates);
        if record.is_some() {
            step.effects.save(record);
            self.send_to(step, player, ReportMessage::Moderator { moderates });
        }
    }
}
