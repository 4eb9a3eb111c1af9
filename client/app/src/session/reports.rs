//! Reports that the user writes, reads about and decides.

use super::Session;
use chuhe_model::actions::report_action::ReportAction;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{Refusal, ReportMessage, ReportRefusal, ReportRequest};
use chuhe_rules::clock::Timestamp;

impl Session {
    /// Writes and sends reports, and reads and makes decisions.
    pub(crate) fn act_report(&mut self, action: ReportAction, now: Timestamp) {
        let Self { reports, link, out, .. } = self;
        let request = match action {
            ReportAction::Begin(player, name, game) => {
                reports.begin(player, name, game);
                return self.with_visit(|visit, _| visit.games.past.close_card());
            }
            ReportAction::Kind(kind) => return reports.choose(kind),
            ReportAction::Term(term) => return reports.set_term(term),
            ReportAction::Close => {
                reports.close();
                return;
            }
            ReportAction::Read(report) => {
                reports.read(report);
                // the server tells a banned player again at the next attempt
                if !link.is_banned() {
                    out.send(ReportRequest::Read { report });
                }
                return;
            }
            ReportAction::List(skip) => {
                out.send(reports.list(skip));
                return self.with_visit(|visit, _| visit.account.dialog = None);
            }
            ReportAction::Send => reports.filing(),
            ReportAction::Appeal(_) if reports.appeal.trim().is_empty() => {
                reports.refused = Some(Refusal::Report(ReportRefusal::Empty));
                return;
            }
            ReportAction::Appeal(report) if link.is_banned() => {
                reports.refused = None;
                return link.appeal(report, reports.appeal.clone(), now, out);
            }
            ReportAction::Appeal(report) => {
                Some(ReportRequest::Appeal { report, words: reports.appeal.clone() })
            }
            ReportAction::Decide(report, measure) => reports.decision(report, measure),
            ReportAction::Examine(report) => Some(ReportRequest::Examine { report }),
        };
        if let Some(request) = request.filter(|_| !reports.is_pending()) {
            let number = out.send(request.clone());
            reports.sent(number, &request);
        }
    }

    /// Takes a message about reports.
    pub(super) fn received_report(&mut self, message: ReportMessage) {
        if self.reports.received(message) {
            self.out.notice(Notice::Reported);
        }
        if let Some(request) = self.reports.relist() {
            self.out.send(request);
        }
    }
}
