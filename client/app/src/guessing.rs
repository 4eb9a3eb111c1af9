//! Guessing the moves of the record under review.

use crate::desk::Desk;
use crate::sessions::Sessions;
use crate::study::Study;
use chuhe_model::actions::guess_action::GuessAction;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::record_notice::RecordNotice;
use chuhe_rules::clock::Timestamp;

#[inline(never)]
pub(crate) fn act(
    study: &mut Study,
    sessions: &Sessions,
    desk: &mut Desk,
    action: GuessAction,
    now: Timestamp,
) {
    let Some(reviewing) = &mut study.reviewing else { return };
    if action == GuessAction::Begin && sessions.plays() {
        // the engine would help with a game of the user's own
        desk.out.notice(Notice::Record(RecordNotice::DuringGame));
    } else if action == GuessAction::Begin {
        reviewing.begin_to_guess(now);
    } else if action == GuessAction::Leave {
        reviewing.guessing = None;
    } else if let Some(guessing) = &mut reviewing.guessing {
        guessing.act(action, desk.notation(), now);
    }
}
