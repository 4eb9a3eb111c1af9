//! The analysis of the record on the screen: what the engine searches, and what it found.

use super::App;
use chuhe_model::analysis::{
    AnalysisAction, AnalysisEvent, AnalysisOptions, AnalysisRequest, Finding, Search,
};
use chuhe_model::exchange::effect::Effect;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::record_notice::RecordNotice;
use chuhe_model::review::reviewing::RecordDialog;
use chuhe_model::review::{NODES, PendingSearch, PracticeStep, Purpose};
use chuhe_records::NodeId;
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;

impl App {
    pub(super) fn act_analysis(&mut self, action: AnalysisAction, now: Timestamp) {
        if self.sessions.plays() {
            return self.desk.out.notice(Notice::Record(RecordNotice::DuringGame));
        }
        let Some(reviewing) = &mut self.reviewing else { return };
        let review = &mut reviewing.review;
        if !review.can_be_analysed() {
            return;
        }
        match action {
            AnalysisAction::Toggle => review.toggle_analysis(),
            AnalysisAction::WholeGame => review.toggle_whole_game(),
            AnalysisAction::PlayLine(rank) => {
                let first = review.lines().get(rank).and_then(|line| line.moves.first());
                if let Some(&(mv, _)) = first {
                    review.try_to_play(GameMove::Xiangqi(mv), None, now, &mut self.desk.out);
                }
            }
            AnalysisAction::AddBetter => review.add_better(&mut self.desk.out),
            AnalysisAction::Annotate => review.annotate_mistakes(&mut self.desk.out),
            AnalysisAction::Practise => review.toggle_practice(now),
            AnalysisAction::TryAgain => review.try_again(PracticeStep::Asked, now),
            AnalysisAction::Solve => review.solve(now, &mut self.desk.out),
            AnalysisAction::NextMistake => review.next_mistake(now),
            AnalysisAction::AskOptions => reviewing.dialog = Some(RecordDialog::Analysis),
            AnalysisAction::Options(options) => {
                self.desk.settings.analysis = options.clamped(self.desk.environment.cores);
                review.restart_analysis();
                self.desk.save();
            }
        }
    }

    /// Requests the search that is needed now. No game of the user's own is analysed.
    pub(super) fn run_analysis(&mut self) {
        let plays = self.sessions.plays();
        let options = self.desk.settings.analysis.clamped(self.desk.environment.cores);
        let mut wanted = None;
        if let Some(reviewing) = &mut self.reviewing {
            if plays {
                reviewing.review.stop_analysis();
            }
            let review = &reviewing.review;
            wanted = review.wanted_search().map(|wanted| (review.number, wanted));
        }
        let running = self.search.map(|search| (search.record, search.wanted));
        let has_other_options = self.search.is_some_and(|search| search.options != options);
        if wanted == running && !has_other_options {
            return;
        }
        match wanted {
            Some((record, wanted)) => self.search(record, wanted, options),
            None => {
                self.search = None;
                self.desk.out.push(Effect::Analysis(AnalysisRequest::Stop));
            }
        }
    }

    fn search(&mut self, record: u32, wanted: (NodeId, Purpose), options: AnalysisOptions) {
        let Some(reviewing) = &mut self.reviewing else { return };
        let review = &mut reviewing.review;
        let (node, purpose) = wanted;
        let Some(game) = review.game_to(node) else {
            // the rules end the game before this position
            review.skip_search(node, purpose);
            return;
        };
        self.searches = self.searches.wrapping_add(1);
        let number = self.searches;
        let (nodes, lines) = match purpose {
            Purpose::Shown => (None, options.lines),
            Purpose::Single => (Some(NODES), 1),
        };
        self.search = Some(PendingSearch { number, record, wanted, options });
        let external = options.engine.and_then(|id| self.desk.settings.engine(id)).cloned();
        let options = AnalysisOptions { lines, ..options };
        let search = Search { number, game, nodes, options, external };
        self.desk.out.push(Effect::Analysis(AnalysisRequest::Search(Box::new(search))));
    }

    /// Records what the engine found, unless it is about an earlier request.
    pub(super) fn analysis_event(&mut self, event: &AnalysisEvent) {
        let Some(search) = self.search.filter(|search| search.number == event.number) else { return };
        match &event.finding {
            Finding::Line(_) => {}
            Finding::End(_) => self.search = None,
            Finding::Failed(failure) => {
                let engine = search.options.engine.and_then(|id| self.desk.settings.engine(id));
                let name = engine.map_or_else(String::new, |engine| engine.name.clone());
                self.desk.out.notice(Notice::Engine { name, failure: failure.clone() });
                // shown again, the position would fail again
                if let Some(reviewing) = &mut self.reviewing {
                    reviewing.review.stop_analysis();
                }
            }
        }
        if let Some(reviewing) = &mut self.reviewing
            && reviewing.review.number == search.record
        {
            reviewing.review.found(search.wanted, &event.finding);
        }
    }
}
