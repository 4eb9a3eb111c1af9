//! Games without a server: starting one, exchanging its messages, and changing seats.

use super::App;
use super::local_thinking::key_of;
use crate::local_play::{LocalPlay, Other, PersonSeat, perform, seat_of};
use crate::visit::Visit;
use chuhe_hub::Restored;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::local_choice::{LocalKind, SavedLocal, StartEntry};
use chuhe_model::connection::link::Link;
use chuhe_model::connection::local::{LocalServer, LocalTransport};
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::local_store::LocalRequest;
use chuhe_model::exchange::transport::Transport as _;
use chuhe_model::exchange::trust::Security;
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::{Permit, Table};
use chuhe_protocol::{ClientMessage, ColorChoice, PlayerName, Refusal, Terms};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::{OfferKind, OfferRefusal};
use rand_chacha::rand_core::Rng as _;

/// The most rounds of messages after one event. No event needs ten.
const ROUNDS: usize = 100;
/// The offers that the other person at this screen accepts at once: they see the button pressed.
const AGREED: [OfferKind; 2] = [OfferKind::Takeback, OfferKind::Rematch];

impl App {
    pub(super) fn act_start(&mut self, action: StartAction, now: Timestamp) {
        let replaces = std::mem::take(&mut self.asked_to_replace);
        let entry = self.settings.start;
        let (computer, two) = (&mut self.settings.computer, &mut self.settings.two);
        match action {
            StartAction::Show(entry) => self.settings.start = entry,
            StartAction::Game(game) if entry == StartEntry::Two => two.game = game,
            StartAction::Game(game) => computer.game = game,
            StartAction::Time(time) if entry == StartEntry::Two => two.time = time,
            StartAction::Time(time) => computer.time = time,
            StartAction::Level(level) => computer.level = level,
            StartAction::Side(side) => computer.side = side,
            StartAction::Handicap(handicap) => computer.handicap = handicap,
            StartAction::Engine(engine) => computer.engine = engine,
            StartAction::MoveTime(move_ms) => computer.move_ms = move_ms,
            StartAction::TurnBoard(turns) => two.turns_board = turns,
            StartAction::Play if self.left_game().is_some() && !replaces => {
                self.asked_to_replace = true;
                return;
            }
            StartAction::Play if entry == StartEntry::Two => self.start_for_two(now),
            StartAction::Play => self.start_against_computer(now),
            StartAction::PlayComputer if self.left_game().is_some() => return self.continue_local(now),
            StartAction::PlayComputer => self.start_against_computer(now),
            StartAction::Continue => return self.continue_local(now),
            StartAction::Leave => return self.leave_local(now),
            StartAction::HandOver => {
                if let Some(local) = self.local.as_mut().filter(|local| local.hands_over) {
                    local.is_covered = true;
                }
                // what was said to the one is not for the other
                return self.notices.dismiss();
            }
            StartAction::SitDown => return self.sit_down(),
            StartAction::Hint => return self.seek_hint(),
            StartAction::RetryEngine => return self.retry_engine(),
            StartAction::UseOwnEngine => return self.use_own_engine(),
        }
        self.save();
    }

    /// Starts the game of two people that the first screen describes.
    fn start_for_two(&mut self, now: Timestamp) {
        let (text, two) = (&self.text().local, self.settings.two);
        let kind = LocalKind::Two { turns_board: two.turns_board };
        let names = [text.first_player, text.second_player].map(str::to_owned);
        self.open_local(kind, two.terms(), names, now);
    }

    /// Starts the game against the computer that the first screen describes.
    fn start_against_computer(&mut self, now: Timestamp) {
        let (text, choice) = (&self.text().local, self.settings.computer);
        let side = match choice.side {
            ColorChoice::Red => Color::Red,
            ColorChoice::Black => Color::Black,
            ColorChoice::Random if self.random.next_u32().is_multiple_of(2) => Color::Red,
            ColorChoice::Random => Color::Black,
        };
        let level = choice.level();
        // an engine that was removed in another window does not play
        let external = choice.external().filter(|it| self.settings.engine(it.engine).is_some());
        let kind = LocalKind::Computer { level, handicap: choice.handicap(), external };
        let known = PlayerName::parse(self.join.name.trim()).map(String::from);
        let engine = external.and_then(|it| self.settings.engine(it.engine));
        let opponent = match engine {
            Some(engine) => engine.player_name().unwrap_or_else(|| text.engine_player.to_owned()),
            None => text.computer(level),
        };
        let names = [known.unwrap_or_else(|_| text.player.to_owned()), opponent];
        self.open_local(kind, choice.terms(side), names, now);
    }

    fn open_local(&mut self, kind: LocalKind, terms: Terms, [name, opponent]: [String; 2], now: Timestamp) {
        self.drop_local();
        let mut seed = [0; 32];
        self.random.fill_bytes(&mut seed);
        let started_at_ms = self.environment.started_at_ms.unwrap_or(0);
        let server = LocalServer::starting_at(seed, started_at_ms, now);
        let bot_seed = self.random.next_u64();
        let playing = self.playing_engine(kind);
        self.local = Some(LocalPlay::new((kind, terms, playing), opponent, (server, bot_seed), now));
        self.shares_screen = matches!(kind, LocalKind::Two { .. });
        self.move_server_to_background();
        self.link.open(seat_of(name), None, Security::Plain, now, &mut self.out);
    }

    /// Ends the game without a server, if there is one.
    pub(super) fn drop_local(&mut self) {
        if self.settings.unfinished_game.take().is_some() {
            self.out.push(Effect::Local(LocalRequest::Clear));
            self.save();
        }
        let Some(mut local) = self.local.take() else { return };
        local.stop_thinking(&mut self.out);
        if local.is_left() {
            return;
        }
        self.shares_screen = false;
        // nobody answers any more
        self.out.take_network();
        self.show_server();
    }

    /// Shows the first screen or the server, and lets the game stand still until the user continues it.
    ///
    /// A page that is loaded again does not open it then.
    pub(super) fn leave_local(&mut self, now: Timestamp) {
        self.park_local(now);
        self.mark_left();
    }

    /// Keeps that the user has left the game, if they have.
    fn mark_left(&mut self) {
        let is_left = self.left_game().is_some();
        if let Some(saved) = self.settings.unfinished_game.as_mut().filter(|saved| is_left && !saved.is_left)
        {
            saved.is_left = true;
            self.out.push(Effect::Local(LocalRequest::KeepSeats(saved.clone())));
        }
    }

    /// Lets the game stand still, and shows the first screen or the server.
    fn park_local(&mut self, now: Timestamp) {
        let is_over = self.table().is_none_or(|table| table.game().is_over() || table.is_gone());
        if is_over {
            return self.drop_local();
        }
        let is_hidden = self.table().is_some_and(|table| table.game().terms().game.has_formations());
        let Some(local) = self.local.as_mut().filter(|local| !local.is_left()) else { return };
        perform(&mut local.transport, self.out.take_network());
        local.server.hold(true, now);
        hold_clocks(self.visit.as_mut(), true, now);
        if let Other::Person(seat) = &mut local.other {
            hold_clocks(seat.visit.as_mut(), true, now);
        }
        // whoever continues the game must not see the pieces of the other
        local.is_covered = local.is_shared() && is_hidden;
        let visit = self.visit.take();
        let user = (std::mem::replace(&mut self.link, Link::new()), visit);
        local.parked = Some(user);
        self.shares_screen = false;
        self.show_server();
    }

    /// Continues the game that the user left.
    fn continue_local(&mut self, now: Timestamp) {
        let parked = self.local.as_mut().and_then(|local| local.parked.take());
        let Some((link, visit)) = parked else { return };
        self.move_server_to_background();
        let Some(local) = &mut self.local else { return };
        (self.link, self.visit) = (link, visit);
        self.shares_screen = local.is_shared();
        local.server.hold(false, now);
        self.link.resume(now);
        hold_clocks(self.visit.as_mut(), false, now);
        if let Other::Person(seat) = &mut local.other {
            seat.link.resume(now);
            hold_clocks(seat.visit.as_mut(), false, now);
        }
    }

    /// Lets the game stand still for the time in which this program did not run: while the machine slept, or a browser
    /// gave the page no time. Otherwise the hub would close connections that were silent meanwhile.
    pub(super) fn skip_standstill(&mut self, now: Timestamp) {
        let Some(local) = self.local.as_mut().filter(|local| !local.is_left()) else { return };
        let Some(since) = local.server.skip_standstill(now) else { return };
        self.link.resume(now);
        let mut visits = vec![self.visit.as_mut()];
        if let Other::Person(seat) = &mut local.other {
            seat.link.resume(now);
            visits.push(seat.visit.as_mut());
        }
        for table in visits.into_iter().flatten().filter_map(|visit| visit.table.as_mut()) {
            let game = table.game_mut();
            let was_paused = game.is_paused();
            game.set_paused(true, since);
            game.set_paused(was_paused, now);
        }
    }

    /// Exchanges messages with the hub in this program until none is left.
    pub(super) fn run_local(&mut self, now: Timestamp) {
        let Some(mut local) = self.local.take_if(|local| !local.is_left()) else { return };
        // the time for setting up is meant for players who wait for each other
        let sets_up = self.table().is_some_and(|table| table.game().is_setting_up());
        local.server.hold(sets_up || local.stands_still(), now);
        local.transport.advance(now);
        let quiet = (0..ROUNDS).any(|_| !self.exchange(&mut local, now));
        debug_assert!(quiet, "the exchange of messages ends");
        for table in [self.table_mut(), local.other_table_mut()].into_iter().flatten() {
            table.game_mut().set_setup_left(None, now);
            table.game_mut().set_first_move_left(None, now);
        }
        self.find_seat(&mut local, now);
        let (waits, has_failed) = (local.awaits_the_other(), local.failure().is_some());
        if waits || has_failed {
            local.server.hold(true, now);
        }
        for table in [self.table_mut(), local.other_table_mut()].into_iter().flatten() {
            if table.game().is_paused() != waits {
                table.game_mut().set_paused(waits, now);
            }
            if table.game().are_clocks_stopped() != has_failed {
                table.game_mut().set_clocks_stopped(has_failed, now);
            }
        }
        let key = self.table().map(key_of);
        local.hint.forget_unless(key);
        self.end_engine_after_the_game(&mut local);
        self.keep_local(&local);
        self.local = Some(local);
    }

    /// Ends the engine of the computer once the game is over. A rematch starts it again.
    fn end_engine_after_the_game(&mut self, local: &mut LocalPlay) {
        if let Other::Computer(seat) = &mut local.other
            && self.table().is_some_and(|table| table.game().is_over())
        {
            seat.end_engine(&mut self.out);
            // the engine that ends does not answer
            local.hint.task = None;
        }
    }

    /// Passes what has happened to the store, and the tokens when they change.
    fn keep_local(&mut self, local: &LocalPlay) {
        let records = local.server.take_records();
        if !records.is_empty() {
            self.out.push(Effect::Local(LocalRequest::Keep(records)));
        }
        let Some(mut saved) = local.saved(&self.link) else { return };
        let known = self.settings.unfinished_game.as_ref();
        let is_known = known.is_some_and(|known| {
            known.kind == saved.kind
                && known.is_left == saved.is_left
                && saved.tokens.iter().all(|token| known.tokens.contains(token))
        });
        if !is_known {
            saved.tables = known.map_or_else(Vec::new, |known| known.tables.clone());
            self.settings.unfinished_game = Some(saved.clone());
            self.out.push(Effect::Local(LocalRequest::KeepSeats(saved)));
        }
    }

    /// Resumes the game that an earlier run of the program kept, and leaves it until the user
    /// continues it.
    ///
    /// Records that give no game are set aside.
    pub fn restore_local(
        &mut self,
        (saved, restored): (SavedLocal, Restored),
        now: Timestamp,
    ) -> Vec<Effect> {
        self.settings.unfinished_game = Some(saved.clone());
        let mut seed = [0; 32];
        self.random.fill_bytes(&mut seed);
        let started_at_ms = self.environment.started_at_ms.unwrap_or(0);
        let is_intact = restored.rejected.is_empty() && !restored.games.is_empty();
        let (server, is_whole) = LocalServer::restore(seed, started_at_ms, now, restored);
        let bot_seed = self.random.next_u64();
        if is_intact && is_whole {
            let playing = self.playing_engine(saved.kind);
            self.local = Some(LocalPlay::resume((&saved, playing), (server, bot_seed), now));
            self.shares_screen = matches!(saved.kind, LocalKind::Two { .. });
            let [token, _] = saved.tokens;
            self.link.open(seat_of(String::new()), Some(token), Security::Plain, now, &mut self.out);
            self.run_local(now);
            // nobody waited for the program
            self.out.take_notices();
        }
        if self.table().is_some() {
            self.park_local(now);
            // the first exchange of the seats took it for open
            if saved.is_left {
                self.mark_left();
            }
        } else {
            // set aside, not removed
            self.settings.unfinished_game = None;
            self.drop_local();
            self.out.push(Effect::Local(LocalRequest::SetAside));
        }
        self.out.take_effects()
    }

    fn exchange(&mut self, local: &mut LocalPlay, now: Timestamp) -> bool {
        let mut any = self.pump(&mut local.transport, now);
        if let (Some(_), Some(opponent)) = (&self.visit, local.opponent())
            && let Some(terms) = local.terms.take()
        {
            self.out.send(ClientMessage::Challenge { opponent, terms });
            any = true;
        }
        any |= self.agree();
        match &mut local.other {
            Other::Computer(seat) => any |= seat.exchange(now, &mut self.out),
            Other::Person(seat) => {
                // what is queued belongs to the user's own connection
                perform(&mut local.transport, self.out.take_network());
                any |= self.as_other(seat, |app, transport| {
                    app.link.tick(now, &mut app.out);
                    let received = app.pump(transport, now);
                    let accepted = app.accept_challenge();
                    received | accepted | app.agree()
                });
            }
        }
        any
    }

    /// Sends what is queued, and handles what arrives. Returns whether there was anything.
    fn pump(&mut self, transport: &mut LocalTransport, now: Timestamp) -> bool {
        let mut any = perform(transport, self.out.take_network());
        while let Some(event) = transport.poll() {
            any = true;
            self.network(event, now);
        }
        self.prepare_table();
        any
    }

    /// Acts for the person at the other seat, and shows only the refusals among their notices.
    fn as_other<R>(
        &mut self,
        seat: &mut PersonSeat,
        act: impl FnOnce(&mut Self, &mut LocalTransport) -> R,
    ) -> R {
        let notices = self.out.take_notices();
        self.change_seat(seat);
        let result = act(self, &mut seat.transport);
        perform(&mut seat.transport, self.out.take_network());
        self.change_seat(seat);
        let theirs = self.out.take_notices();
        let is_refusal = |notice: &Notice| matches!(notice, Notice::Refused(_) | Notice::Denied(_));
        for notice in notices.into_iter().chain(theirs.into_iter().filter(is_refusal)) {
            self.out.notice(notice);
        }
        result
    }

    fn change_seat(&mut self, seat: &mut PersonSeat) {
        std::mem::swap(&mut self.link, &mut seat.link);
        std::mem::swap(&mut self.visit, &mut seat.visit);
    }

    fn accept_challenge(&mut self) -> bool {
        let Some(visit) = self.visit.as_ref().filter(|visit| visit.table.is_none()) else { return false };
        let Some(open) = visit.lobby.incoming(visit.me).next() else { return false };
        let challenge = open.challenge.id;
        self.out.send(ClientMessage::AcceptChallenge { challenge });
        if let Some(visit) = &mut self.visit {
            visit.lobby.remove_challenge(challenge);
        }
        true
    }

    /// Accepts the offers of the other person at this screen to which both agree by a press.
    fn agree(&mut self) -> bool {
        if !self.shares_screen {
            return false;
        }
        let Some(table) = self.table() else { return false };
        let (Some(seat), game) = (table.seat(), table.game().id()) else { return false };
        let open = table.game().open_offers(seat.opponent()).find(|kind| AGREED.contains(kind));
        let Some(kind) = open else { return false };
        self.out.send(ClientMessage::AnswerOffer { game, kind, accept: true });
        true
    }
}

/// The changes of seats, and the requests that only a game without a server knows.
impl App {
    /// Shows the seat of the person who is to act next.
    ///
    /// If the pieces of the one are hidden from the other, they change seats by themselves.
    fn find_seat(&mut self, local: &mut LocalPlay, now: Timestamp) {
        let LocalKind::Two { turns_board } = local.kind else { return };
        let Other::Person(seat) = &mut local.other else { return };
        let (Some(table), Some(visit)) = (self.table(), &mut seat.visit) else { return };
        let Some(other) = visit.table.as_mut().filter(|other| other.game().id() == table.game().id()) else {
            return;
        };
        visit.kept = self.visit.as_ref().and_then(|visit| visit.kept);
        let is_next = is_next(table, other);
        let hidden = table.game().terms().game.has_formations();
        if hidden {
            local.hands_over = is_next;
        } else if is_next && !table.animating(now) {
            let bottom = table.bottom();
            other.show_from(if turns_board { other.me() } else { bottom });
            self.change_seat(seat);
            std::mem::swap(&mut local.transport, &mut seat.transport);
        }
    }

    /// The person to whom the screen was handed over sits down.
    fn sit_down(&mut self) {
        let Some(mut local) = self.local.take() else { return };
        // they may be the one who was here before
        if std::mem::take(&mut local.is_covered)
            && std::mem::take(&mut local.hands_over)
            && let Other::Person(seat) = &mut local.other
        {
            perform(&mut local.transport, self.out.take_network());
            self.change_seat(seat);
            std::mem::swap(&mut local.transport, &mut seat.transport);
            if let Some(table) = self.table_mut() {
                let me = table.me();
                table.show_from(me);
            }
        }
        self.local = Some(local);
    }

    /// Takes back the last move at a shared screen, as the player who made it.
    pub(super) fn take_back_here(&mut self) {
        let Some(mut local) = self.local.take() else { return };
        if let (Other::Person(seat), Some(table)) = (&mut local.other, self.table()) {
            let is_mover = table.game().turn().map(Color::opponent) == table.seat();
            let message = ClientMessage::Offer { game: table.game().id(), kind: OfferKind::Takeback };
            perform(&mut local.transport, self.out.take_network());
            if is_mover {
                self.out.send(message);
            } else {
                self.as_other(seat, |app, _| app.out.send(message));
            }
        }
        self.local = Some(local);
    }

    /// The game without a server, while the user is in it.
    #[must_use]
    pub fn local(&self) -> Option<&LocalPlay> {
        self.local.as_ref().filter(|local| !local.is_left())
    }

    /// The game that the user left, and its table.
    #[must_use]
    pub fn left_game(&self) -> Option<(&LocalPlay, &Table)> {
        let local = self.local.as_ref()?;
        let (_, visit) = local.parked.as_ref()?;
        Some((local, visit.as_ref()?.table()?))
    }

    /// Whether the user may take back the last move at a shared screen.
    ///
    /// # Errors
    /// Why not.
    pub fn may_take_back_here(&self) -> Permit {
        let Some(table) = self.table() else { return Err(Denied::NoSeat) };
        let refused = |why| Err(Denied::Refused(Refusal::Offer(why)));
        match table.game() {
            game if game.is_over() => refused(OfferRefusal::GameOver),
            game if game.ply() == 0 => refused(OfferRefusal::NothingToTakeBack),
            _ => Ok(()),
        }
    }
}

impl LocalPlay {
    /// The table of the other person at this screen.
    fn other_table_mut(&mut self) -> Option<&mut Table> {
        let Other::Person(seat) = &mut self.other else { return None };
        seat.visit.as_mut()?.table.as_mut()
    }
}

/// Whether the other person must act before the game goes on.
fn is_next(table: &Table, other: &Table) -> bool {
    let (Some(mine), Some(theirs)) = (table.seat(), other.seat()) else { return false };
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

/// Stops the clocks that the user sees, or lets them run.
fn hold_clocks(visit: Option<&mut Visit>, held: bool, now: Timestamp) {
    if let Some(table) = visit.and_then(|visit| visit.table.as_mut()) {
        table.game_mut().set_paused(held, now);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::local::two_here;
    use super::*;
    use chuhe_model::choices::local_choice::TwoChoice;

    #[test]
    fn a_refusal_of_the_other_persons_request_is_shown_and_their_other_notices_are_not() {
        let app = &mut two_here(TwoChoice::default()).app;
        let mut local = app.local.take().unwrap();
        let Other::Person(seat) = &mut local.other else { panic!("two people play") };
        let refusal = Notice::Refused(Refusal::Offer(OfferRefusal::NothingToTakeBack));
        app.out.notice(Notice::InCheck);
        app.as_other(seat, |app, _| {
            app.out.notice(Notice::Opponent(chuhe_model::notices::notice::OpponentChange::Left));
            app.out.notice(refusal.clone());
        });
        assert_eq!(app.out.take_notices(), [Notice::InCheck, refusal]);
    }
}
