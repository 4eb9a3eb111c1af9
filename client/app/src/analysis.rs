//! The analysis of the record on the screen: what the engine searches, and what it found.

use crate::desk::Desk;
use crate::sessions::Sessions;
use crate::study::Study;
use chuhe_model::analysis::AnalysisAction;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::record_notice::RecordNotice;
use chuhe_model::review::PracticeStep;
use chuhe_model::review::reviewing::RecordDialog;
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;

impl Study {
    pub(crate) fn act_analysis(
        &mut self,
        sessions: &Sessions,
        desk: &mut Desk,
        action: AnalysisAction,
        now: Timestamp,
    ) {
        if sessions.plays() {
            return desk.out.notice(Notice::Record(RecordNotice::DuringGame));
        }
        let Some(reviewing) = &mut self.reviewing else { return };
        let review = &mut reviewing.review;
        if !review.record.can_be_analysed() {
            return;
        }
        match action {
            AnalysisAction::Toggle => review.analysis.toggle(),
            AnalysisAction::WholeGame => review.analysis.toggle_whole_game(review.record.tree(), false),
            AnalysisAction::FindMistakes => review.analysis.toggle_whole_game(review.record.tree(), true),
            AnalysisAction::MoreTools(shows) => {
                desk.settings.experience.more_tools = shows;
                desk.save();
            }
            AnalysisAction::PlayLine(rank) => {
                let lines = review.analysis.lines(review.shown.node());
                if let Some(&(mv, _)) = lines.get(rank).and_then(|line| line.moves.first()) {
                    review.try_to_play(GameMove::Xiangqi(mv), None, now, &mut desk.out);
                }
            }
            AnalysisAction::AddBetter => review.add_better(&mut desk.out),
            AnalysisAction::Annotate => review.annotate_mistakes(&mut desk.out),
            AnalysisAction::Practise => review.toggle_practice(now),
            AnalysisAction::TryAgain => review.try_again(PracticeStep::Asked, now),
            AnalysisAction::Solve => review.solve(now, &mut desk.out),
            AnalysisAction::NextMistake => review.next_mistake(now),
            AnalysisAction::AskOptions => reviewing.dialog = Some(RecordDialog::Analysis),
            AnalysisAction::Options(options) => {
                desk.settings.analysis = options.clamped(desk.environment.cores);
                review.analysis.restart();
                desk.save();
            }
        }
    }
}
