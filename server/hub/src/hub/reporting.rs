//! Files reports, with what the reporter has read where they have met the reported player.

use super::Hub;
use crate::caller::Caller;
use crate::report::{Filing, Met};
use chuhe_protocol::{Refusal, ReportRequest};

impl Hub {
    /// Serves a request about reports.
    ///
    /// # Errors
    /// If the request is refused.
    pub(super) fn report_request(&mut self, caller: Caller, request: ReportRequest) -> Result<(), Refusal> {
        let ReportRequest::File { player: about, kind, words, game } = request else {
            return self.door.report_request(&mut self.step, caller, request);
        };
        let filing =
            self.door.check_report(caller.player, Filing { about, about_name: None, kind, words, game })?;
        let met = self.floor.met(caller, about, game);
        let (step, door) = (&mut self.step, &mut self.door);
        match met {
            Some(Met { game, lines, name }) => {
                door.file(step, caller, Filing { game, about_name: name, ..filing }, lines)
            }
            None => door.look_for_game(step, caller, filing),
        }
    }
}
