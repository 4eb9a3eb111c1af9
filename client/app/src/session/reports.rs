//! Reports that the user writes, reads about and decides.

use crate::visit::Visit;
use chuhe_model::actions::report_action::ReportAction;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::outbox::Outbox;
use chuhe_protocol::{ReportMessage, ReportRequest};

impl Visit {
    /// Writes and sends reports, and reads and makes decisions.
    pub(crate) fn act_report(&mut self, action: ReportAction, out: &mut Outbox) {
        let reports = &mut self.reports;
        let request = match action {
            ReportAction::Begin(player, name, game) => {
                self.games.past.close_card();
                return reports.begin(player, name, game);
            }
            ReportAction::Kind(kind) => return reports.choose(kind),
            ReportAction::Term(term) => return reports.set_term(term),
            ReportAction::Close => {
                reports.close();
                return;
            }
            ReportAction::Read(report) => {
                reports.read(report);
                out.send(ReportRequest::Read { report });
                return;
            }
            ReportAction::List => {
                self.account.dialog = None;
                reports.list();
                out.send(ReportRequest::ListOpen);
                return;
            }
            ReportAction::Send => reports.filing(),
            ReportAction::Appeal(report) => {
                Some(ReportRequest::Appeal { report, words: reports.appeal.clone() })
            }
            ReportAction::Decide(report, measure) => reports.decision(report, measure),
        };
        if let Some(request) = request.filter(|_| !reports.is_pending()) {
            reports.sent(out.send(request));
        }
    }

    /// Takes a message about reports.
    pub(super) fn received_report(&mut self, message: ReportMessage, out: &mut Outbox) {
        if self.reports.received(message) {
            out.notice(Notice::Reported);
        }
    }
}
