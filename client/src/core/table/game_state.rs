//! What has happened in a game: a fold of the events the server tells.
//!
//! It shows nothing and asks for nothing; it says what is known and what would be admitted.

use super::move_notation::MoveNotation;
use super::viewpoint::{Role, Viewpoint};
use crate::core::luzhanqi::History;
use crate::core::table_layout::BoardOf;
use chuhe_protocol::limits::GAME_PLIES;
use chuhe_protocol::{
    Beginning, Cursor, Event, GameId, OfferEnd, PlayerId, Seat, Seq, TakebackPolicy, Terms, ValidTerms,
};
use chuhe_rules::clock::{ClockReading, SideReading, TimeControl, Timestamp};
use chuhe_rules::luzhanqi::Seen;
use chuhe_rules::offers::{OfferKind, Offers, Situation};
use chuhe_rules::{Color, Game, GameMove, Outcome, PerColor, xiangqi};

/// A clock shows no more than this, 999:59:59, whatever the server says.
const LONGEST_SHOWN_MS: u64 = 1000 * 3_600_000 - 1_000;

/// The events do not fit together: what is known of the game is not what the server knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfSync;

/// A side that is away.
#[derive(Clone, Copy, Debug)]
struct Away {
    /// When that was told.
    told_at: Timestamp,
    /// From when on the other may claim the game.
    claimable_at: Timestamp,
}

/// The game by its rules, as far as the user may know it.
#[derive(Clone, Debug)]
enum Play {
    Xiangqi { game: Box<xiangqi::Game>, written: Vec<MoveNotation> },
    Luzhanqi(Box<History>),
}

/// What is known of a game.
#[derive(Clone, Debug)]
pub struct GameState {
    id: GameId,
    seats: PerColor<Seat>,
    terms: ValidTerms,
    times: PerColor<TimeControl>,
    first_move_ms: u32,
    play: Play,
    /// Until when the pieces may be set up, if they are and that is known.
    setup_until: Option<Timestamp>,
    clocks: ClockReading,
    clocks_at: Timestamp,
    /// What the clocks showed after so many plies.
    clocks_after: Vec<ClockReading>,
    /// Whether the clocks stand still while the server cannot keep what happens.
    still: bool,
    /// When the present turn began, if that was seen.
    turn_since: Option<Timestamp>,
    offers: Offers,
    outcome: Option<Outcome>,
    away: PerColor<Option<Away>>,
    left: PerColor<bool>,
    round_trip_ms: PerColor<Option<u16>>,
    next: Seq,
}

impl GameState {
    /// The game that begins with this event, its number 0, as one in this role is told of it.
    ///
    /// # Errors
    /// If that is no beginning, or one of a game that cannot be played.
    pub(crate) fn begin(
        id: GameId,
        event: Event,
        (user, role): (PlayerId, Role),
        now: Timestamp,
        live: bool,
    ) -> Result<Self, OutOfSync> {
        let Event::Started(beginning) = event else { return Err(OutOfSync) };
        let Beginning { seats, terms, times, first_move_ms, setup_ms, rematch_of: _ } = *beginning;
        let terms = ValidTerms::parse(terms).map_err(|_| OutOfSync)?;
        let play = match terms.new_game() {
            Game::Xiangqi(game) => Play::Xiangqi { game: Box::new(game), written: Vec::new() },
            Game::Luzhanqi(game) => {
                let viewer = Viewpoint::viewer(role, &seats, user);
                Play::Luzhanqi(Box::new(History::new(viewer, game.board(), *game.options())))
            }
        };
        let setup_until = (live && setup_ms > 0).then(|| now.plus_ms(u64::from(setup_ms)));
        let clocks = ClockReading { sides: times.map(full_reading), running: None };
        Ok(Self {
            id,
            seats,
            terms,
            times,
            first_move_ms,
            play,
            setup_until,
            clocks,
            clocks_at: now,
            clocks_after: vec![clocks],
            still: false,
            turn_since: live.then_some(now),
            offers: Offers::default(),
            outcome: None,
            away: PerColor::default(),
            left: PerColor::default(),
            round_trip_ms: PerColor::default(),
            next: 1,
        })
    }

    /// Takes in the next event.
    ///
    /// # Errors
    /// If it does not fit what is known.
    pub(crate) fn apply(&mut self, event: &Event, now: Timestamp, live: bool) -> Result<(), OutOfSync> {
        match event {
            Event::Started(_) => return Err(OutOfSync),
            Event::Luzhanqi { seen, clocks } => self.saw(seen, *clocks, now, live)?,
            Event::Played { by, mv, clocks } => self.played(*by, *mv, *clocks, now, live)?,
            Event::Offered { by, kind } => {
                let ply = self.ply();
                self.offers.offered(*by, *kind, ply);
            }
            Event::OfferClosed { by, kind, how: OfferEnd::Withdrawn } => {
                self.offers.withdrawn(*by, *kind, now);
            }
            Event::OfferClosed { by, kind, how: OfferEnd::Declined } => self.offers.declined(*by, *kind, now),
            Event::TakenBack { by: _, to_ply, clocks } => {
                self.take_back_to(usize::from(*to_ply))?;
                self.event_clocks(*clocks, now);
                self.turn_since = live.then_some(now);
            }
            Event::WentAway { color, claimable_in_ms } => {
                let claimable_at = now.plus_ms(u64::from(*claimable_in_ms));
                self.away[*color] = Some(Away { told_at: now, claimable_at });
            }
            Event::CameBack { color } => self.away[*color] = None,
            Event::Ended { outcome, clocks } => {
                self.outcome = Some(*outcome);
                self.offers.clear();
                self.event_clocks(*clocks, now);
            }
            Event::Left { color } => self.left[*color] = true,
            Event::Interrupted { down_ms, clocks } => {
                self.prolong_absences(*down_ms, now);
                self.event_clocks(*clocks, now);
                self.turn_since = live.then_some(now);
            }
        }
        self.next = self.next.checked_add(1).ok_or(OutOfSync)?;
        Ok(())
    }

    fn played(
        &mut self,
        by: Color,
        mv: GameMove,
        clocks: ClockReading,
        now: Timestamp,
        live: bool,
    ) -> Result<(), OutOfSync> {
        let (GameMove::Xiangqi(step), Play::Xiangqi { game, written }) = (mv, &mut self.play) else {
            return Err(OutOfSync);
        };
        if game.ply() >= GAME_PLIES || game.validate(by, step).is_err() {
            return Err(OutOfSync);
        }
        written.push(MoveNotation::of(game.position(), step));
        game.play(by, step).map_err(|_| OutOfSync)?;
        self.offers.moved(by, now);
        self.event_clocks(clocks, now);
        self.turn_since = live.then_some(now);
        Ok(())
    }

    fn take_back_to(&mut self, ply: usize) -> Result<(), OutOfSync> {
        match &mut self.play {
            Play::Xiangqi { game, written } if ply <= game.ply() => {
                game.take_back_to(ply);
                written.truncate(ply);
                self.offers.taken_back(ply);
                Ok(())
            }
            Play::Xiangqi { .. } | Play::Luzhanqi(_) => Err(OutOfSync),
        }
    }

    /// Follows what was seen of a game of luzhanqi.
    fn saw(
        &mut self,
        seen: &Seen,
        clocks: ClockReading,
        now: Timestamp,
        live: bool,
    ) -> Result<(), OutOfSync> {
        let Play::Luzhanqi(history) = &mut self.play else { return Err(OutOfSync) };
        let (ply, turn, begun) = (history.ply(), history.turn(), history.has_begun());
        if ply >= GAME_PLIES && matches!(seen, Seen::Moved { .. } | Seen::Passed { .. }) {
            return Err(OutOfSync);
        }
        history.apply(seen).map_err(|_| OutOfSync)?;
        if history.ply() > ply || history.has_begun() != begun {
            self.turn_since = live.then_some(now);
        }
        if let (Seen::Moved { .. }, Some(by)) = (seen, turn) {
            self.offers.moved(by, now);
        }
        self.event_clocks(clocks, now);
        Ok(())
    }

    /// Nobody could come back while games stood still. What is told together with the interruption
    /// is told as it stands after it.
    fn prolong_absences(&mut self, down_ms: u64, now: Timestamp) {
        for color in Color::ALL {
            if let Some(away) = self.away[color].as_mut().filter(|away| away.told_at < now) {
                away.claimable_at = away.claimable_at.plus_ms(down_ms);
            }
        }
    }

    /// Takes in what the clocks show after an event.
    fn event_clocks(&mut self, clocks: ClockReading, now: Timestamp) {
        self.set_clocks(clocks, now);
        self.clocks_after.truncate(self.ply());
        self.clocks_after.push(ClockReading { running: None, ..self.clocks });
    }

    /// Takes in what the clocks show now.
    pub(crate) fn set_clocks(&mut self, clocks: ClockReading, now: Timestamp) {
        let sides = clocks.sides.map(|side| {
            let most = |part: Option<u64>| part.map(|ms| ms.min(LONGEST_SHOWN_MS));
            SideReading {
                game_ms: most(side.game_ms),
                read_ms: most(side.read_ms),
                move_ms: most(side.move_ms),
            }
        });
        (self.clocks, self.clocks_at) = (ClockReading { sides, ..clocks }, now);
    }

    /// Stops the clocks as they stand now.
    pub(crate) fn freeze(&mut self, now: Timestamp) {
        let clocks = self.clocks(now);
        self.set_clocks(ClockReading { running: None, ..clocks }, now);
        self.turn_since = None;
    }

    /// Stops the clocks for a while, or lets them go on.
    pub(crate) fn stand_still(&mut self, still: bool, now: Timestamp) {
        self.set_clocks(self.clocks.after(if self.still { 0 } else { now.since(self.clocks_at) }), now);
        self.still = still;
    }

    /// Counts the events as those of the game up to here: for one that was told in fewer.
    pub(crate) fn counted(mut self, next: Seq) -> Self {
        self.next = next;
        self
    }

    /// Takes in how long pings take.
    pub(crate) fn set_round_trips(&mut self, round_trip_ms: PerColor<Option<u16>>) {
        self.round_trip_ms = round_trip_ms;
    }

    /// Which game it is.
    #[must_use]
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// The number of the first event that is not known yet.
    #[must_use]
    pub const fn next(&self) -> Seq {
        self.next
    }

    /// How far the game is known.
    #[must_use]
    pub const fn cursor(&self) -> Cursor {
        Cursor { game: self.id, next: self.next }
    }

    /// Who plays each side.
    #[must_use]
    pub const fn seats(&self) -> &PerColor<Seat> {
        &self.seats
    }

    /// The terms.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Each side's time.
    #[must_use]
    pub const fn times(&self) -> &PerColor<TimeControl> {
        &self.times
    }

    /// Which board it is played on.
    #[must_use]
    pub fn board(&self) -> BoardOf {
        match &self.play {
            Play::Xiangqi { .. } => BoardOf::Xiangqi,
            Play::Luzhanqi(history) => BoardOf::Luzhanqi(history.view().board()),
        }
    }

    /// The game by the rules, if it is xiangqi.
    #[must_use]
    pub fn xiangqi(&self) -> Option<&xiangqi::Game> {
        match &self.play {
            Play::Xiangqi { game, .. } => Some(game),
            Play::Luzhanqi(_) => None,
        }
    }

    /// What is known of the game, if it is luzhanqi.
    #[must_use]
    pub fn luzhanqi(&self) -> Option<&History> {
        match &self.play {
            Play::Xiangqi { .. } => None,
            Play::Luzhanqi(history) => Some(history),
        }
    }

    /// The plies on the board.
    #[must_use]
    pub fn ply(&self) -> usize {
        match &self.play {
            Play::Xiangqi { game, .. } => game.ply(),
            Play::Luzhanqi(history) => history.ply(),
        }
    }

    /// The moves of xiangqi as people write them; none in another game.
    #[must_use]
    pub fn notations(&self) -> &[MoveNotation] {
        match &self.play {
            Play::Xiangqi { written, .. } => written,
            Play::Luzhanqi(_) => &[],
        }
    }

    /// Whether the players set up their pieces.
    #[must_use]
    pub fn is_setting_up(&self) -> bool {
        self.luzhanqi().is_some_and(|history| !history.has_begun()) && !self.is_over()
    }

    /// Until when they may, where that is known.
    #[must_use]
    pub fn setup_until(&self) -> Option<Timestamp> {
        self.setup_until.filter(|_| self.is_setting_up() && !self.still)
    }

    /// Takes in how long they may yet.
    pub(crate) fn set_setup_left(&mut self, left_ms: Option<u32>, now: Timestamp) {
        self.setup_until = left_ms.map(|left| now.plus_ms(u64::from(left)));
    }

    /// The side to move; nobody once the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Color> {
        match &self.play {
            _ if self.is_over() => None,
            Play::Xiangqi { game, .. } => game.turn(),
            Play::Luzhanqi(history) => history.turn(),
        }
    }

    /// How the game ended.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Whether the game has ended.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// The offers, standing and past.
    #[must_use]
    pub const fn offers(&self) -> &Offers {
        &self.offers
    }

    /// What of the game bears on offers.
    #[must_use]
    pub fn situation(&self) -> Situation {
        Situation {
            takebacks: self.terms.takeback == TakebackPolicy::Ask,
            over: self.is_over(),
            ply: self.ply(),
            first: self.xiangqi().map_or(Color::Red, |game| game.start().side_to_move()),
        }
    }

    /// What `by` offers and waits to be answered.
    pub fn standing(&self, by: Color) -> impl Iterator<Item = OfferKind> {
        OfferKind::ALL.into_iter().filter(move |&kind| self.offers.stands(by, kind))
    }

    /// What the clocks show.
    #[must_use]
    pub fn clocks(&self, now: Timestamp) -> ClockReading {
        if self.still {
            return ClockReading { running: None, ..self.clocks };
        }
        self.clocks.after(now.since(self.clocks_at))
    }

    /// What the clocks showed after so many plies, standing.
    #[must_use]
    pub fn clocks_after(&self, ply: usize) -> ClockReading {
        self.clocks_after.get(ply).copied().unwrap_or(self.clocks)
    }

    /// Whether the game stands still because the server cannot keep what happens.
    #[must_use]
    pub const fn is_still(&self) -> bool {
        self.still
    }

    /// When this side's absence lets the other claim the game; `None` while it is here.
    #[must_use]
    pub fn claimable_at(&self, color: Color) -> Option<Timestamp> {
        self.away[color].map(|away| away.claimable_at)
    }

    /// Whether this side has left the board.
    #[must_use]
    pub fn has_left(&self, color: Color) -> bool {
        self.left[color]
    }

    /// How long this side's pings take.
    #[must_use]
    pub fn round_trip_ms(&self, color: Color) -> Option<u16> {
        self.round_trip_ms[color]
    }

    /// By when the side to move must make its first move, if it must and that is known.
    #[must_use]
    pub fn first_move_by(&self) -> Option<Timestamp> {
        let first = self.ply() < 2 && !self.is_over() && !self.still && !self.is_setting_up();
        let since = self.turn_since.filter(|_| first)?;
        Some(since.plus_ms(u64::from(self.first_move_ms)))
    }
}

fn full_reading(control: TimeControl) -> SideReading {
    let part = |ms: u32| (ms > 0).then_some(u64::from(ms));
    SideReading {
        game_ms: part(control.game_ms),
        read_ms: part(control.read_ms),
        move_ms: part(control.move_ms),
    }
}
