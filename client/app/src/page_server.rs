//! The server of a page that ceases to answer, and answers again.

use crate::desk::Desk;
use crate::entrance::Entrance;
use crate::sessions::Sessions;
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::exchange::environment::{PageServer, Surface};
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::PlayerName;
use chuhe_rules::clock::Timestamp;

impl Entrance {
    /// The server of the page has begun or ceased to answer.
    pub(crate) fn page_server(&mut self, desk: &mut Desk, server: PageServer) {
        let was_silent = desk.is_page_server_silent();
        desk.environment.surface = Surface::Page { server };
        self.owes_attempt = server == PageServer::Answers;
        match server {
            PageServer::Silent if !was_silent => desk.out.notice(Notice::ServerSilent),
            PageServer::Answers if was_silent => desk.out.notice(Notice::ServerAnswers),
            PageServer::None | PageServer::Silent | PageServer::Answers => {}
        }
    }

    /// Repeats the attempt to join that failed while the server of the page was silent, or follows the link
    /// that waits for it. A user who does something else meanwhile is not disturbed.
    pub(crate) fn catch_up_with_page_server(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        now: Timestamp,
    ) {
        if !self.owes_attempt {
            return;
        }
        self.owes_attempt = false;
        let has_name = PlayerName::parse(self.join.name.trim()).is_ok();
        let status = sessions.server.link.status();
        if let Status::Off(Some(OfflineReason::ConnectFailed(_) | OfflineReason::Broke(_))) = status {
            sessions.server.link.retry(now, &mut sessions.server.out);
        } else if status == Status::Off(None)
            && self.pending.is_some()
            && has_name
            // an invitation that is shown waits for the user's press
            && self.invited(sessions).is_none()
        {
            self.submit(sessions, desk, now);
        }
    }
}
