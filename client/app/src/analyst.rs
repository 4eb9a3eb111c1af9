//! What the engine searches for the record under review, and what it found.

use crate::desk::Desk;
use chuhe_model::analysis::{AnalysisEvent, AnalysisOptions, AnalysisRequest, Finding, Search};
use chuhe_model::exchange::effect::EngineEffect;
use chuhe_model::notices::notice::Notice;
use chuhe_model::review::reviewing::Reviewing;
use chuhe_model::review::{NODES, PendingSearch, Purpose, Review, WantedSearch};
use chuhe_rules::clock::Timestamp;

/// What the engine searches for the record under review.
#[derive(Debug, Default)]
pub(crate) struct Analyst {
    /// The search that the engine runs.
    search: Option<PendingSearch>,
    /// The number of searches so far.
    searches: u32,
}

impl Analyst {
    /// Requests the search that is needed now. No game of the user's own is analysed.
    pub(crate) fn run(
        &mut self,
        mut reviewing: Option<&mut Reviewing>,
        plays: bool,
        desk: &mut Desk,
        now: Timestamp,
    ) {
        let options = desk.settings.analysis.clamped(desk.environment.cores);
        let mut wanted = None;
        if let Some(reviewing) = &mut reviewing {
            if plays {
                reviewing.review.analysis.stop();
            }
            let review = &mut reviewing.review;
            if review.analysis.has_found_mistakes() {
                review.toggle_practice(now);
            }
            wanted = review.analysis.wanted_search(review.shown.node()).map(|search| (review.number, search));
        }
        let running = self.search.map(|search| (search.record, search.wanted));
        let has_other_options = self.search.is_some_and(|search| search.options != options);
        if wanted == running && !has_other_options {
            return;
        }
        match wanted.zip(reviewing.map(|it| &mut it.review)) {
            Some(((record, wanted), review)) => self.search(review, desk, record, wanted, options),
            None => {
                self.search = None;
                desk.out.push(EngineEffect::Analyse(AnalysisRequest::Stop));
            }
        }
    }

    fn search(
        &mut self,
        review: &mut Review,
        desk: &mut Desk,
        record: u32,
        wanted: WantedSearch,
        options: AnalysisOptions,
    ) {
        let Some(game) = review.record.game_to(wanted.node) else {
            // the rules end the game before this position
            review.analysis.skip_search(review.record.tree(), wanted);
            return;
        };
        self.searches = self.searches.wrapping_add(1);
        let number = self.searches;
        self.search = Some(PendingSearch { number, record, wanted, options });
        let external = options.engine.and_then(|id| desk.settings.engines.find(id)).cloned();
        let (nodes, options) = match wanted.purpose {
            Purpose::Shown => (None, options),
            Purpose::Single => (Some(NODES), options.measuring()),
        };
        let search = Search { number, game, nodes, options, external };
        desk.out.push(EngineEffect::Analyse(AnalysisRequest::Search(Box::new(search))));
    }

    /// Records what the engine found, unless it is about an earlier request.
    pub(crate) fn found(
        &mut self,
        reviewing: Option<&mut Reviewing>,
        desk: &mut Desk,
        event: &AnalysisEvent,
    ) {
        let Some(search) = self.search.filter(|search| search.number == event.number) else { return };
        let review = reviewing.map(|it| &mut it.review).filter(|review| review.number == search.record);
        if let Finding::End(_) = &event.finding {
            self.search = None;
        } else if let Finding::Failed(failure) = &event.finding {
            let engine = search.options.engine.and_then(|id| desk.settings.engines.find(id));
            let name = engine.map_or_else(String::new, |engine| engine.name.clone());
            desk.out.notice(Notice::Engine { name, failure: failure.clone() });
        }
        if let Some(review) = review {
            if let Finding::Failed(_) = &event.finding {
                // shown again, the position would fail again
                review.analysis.stop();
            }
            review.analysis.found(&review.record, search.wanted, &event.finding);
        }
    }
}
