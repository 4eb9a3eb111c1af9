//! Serves the requests of operators about reports and moderators.

use super::HubTask;
use super::operating::or_dash;
use crate::shell::hall::hub_message::OperatorAnswer;
use crate::shell::operate::report_request::{ModeratorRequest, ReportRequest};
use chuhe_hub::{Decision, OperatorAction, ReportRow, Verdict};
use chuhe_protocol::{Measure, PlayerName, ReportKind};
use chuhe_rules::clock::Timestamp;
use chuhe_store::StoreError;

impl HubTask {
    /// Lists or shows reports, or decides one.
    ///
    /// # Errors
    /// If a record cannot be stored.
    pub(super) fn manage_reports(
        &mut self,
        only_open: bool,
        request: Option<&ReportRequest>,
    ) -> Result<OperatorAnswer, StoreError> {
        match request {
            None => Ok(Ok(self.list_reports(only_open))),
            Some(ReportRequest::Show { number }) => {
                let found = self.hub.operators().reports().find(|(n, _)| n == number);
                Ok(found
                    .map(|(_, row)| self.show(*number, row))
                    .ok_or_else(|| "there is no such report".to_owned()))
            }
            Some(ReportRequest::Decide { number, decision, for_ms, reason }) => {
                let until = for_ms.map(|for_ms| self.clock.now().plus_ms(for_ms));
                let verdict = Verdict { measure: (*decision).into(), until, reason: reason.clone() };
                self.act(OperatorAction::Decide(*number, verdict))
            }
        }
    }

    /// Adds or removes a moderator, or lists them.
    ///
    /// # Errors
    /// If a record cannot be stored.
    pub(super) fn manage_moderators(
        &mut self,
        request: &ModeratorRequest,
    ) -> Result<OperatorAnswer, StoreError> {
        let (name, moderates) = match request {
            ModeratorRequest::Add { name } => (name, true),
            ModeratorRequest::Remove { name } => (name, false),
            ModeratorRequest::List => {
                let operators = self.hub.operators();
                let name = |player| operators.account(player).map(|account| account.name.to_string());
                return Ok(Ok(operators.moderators().filter_map(name).collect()));
            }
        };
        let player = PlayerName::parse(name).ok().and_then(|name| self.hub.operators().player_named(&name));
        match player {
            Some(player) => self.act(OperatorAction::SetModerator(player, moderates)),
            None => Ok(Err("no player has this name".to_owned())),
        }
    }

    fn list_reports(&self, only_open: bool) -> Vec<String> {
        let reports = self.hub.operators().reports();
        let listed = reports.filter(|(_, row)| !only_open || row.decision.is_none());
        listed.map(|(number, row)| self.summary(number, row)).collect()
    }

    fn summary(&self, number: u64, row: &ReportRow) -> String {
        let ReportRow { by_name, about_name, kind, game, at, decision, .. } = row;
        let kind = match kind {
            ReportKind::Cheating => "cheating",
            ReportKind::Communication => "communication",
            ReportKind::Boosting => "boosting",
            ReportKind::Other => "other",
        };
        let state = match decision {
            None => "open",
            Some(Decision { appeal: Some(_), .. }) => "appealed",
            Some(Decision { verdict, .. }) => named(verdict.measure),
        };
        let (age, game) = (self.clock.now().since(*at) / 1000, or_dash(game.as_ref()));
        format!("{number} {state} {kind} about={about_name} by={by_name} game={game} seconds-ago={age}")
    }

    fn show(&self, number: u64, row: &ReportRow) -> Vec<String> {
        let mut lines = vec![self.summary(number, row), format!("words: {}", row.words)];
        lines.extend(row.lines.iter().map(|line| format!("chat: {}: {}", line.name, line.text)));
        if let Some(decision) = &row.decision {
            let Decision { verdict: Verdict { measure, until, reason }, by, appeal, .. } = decision;
            let operators = self.hub.operators();
            let by = by.map(|by| {
                let account = operators.account(by);
                account.map_or_else(|| by.to_string(), |account| account.name.to_string())
            });
            let by = by.unwrap_or_else(|| "the operator".to_owned());
            let left = until.map(|until: Timestamp| until.since(self.clock.now()) / 1000);
            let measure = named(*measure);
            lines.push(format!("decision: {measure} by {by} seconds-left={}", or_dash(left.as_ref())));
            lines.push(format!("reason: {reason}"));
            let appealed = if decision.is_appeal_unproven() { "appeal without proof" } else { "appeal" };
            lines.extend(appeal.as_ref().map(|appeal| format!("{appealed}: {appeal}")));
        }
        lines
    }
}

const fn named(measure: Measure) -> &'static str {
    match measure {
        Measure::Dismiss => "dismissed",
        Measure::Warn => "warned",
        Measure::Mute => "muted",
        Measure::Ban => "banned",
    }
}
