//! What the engine searches for the record under review, and what it found.

use crate::desk::Desk;
use crate::mistakes;
use chuhe_model::analysis::{
    AnalysisEvent, AnalysisOptions, AnalysisRequest, AsksEngine, Finding, JudgedPosition, Search,
};
use chuhe_model::exchange::effect::EngineEffect;
use chuhe_model::notices::notice::Notice;
use chuhe_model::review::reviewing::Reviewing;
use chuhe_model::review::{FollowUp, NODES, Purpose, Review, WantedSearch};
use chuhe_rules::clock::Timestamp;

/// What a search is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    /// A position of the record of this number.
    Record(u32, WantedSearch),
    /// A position of an exercise: one in which a move of the user is judged, or in which the engine moves.
    Judged(JudgedPosition),
}

/// A search that the engine runs.
#[derive(Clone, Copy, Debug)]
struct PendingSearch {
    /// The number of the request.
    number: u32,
    subject: Subject,
    options: AnalysisOptions,
}

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
        exercise: Option<&mut dyn AsksEngine>,
        plays: bool,
        desk: &mut Desk,
        now: Timestamp,
    ) {
        let options = desk.settings.analysis.clamped(desk.environment.cores);
        let mut wanted = None;
        if let Some(Reviewing { review, guessing, .. }) = reviewing.as_deref_mut() {
            if plays {
                review.analysis.stop();
            }
            follow_up(review, desk, now);
            wanted = match guessing {
                // the review goes on after it
                Some(guessing) => guessing.wanted().filter(|_| !plays).map(Subject::Judged),
                None => {
                    let search = review.analysis.wanted_search(review.shown.node());
                    search.map(|search| Subject::Record(review.number, search))
                }
            };
        } else if let Some(exercise) = &exercise {
            wanted = exercise.wanted().map(Subject::Judged);
        }
        let running = self.search.map(|search| search.subject);
        let has_other_options = self.search.is_some_and(|search| search.options != options);
        if wanted == running && !has_other_options {
            return;
        }
        match wanted {
            Some(subject) => self.search(reviewing, exercise, desk, subject, options, now),
            None => {
                self.search = None;
                desk.out.push(EngineEffect::Analyse(AnalysisRequest::Stop));
            }
        }
    }

    fn search(
        &mut self,
        reviewing: Option<&mut Reviewing>,
        exercise: Option<&mut dyn AsksEngine>,
        desk: &mut Desk,
        subject: Subject,
        options: AnalysisOptions,
        now: Timestamp,
    ) {
        let (game, is_single) = match (subject, reviewing) {
            (Subject::Record(_, wanted), Some(Reviewing { review, .. })) => {
                let game = review.record.game_to(wanted.node);
                if game.is_none() {
                    // the rules end the game before this position
                    review.analysis.skip_search(review.record.tree(), wanted);
                    follow_up(review, desk, now);
                }
                (game, wanted.purpose == Purpose::Single)
            }
            (Subject::Record(..), None) => (None, true),
            (Subject::Judged(wanted), Some(Reviewing { guessing, .. })) => {
                (guessing.as_ref().and_then(|it| it.game_to(wanted)), true)
            }
            (Subject::Judged(wanted), None) => (exercise.and_then(|it| it.game_to(wanted)), true),
        };
        let Some(game) = game else { return };
        self.searches = self.searches.wrapping_add(1);
        let number = self.searches;
        self.search = Some(PendingSearch { number, subject, options });
        let external = options.engine.and_then(|id| desk.settings.engines.find(id)).cloned();
        let (nodes, options) = if is_single { (Some(NODES), options.measuring()) } else { (None, options) };
        let search = Search { number, game, nodes, options, external };
        desk.out.push(EngineEffect::Analyse(AnalysisRequest::Search(Box::new(search))));
    }

    /// Records what the engine found, unless it is about an earlier request.
    pub(crate) fn found(
        &mut self,
        reviewing: Option<&mut Reviewing>,
        exercise: Option<&mut dyn AsksEngine>,
        desk: &mut Desk,
        event: &AnalysisEvent,
        now: Timestamp,
    ) {
        let Some(search) = self.search.filter(|search| search.number == event.number) else { return };
        if let Finding::End(_) = &event.finding {
            self.search = None;
        } else if let Finding::Failed(failure) = &event.finding {
            let engine = search.options.engine.and_then(|id| desk.settings.engines.find(id));
            let name = engine.map_or_else(String::new, |engine| engine.name.clone());
            desk.out.notice(Notice::Engine { name, failure: failure.clone() });
        }
        match (search.subject, reviewing) {
            (Subject::Record(number, wanted), Some(Reviewing { review, .. })) if number == review.number => {
                if let Finding::Failed(_) = &event.finding {
                    // shown again, the position would fail again
                    review.analysis.stop();
                }
                review.analysis.found(&review.record, wanted, &event.finding);
                if let Finding::End(_) = &event.finding {
                    mistakes::keep(review, desk, now);
                }
            }
            (Subject::Record(..), _) => {}
            (Subject::Judged(wanted), Some(Reviewing { guessing, .. })) => {
                guessing.iter_mut().for_each(|it| it.found(wanted, &event.finding, now));
            }
            (Subject::Judged(wanted), None) => {
                exercise.into_iter().for_each(|it| it.found(wanted, &event.finding, now));
            }
        }
    }
}

/// What follows once the whole game is analysed.
fn follow_up(review: &mut Review, desk: &mut Desk, now: Timestamp) {
    match review.analysis.take_follow_up() {
        Some(FollowUp::Practice) => review.toggle_practice(now),
        Some(FollowUp::Summary) => mistakes::tell_if_no_mistakes(review, desk),
        None => {}
    }
}
