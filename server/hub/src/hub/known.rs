//! For tests: the state of a game that a viewer computes from the events they received.

use chuhe_protocol::{Event, OfferEnd, ValidTerms};
use chuhe_rules::clock::{Clock, ClockReading, Timestamp};
use chuhe_rules::luzhanqi::{EventView, GameView};
use chuhe_rules::offers::Offers;
use chuhe_rules::{Color, Game, Outcome, PerColor, Viewer};

/// The board as its viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Board {
    Open(Box<Game>),
    Luzhanqi(GameView),
}

impl Board {
    fn ply(&self) -> usize {
        match self {
            Self::Open(game) => game.ply(),
            Self::Luzhanqi(view) => view.ply(),
        }
    }

    fn open(&mut self) -> &mut Game {
        match self {
            Self::Open(game) => game,
            Self::Luzhanqi(_) => panic!("the event is of another game"),
        }
    }

    /// Returns the board of a game as this viewer sees it.
    pub(super) fn of(game: &Game, viewer: Viewer) -> Self {
        match game {
            Game::Xiangqi(_) => Self::Open(Box::new(game.clone())),
            Game::Luzhanqi(game) => Self::Luzhanqi(game.view(viewer)),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) game: Board,
    pub(super) offers: Offers,
    pub(super) clocks: ClockReading,
    /// The time until each player's absence can be claimed, in milliseconds.
    pub(super) away: PerColor<Option<u32>>,
    pub(super) outcome: Option<Outcome>,
    pub(super) left: PerColor<bool>,
    lag_ms: PerColor<u16>,
    /// The warning or ruling on the current position.
    pub(super) judged: Option<Event>,
}

impl Known {
    /// Folds the events that a viewer has received, all at the same moment.
    pub(super) fn by(viewer: Viewer, events: &[Event]) -> Self {
        let Some((Event::Started(start), rest)) = events.split_first() else {
            panic!("the first event is not the start of the game: {events:?}");
        };
        let mut known = Self {
            game: Board::of(
                &ValidTerms::parse_under(start.rules, start.terms.clone())
                    .expect("the hub starts valid games")
                    .new_game(),
                viewer,
            ),
            offers: Offers::default(),
            clocks: Clock::new(start.times).reading(Timestamp::default()),
            away: PerColor::default(),
            outcome: None,
            left: PerColor::default(),
            lag_ms: PerColor::default(),
            judged: None,
        };
        rest.iter().for_each(|event| known.fold(event));
        known
    }

    fn fold(&mut self, event: &Event) {
        let now = Timestamp::default();
        match event {
            Event::Started(_) => panic!("a game starts once"),
            Event::Played { by, mv, clocks } => {
                self.game.open().play(*by, *mv).expect("a sent move is legal");
                self.offers.record_move(*by, now);
                self.clocks = *clocks;
                self.judged = None;
            }
            Event::Offered { by, kind } => self.offers.record_offer(*by, *kind, self.game.ply()),
            Event::OfferClosed { by, kind, how } => match how {
                OfferEnd::Withdrawn => self.offers.record_withdrawal(*by, *kind, now),
                OfferEnd::Declined => self.offers.record_decline(*by, *kind, now),
            },
            Event::TakenBack { by: _, to_ply, clocks } => {
                self.game.open().take_back_to(usize::from(*to_ply));
                self.offers.record_takeback(usize::from(*to_ply));
                self.clocks = *clocks;
                self.judged = None;
            }
            Event::WentAway { color, claimable_in_ms } | Event::FellAsleep { color, claimable_in_ms } => {
                assert_eq!(self.away[*color].replace(*claimable_in_ms), None, "the player was present");
            }
            Event::CameBack { color } => assert!(self.away[*color].take().is_some(), "the player was away"),
            Event::Ended { outcome, clocks } => {
                assert_eq!(self.outcome.replace(*outcome), None, "a game ends once");
                self.offers.clear();
                self.clocks = *clocks;
            }
            Event::Rated(_) => assert!(self.outcome.is_some(), "only a game that is over changes ratings"),
            Event::Left { color } => self.left[*color] = true,
            Event::RepetitionJudged { to_ply, .. } => {
                assert_eq!(usize::from(*to_ply), self.game.ply(), "the current position is judged");
                assert_eq!(self.judged.replace(event.clone()), None, "a position is judged once");
            }
            Event::LagMeasured { color, lag_ms } => self.lag_ms[*color] = *lag_ms,
            Event::Interrupted { down_ms: _, clocks } | Event::Paused { clocks } => self.clocks = *clocks,
            Event::Luzhanqi { seen, clocks } => {
                let Board::Luzhanqi(view) = &mut self.game else { panic!("the event is of another game") };
                if matches!(**seen, EventView::Moved { .. }) {
                    let by = view.position().expect("play has begun").side_to_move();
                    self.offers.record_move(by, now);
                }
                view.apply(seen).expect("a sent event applies to the view");
                self.clocks = *clocks;
            }
        }
    }

    pub(super) fn is_present(&self, color: Color) -> bool {
        !self.left[color]
    }
}
