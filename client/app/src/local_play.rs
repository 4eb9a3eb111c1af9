//! A game without a server: the hub in this program, and who sits at its two seats.
//!
//! Each person at this screen has a session with the hub; one of them is shown. The computer is a bot.

use super::computer_seat::{ComputerSeat, PlayingEngine};
use super::session::{Session, Transport};
use crate::visit::Visit;
use chuhe_bot::{Bot, Config, TaskId};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::{LocalKind, SavedLocal};
use chuhe_model::coaching::{Coach, CoachAction, Topic};
use chuhe_model::connection::link::LOCAL_HOST;
use chuhe_model::connection::local::LocalServer;
use chuhe_model::engines::EngineFailure;
use chuhe_model::exchange::effect::EngineEffect;
use chuhe_model::exchange::servers::RecentServer;
use chuhe_model::exchange::trust::Security;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::outbox::Outbox;
use chuhe_model::table::{LuzhanqiPlay, Moment, Table};
use chuhe_protocol::{GameId, LobbyRequest, PlayerId, PlayerName, SessionToken, Terms};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, GameMove};
use chuhe_texts::Text;

/// How long the computer waits for a rematch, in milliseconds: as long as the user likes.
const STAYS_MS: u64 = 30 * 24 * 3_600_000;
/// The offers that the other person at this screen accepts at once: they see the button pressed.
const AGREED: [OfferKind; 2] = [OfferKind::Takeback, OfferKind::Rematch];
/// The numbers of the tasks that look for a hint begin here; those of the bot are lower.
const HINTS: u64 = 1 << 32;

/// A game without a server.
#[derive(Debug)]
pub struct LocalPlay {
    pub(crate) kind: LocalKind,
    pub(crate) server: LocalServer,
    /// The session of the user, or of the first of two people at this screen.
    first: Session,
    pub(crate) opposite: Opposite,
    /// Whether the session of the second person is shown.
    shows_second: bool,
    /// What the first seat challenges the other one to, until it has.
    terms: Option<Terms>,
    /// Whether the user has left the game, so that it stands still.
    is_left: bool,
    /// Whether the other person is to sit down, and must not see the board yet.
    pub(crate) hands_over: bool,
    /// Whether the board is covered until they sit down.
    pub(crate) is_covered: bool,
    pub(crate) hint: Hint,
    /// What explains moves to the user, against a low level.
    // large, and an app is moved about
    pub(crate) coach: Box<Coach>,
    /// Whether the shell keeps the game for the next run of the program.
    pub(crate) is_kept: bool,
    /// The language of the names that the program gave, once they are in it.
    pub(crate) named_in: Option<Lang>,
}

/// Who sits opposite the first person.
#[derive(Debug)]
pub(crate) enum Opposite {
    /// Another person at this screen.
    Person(Box<Session>),
    Computer(Box<ComputerSeat>),
}

/// What a game without a server is opened or resumed with.
#[derive(Debug)]
pub(crate) struct LocalGame {
    pub(crate) kind: LocalKind,
    pub(crate) server: LocalServer,
    /// What thinks for the computer.
    pub(crate) playing: PlayingEngine,
    /// The seed of the computer's choices.
    pub(crate) seed: u64,
}

/// How a player joins the server in this program.
#[derive(Debug)]
struct Entry {
    name: String,
    /// The token of the session that goes on.
    token: Option<SessionToken>,
}

/// The move that the computer recommends to the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// The last task.
    last: u64,
    /// The task that looks for a move in the position with this key.
    pub(crate) task: Option<(TaskId, u64)>,
    /// The move, and the key of the position in which it is to be played.
    pub(crate) found: Option<(GameMove, u64)>,
    /// The game, and the most moves that it has had.
    reached: Option<(GameId, usize)>,
    /// The game in which a move was recommended, or one was taken back, since the program was started.
    helped: Option<GameId>,
}

impl Hint {
    /// The number of the next task, for the position with this key.
    pub const fn start(&mut self, key: u64) -> TaskId {
        self.last += 1;
        let task = TaskId(HINTS + self.last);
        (self.task, self.found) = (Some((task, key)), None);
        task
    }

    /// Notes whether the user is helped in this game, which has had so many moves.
    fn follow(&mut self, game: GameId, ply: usize) {
        let reached = self.reached.filter(|(reached, _)| *reached == game).map_or(0, |(_, most)| most);
        if self.task.is_some() || ply < reached {
            self.helped = Some(game);
        }
        self.reached = Some((game, ply));
    }

    /// Forgets the move unless the position with this key is on the board.
    pub(crate) fn forget_unless(&mut self, key: Option<u64>) {
        self.found.take_if(|(_, of)| Some(*of) != key);
    }
}

impl LocalPlay {
    /// Opens a game of these two on these terms.
    pub(crate) fn new(game: LocalGame, terms: Terms, names: [String; 2], now: Timestamp) -> Self {
        let entries = names.map(|name| Entry { name, token: None });
        Self { terms: Some(terms), ..Self::join(game, entries, now) }
    }

    /// Resumes a game on a restored server.
    pub(crate) fn resume(game: LocalGame, saved: &SavedLocal, now: Timestamp) -> Self {
        let entries = saved.tokens.map(|token| Entry { name: String::new(), token: Some(token) });
        Self::join(game, entries, now)
    }

    /// Connects both seats.
    fn join(game: LocalGame, [first, second]: [Entry; 2], now: Timestamp) -> Self {
        let LocalGame { kind, server, playing, seed } = game;
        let opposite = match kind {
            LocalKind::Computer { level, .. } => {
                let config = Config { level, seed, stays_ms: STAYS_MS, ..Config::new(second.name) };
                let bot = match second.token {
                    Some(token) => Bot::resuming(config, token),
                    None => Bot::new(config),
                };
                Opposite::Computer(Box::new(ComputerSeat::new(bot, server.transport(), playing)))
            }
            LocalKind::Two { .. } => Opposite::Person(Box::new(session_of(&server, second, now))),
        };
        Self {
            first: session_of(&server, first, now),
            kind,
            server,
            opposite,
            shows_second: false,
            terms: None,
            is_left: false,
            hands_over: false,
            is_covered: false,
            hint: Hint::default(),
            coach: Box::default(),
            is_kept: true,
            named_in: None,
        }
    }

    /// The session on the screen while the user is in the game.
    pub(crate) fn shown(&self) -> &Session {
        match &self.opposite {
            Opposite::Person(second) if self.shows_second => second,
            Opposite::Person(_) | Opposite::Computer(_) => &self.first,
        }
    }

    pub(crate) fn shown_mut(&mut self) -> &mut Session {
        match &mut self.opposite {
            Opposite::Person(second) if self.shows_second => second,
            Opposite::Person(_) | Opposite::Computer(_) => &mut self.first,
        }
    }

    /// The session of the other person at this screen.
    pub(crate) fn other(&self) -> Option<&Session> {
        match &self.opposite {
            Opposite::Person(_) if self.shows_second => Some(&self.first),
            Opposite::Person(second) => Some(second),
            Opposite::Computer(_) => None,
        }
    }

    /// The sessions of the people at this screen, that which is shown first.
    pub(crate) fn sessions_mut(&mut self) -> impl Iterator<Item = &mut Session> {
        let second = match &mut self.opposite {
            Opposite::Person(second) => Some(&mut **second),
            Opposite::Computer(_) => None,
        };
        let mut sessions = vec![&mut self.first];
        sessions.extend(second);
        if self.shows_second {
            sessions.reverse();
        }
        sessions.into_iter()
    }

    fn tables_mut(&mut self) -> impl Iterator<Item = &mut Table> {
        self.sessions_mut().filter_map(Session::table_mut)
    }

    /// Writes the names that the program gave to people and engines in this language. The hub in this program has those of
    /// the language in which the game began, and in a game that an earlier version kept also that of the computer.
    pub(crate) fn name_players(&mut self, lang: Lang) {
        if self.named_in.replace(lang) == Some(lang) {
            return;
        }
        let renamed = |name: &str| PlayerName::parse(Text::of(lang).local.name_given(name)?).ok();
        let computer = if let LocalKind::Computer { level, external: None, .. } = self.kind {
            Some(PlayerName::of_computer(level))
        } else {
            None
        };
        for table in self.tables_mut() {
            let own = table.game().seat();
            for side in Color::ALL {
                let computer = computer.clone().filter(|_| own == Some(side.opponent()));
                if let Some(name) = computer.or_else(|| renamed(table.game().seats()[side].name.as_str())) {
                    table.game_mut().rename(side, name);
                }
            }
        }
    }

    /// Shows the session of the other person at this screen.
    fn change_seats(&mut self) {
        self.shows_second = !self.shows_second;
    }

    /// The notices of the user, and of the other person only what they are refused.
    pub(crate) fn take_notices(&mut self) -> Vec<Notice> {
        let is_refusal = |notice: &Notice| matches!(notice, Notice::Refused(_) | Notice::Denied(_));
        let mut notices = Vec::new();
        for (place, session) in self.sessions_mut().enumerate() {
            let theirs = session.out.take_notices().into_iter();
            notices.extend(theirs.filter(|notice| place == 0 || is_refusal(notice)));
        }
        notices
    }

    /// Whether the user may leave the table for good now.
    pub(crate) fn may_leave(&self, moment: Moment) -> bool {
        let table = self.shown().table();
        table.is_some_and(|table| table.permits(moment.now, moment.online).leave().is_ok())
    }

    /// Lets the game stand still, because the user leaves it.
    pub(crate) fn leave(&mut self, now: Timestamp) {
        let is_hidden = self.shown().table().is_some_and(|table| table.game().terms().game.has_formations());
        self.sessions_mut().for_each(|session| {
            session.send_here();
            session.hold_clocks(true, now);
        });
        self.server.hold(true, now);
        // whoever continues the game must not see the pieces of the other
        self.is_covered = self.is_shared() && is_hidden;
        self.is_left = true;
    }

    /// Continues the game that the user left.
    pub(crate) fn come_back(&mut self, now: Timestamp) {
        self.is_left = false;
        self.server.hold(false, now);
        for session in self.sessions_mut() {
            session.link.resume(now);
            session.hold_clocks(false, now);
        }
    }

    /// Lets the game stand still for the time in which this program did not run: while the machine slept, or a browser
    /// gave the page no time. Otherwise the hub would close connections that were silent meanwhile.
    pub(crate) fn skip_standstill(&mut self, now: Timestamp) {
        if self.is_left {
            return;
        }
        let Some(since) = self.server.skip_standstill(now) else { return };
        for session in self.sessions_mut() {
            session.link.resume(now);
            let Some(table) = session.table_mut() else { continue };
            let game = table.game_mut();
            let was_paused = game.shown_clocks.are_paused();
            game.shown_clocks.set_paused(true, since);
            game.shown_clocks.set_paused(was_paused, now);
        }
    }

    /// Starts to exchange messages: the time for setting up is meant for players who wait for each other.
    pub(crate) fn begin_exchange(&mut self, now: Timestamp) {
        let sets_up = self.shown().table().is_some_and(|table| table.game().is_setting_up());
        self.server.hold(sets_up || self.stands_still(), now);
        for session in self.sessions_mut() {
            session.tick(now);
            session.advance(now);
        }
    }

    /// Exchanges messages with the hub in this program once. Returns whether there were any.
    ///
    /// `out` receives the requests of the computer to its engine.
    pub(crate) fn exchange(&mut self, now: Timestamp, out: &mut Outbox) -> bool {
        let mut any = self.first.exchange(now);
        if let (Some(_), Some(opponent)) = (&self.first.visit, self.opponent())
            && let Some(terms) = self.terms.take()
        {
            self.first.out.send(LobbyRequest::Challenge { opponent, terms });
            any = true;
        }
        match &mut self.opposite {
            Opposite::Computer(seat) => any |= seat.exchange(now, out),
            Opposite::Person(second) => {
                any |= second.exchange(now);
                any |= second.with_visit(Visit::accept_challenge);
                any |= second.agree(&AGREED) | self.first.agree(&AGREED);
            }
        }
        any
    }

    /// Ends the exchange of messages: the clocks run while somebody at this screen can act.
    pub(crate) fn end_exchange(&mut self, now: Timestamp) {
        for table in self.tables_mut() {
            table.game_mut().set_setup_left(None, now);
            table.game_mut().set_first_move_left(None, now);
        }
        self.find_seat(now);
        let (waits, has_failed) = (self.awaits_the_other(), self.failure().is_some());
        if waits || has_failed {
            self.server.hold(true, now);
        }
        for table in self.tables_mut() {
            let game = table.game_mut();
            if game.shown_clocks.are_paused() != waits {
                game.shown_clocks.set_paused(waits, now);
            }
            if game.shown_clocks.are_stopped() != has_failed {
                game.shown_clocks.set_stopped(has_failed, now);
            }
        }
        let key = self.shown().table().map(key_of);
        self.hint.forget_unless(key);
    }

    /// Shows the seat of the person who is to act next.
    ///
    /// If the pieces of the one are hidden from the other, they change seats by themselves.
    fn find_seat(&mut self, now: Timestamp) {
        let LocalKind::Two { turns_board } = self.kind else { return };
        let mut sessions = self.sessions_mut();
        let (Some(shown), Some(other)) = (sessions.next(), sessions.next()) else { return };
        let (Some(visit), Some(other)) = (&shown.visit, &mut other.visit) else { return };
        let (Some(table), Some(other_table)) = (visit.table(), other.tables.shown_mut()) else { return };
        if other_table.game().id() != table.game().id() {
            return;
        }
        other.kept = visit.kept;
        let is_next = is_next(table, other_table);
        let hidden = table.game().terms().game.has_formations();
        // after a move, the player looks at what became of it; after the set-up there is nothing to see
        let covers = is_next && table.game().ply() == 0;
        let changes = !hidden && is_next && !table.animating(now);
        if changes {
            other_table.show_from(if turns_board { other_table.game().me() } else { table.bottom() });
        }
        drop(sessions);
        if hidden {
            self.hands_over = is_next;
            self.is_covered |= covers;
        } else if changes {
            self.change_seats();
        }
    }

    /// The person to whom the screen was handed over sits down.
    pub(crate) fn sit_down(&mut self) {
        // they may be the one who was here before
        if std::mem::take(&mut self.is_covered) && std::mem::take(&mut self.hands_over) {
            self.change_seats();
            if let Some(table) = self.shown_mut().table_mut() {
                let me = table.game().me();
                table.show_from(me);
            }
        }
    }

    /// Takes back the last move at a shared screen, as the player who made it.
    pub(crate) fn take_back(&mut self) {
        let mut sessions = self.sessions_mut();
        let (Some(shown), Some(other)) = (sessions.next(), sessions.next()) else { return };
        let Some(table) = shown.table() else { return };
        let is_mover = table.game().turn().map(Color::opponent) == table.game().seat();
        if is_mover { shown.offer_takeback() } else { other.offer_takeback() }
    }

    /// Whether two people share the screen.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        matches!(self.kind, LocalKind::Two { .. })
    }

    /// Who plays.
    #[must_use]
    pub const fn kind(&self) -> LocalKind {
        self.kind
    }

    /// Whether the other person is to sit down at the screen before the game goes on.
    #[must_use]
    pub const fn hands_over(&self) -> bool {
        self.hands_over
    }

    /// Whether nobody can move until the other person sits down, so that no clock runs.
    pub(crate) const fn awaits_the_other(&self) -> bool {
        self.hands_over || self.is_covered
    }

    /// Why the computer does not move; until the user decides how the game goes on, no clock runs.
    #[must_use]
    pub fn failure(&self) -> Option<&EngineFailure> {
        match &self.opposite {
            Opposite::Computer(seat) => seat.failure.as_ref(),
            Opposite::Person(_) => None,
        }
    }

    /// The name of the external engine that plays for the computer.
    #[must_use]
    pub fn external_name(&self) -> Option<&str> {
        match &self.opposite {
            Opposite::Computer(seat) => match &seat.playing {
                PlayingEngine::External(engine, _) => Some(&engine.name),
                PlayingEngine::Own | PlayingEngine::Removed => None,
            },
            Opposite::Person(_) => None,
        }
    }

    /// Whether nothing happens until the user has done something, so that no clock runs.
    pub(crate) fn stands_still(&self) -> bool {
        self.awaits_the_other() || self.failure().is_some()
    }

    /// Whether the user has left the game, so that it stands still.
    #[must_use]
    pub const fn is_left(&self) -> bool {
        self.is_left
    }

    /// Whether there was a move, or somebody at this screen has arranged their pieces.
    pub(crate) fn has_begun(&self) -> bool {
        let games = [Some(self.shown()), self.other()].into_iter().flatten().filter_map(Session::table);
        games.map(Table::game).any(|game| {
            let set_up = game.play().luzhanqi().zip(game.seat());
            let has_set_up = |(play, me): (&LuzhanqiPlay, Color)| {
                play.is_arranged() || play.history().view().has_confirmed(me)
            };
            game.ply() > 0 || set_up.is_some_and(has_set_up)
        })
    }

    /// Whether the computer looks for a hint.
    #[must_use]
    pub const fn seeks_hint(&self) -> bool {
        self.hint.task.is_some()
    }

    /// What explains moves to the user, in a game of xiangqi against a low level of the computer.
    #[must_use]
    pub fn coach(&self) -> Option<&Coach> {
        let is_xiangqi = self.shown().table().is_some_and(|table| table.game().xiangqi().is_some());
        Some(&*self.coach).filter(|_| self.kind.is_coached() && is_xiangqi)
    }

    /// Whether a move was recommended to the user in this game, or one was taken back, since the program was started.
    pub(crate) fn has_helped_in(&self, game: GameId) -> bool {
        self.hint.helped == Some(game)
    }

    /// Lets the hint and the coach follow the game. The board shows what it speaks about, and goes back to the game afterwards.
    pub(crate) fn follow_coach(&mut self) {
        if let Some((game, ply)) = self.first.table().map(|table| (table.game().id(), table.game().ply())) {
            self.hint.follow(game, ply);
        }
        if self.coach().is_none() {
            return;
        }
        let table = self.first.table().filter(|table| table.is_my_turn() && !table.game().is_over());
        let is_over = self.coach.follow(table.and_then(|table| table.game().xiangqi()));
        let step = self.coach.take_step();
        if let Some(table) = self.first.table_mut().filter(|_| is_over || step.is_some()) {
            table.review_ply(step);
        }
    }

    /// Does what the user asks of the coach, except for a recommended move.
    pub(crate) fn ask_coach(&mut self, action: CoachAction) {
        let table = self.first.table().filter(|table| table.is_my_turn());
        let Some(game) = table.and_then(|table| table.game().xiangqi()) else { return };
        let was_about_last_move = self.coach.topic() == Some(Topic::LastMove);
        self.coach.act(action, game);
        // what was recommended before is not what is asked now
        self.hint.found = None;
        if let Some(table) = self.first.table_mut().filter(|_| was_about_last_move) {
            table.review_ply(None);
        }
    }

    /// The player opposite the first one, once they have joined.
    fn opponent(&self) -> Option<PlayerId> {
        match &self.opposite {
            Opposite::Person(second) => second.visit.as_ref().map(|visit| visit.me),
            Opposite::Computer(seat) => seat.bot.player(),
        }
    }

    /// What the game is resumed with when the program starts again.
    pub fn saved(&self) -> Option<SavedLocal> {
        let second = match &self.opposite {
            Opposite::Person(second) => second.link.token(),
            Opposite::Computer(seat) => seat.bot.token(),
        };
        Some(SavedLocal {
            kind: self.kind,
            tokens: [self.first.link.token()?, second?],
            is_left: self.is_left,
            tables: Vec::new(),
            served_until: None,
        })
    }

    /// Ends the engine of the computer once the game is over. A rematch starts it again.
    pub(crate) fn end_engine_after_the_game(&mut self, out: &mut Outbox) {
        let is_over = self.shown().table().is_some_and(|table| table.game().is_over());
        if let Opposite::Computer(seat) = &mut self.opposite
            && is_over
        {
            seat.end_engine(out);
            // the engine that ends does not answer
            self.hint.task = None;
        }
    }

    /// Stops the computer, which thinks about its move or a hint, and ends its engine.
    pub(crate) fn stop_thinking(&mut self, out: &mut Outbox) {
        if let Some((task, _)) = self.hint.task.take() {
            out.push(EngineEffect::StopThinking(task));
        }
        if let Opposite::Computer(seat) = &mut self.opposite {
            seat.stop(out);
            seat.end_engine(out);
        }
    }

    /// When something happens here without the user.
    pub fn next_wakeup(&self) -> Option<Timestamp> {
        if self.is_left() {
            return None;
        }
        let second = match &self.opposite {
            Opposite::Person(second) => second.next_wakeup(),
            Opposite::Computer(seat) => seat.bot.poll_timeout(),
        };
        [self.first.next_wakeup(), second].into_iter().flatten().min()
    }
}

/// A session with the server in this program, under this name or with the token of an earlier one.
fn session_of(server: &LocalServer, entry: Entry, now: Timestamp) -> Session {
    let Entry { name, token } = entry;
    let mut session = Session::new(Transport::Local(server.transport()));
    let here = RecentServer { host: LOCAL_HOST.to_owned(), port: 0, name };
    session.link.open(here, token, Security::Plain, now, &mut session.out);
    session
}

/// Whether the other person must act before the game goes on.
fn is_next(table: &Table, other: &Table) -> bool {
    let (Some(mine), Some(theirs)) = (table.game().seat(), other.game().seat()) else { return false };
    let game = table.game();
    if game.is_over() {
        return false;
    }
    if let Some(history) = game.luzhanqi().filter(|_| game.is_setting_up()) {
        return history.view().has_confirmed(mine) && !history.view().has_confirmed(theirs);
    }
    // a move under way is not confirmed yet; an offer is answered first
    let offered = |by| game.open_offers(by).any(|kind| !AGREED.contains(&kind));
    offered(mine) || game.turn() == Some(theirs) && !offered(theirs)
}

/// Identifies the position on the board, as far as a hint for it is concerned.
///
/// A game of luzhanqi has no takebacks, so that the number of its plies does.
pub(crate) fn key_of(table: &Table) -> u64 {
    let game = table.game();
    game.xiangqi().map_or(game.ply() as u64, |game| game.position().key())
}
