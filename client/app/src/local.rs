//! Games without a server: starting one, exchanging its messages, and changing seats.

use crate::coaching;
use crate::desk::Desk;
use crate::local_play::{LocalGame, LocalPlay};
use crate::session::News;
use crate::session::preparing::prepare_table;
use crate::sessions::Sessions;
use crate::visit::Visit;
use chuhe_hub::Restored;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::{LocalKind, SavedLocal, StartEntry};
use chuhe_model::connection::local::{LocalServer, tells_apart};
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::local_store::{LocalEvent, LocalRequest};
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::Table;
use chuhe_protocol::{ColorChoice, ComputerName, PlayerName, Terms};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use rand_chacha::rand_core::Rng as _;

/// The most rounds of messages after one event. No event needs ten.
const ROUNDS: usize = 100;
impl Sessions {
    #[inline(never)]
    pub(crate) fn act_start(&mut self, action: StartAction, name: &str, desk: &mut Desk, now: Timestamp) {
        let replaces = std::mem::take(&mut self.asked_to_replace);
        // in a lobby, only the form of the computer can be open
        let entry = if self.chooses_computer { StartEntry::Computer } else { desk.settings.start.entry };
        let (computer, two) = (&mut desk.settings.start.computer, &mut desk.settings.start.two);
        match action {
            StartAction::Show(entry) => {
                // what was wrong with the form of one entry is not wrong with that of another
                if desk.settings.start.entry != entry {
                    desk.notices.dismiss();
                }
                desk.settings.start.entry = entry;
            }
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
            StartAction::Play if entry == StartEntry::Two => self.start_for_two(desk, now),
            StartAction::Play => {
                self.replaced = None;
                self.start_against_computer(name, desk, now);
            }
            StartAction::ChooseComputer(chooses) => {
                if let Some(proposal) = chooses.then(|| self.proposal(now)).flatten() {
                    self.replaced = Some([(computer.game, computer.level), proposal]);
                    (computer.game, computer.level) = proposal;
                }
                return self.chooses_computer = chooses;
            }
            StartAction::PlayComputer if self.left_game().is_some() => return self.continue_local(now),
            StartAction::PlayComputer => self.start_against_computer(name, desk, now),
            StartAction::Continue => return self.continue_local(now),
            StartAction::Leave => return self.leave_local(desk, now),
            StartAction::HandOver => {
                if let Some(local) = self.local.as_mut().filter(|local| local.hands_over) {
                    local.is_covered = true;
                }
                // what was said to the one is not for the other
                return desk.notices.dismiss();
            }
            StartAction::SitDown => {
                self.local.as_mut().into_iter().for_each(LocalPlay::sit_down);
                return;
            }
            StartAction::Hint => return self.seek_hint(desk),
            StartAction::Coach(action) => return coaching::act(self, action, desk),
            StartAction::RetryEngine => return self.retry_engine(desk),
            StartAction::UseOwnEngine => return self.use_own_engine(desk),
        }
        desk.save();
    }

    /// Takes back what the form of the computer proposed, once it is closed without a game on what it proposed.
    pub(crate) fn end_proposal(&mut self, desk: &mut Desk) {
        let Some([before, proposal]) = self.replaced.take_if(|_| !self.chooses_computer) else { return };
        let computer = &mut desk.settings.start.computer;
        if (computer.game, computer.level) == proposal {
            (computer.game, computer.level) = before;
            self.proposed = None;
            desk.save();
        }
    }

    /// A game of fitting strength, for who has looked for an opponent in vain; once for each search, because the user may
    /// choose another one.
    fn proposal(&mut self, now: Timestamp) -> Option<(GameChoice, u8)> {
        let Visit { lobby, me, .. } = self.server.visit.as_ref()?;
        let (fitting, search) = (lobby.fitting_computer(*me, now)?, lobby.sought.as_ref()?.request);
        (self.proposed.replace(search) != Some(search)).then_some(fitting)
    }

    /// Starts the game of two people that the first screen describes.
    fn start_for_two(&mut self, desk: &mut Desk, now: Timestamp) {
        let (text, two) = (&desk.text().local, desk.settings.start.two);
        let kind = LocalKind::Two { turns_board: two.turns_board };
        let names = [text.first_player, text.second_player].map(str::to_owned);
        self.open_local(desk, kind, two.terms(), names, now);
    }

    /// Starts the game against the computer that the first screen describes.
    fn start_against_computer(&mut self, name: &str, desk: &mut Desk, now: Timestamp) {
        let (text, choice) = (&desk.text().local, desk.settings.start.computer);
        let side = match choice.side {
            ColorChoice::Red => Color::Red,
            ColorChoice::Black => Color::Black,
            ColorChoice::Random if desk.random.next_u32().is_multiple_of(2) => Color::Red,
            ColorChoice::Random => Color::Black,
        };
        let level = choice.level();
        // an engine that was removed in another window does not play
        let external = choice.external().filter(|it| desk.settings.engines.find(it.engine).is_some());
        let kind = LocalKind::Computer { level, handicap: choice.handicap(), external };
        let known = PlayerName::parse(name.trim()).map(String::from);
        let engine = external.and_then(|it| desk.settings.engines.find(it.engine));
        let opponent = match engine {
            Some(engine) => {
                let named = engine.player_name().filter(|engine| tells_apart([engine, text.player]));
                named.unwrap_or_else(|| text.engine_player.to_owned())
            }
            None => PlayerName::of_computer(level).into(),
        };
        // a user who has the name of a computer player would be shown as one
        let known = known.ok().filter(|user| ComputerName::parse(user).is_none());
        let user = known.filter(|user| tells_apart([user, &opponent]));
        let names = [user.unwrap_or_else(|| text.player.to_owned()), opponent];
        self.open_local(desk, kind, choice.terms(side), names, now);
    }

    fn open_local(
        &mut self,
        desk: &mut Desk,
        kind: LocalKind,
        terms: Terms,
        names: [String; 2],
        now: Timestamp,
    ) {
        self.drop_local(desk);
        let mut seed = [0; 32];
        desk.random.fill_bytes(&mut seed);
        let server = LocalServer::starting_at(seed, desk.environment.started_at_ms.unwrap_or(0), now);
        let game = self.local_game(desk, kind, server);
        self.local = Some(LocalPlay::new(game, terms, names, now));
        self.stay_in_lobby();
    }

    fn local_game(&mut self, desk: &mut Desk, kind: LocalKind, server: LocalServer) -> LocalGame {
        LocalGame { kind, server, playing: desk.playing_engine(kind), seed: desk.random.next_u64() }
    }

    /// The server stays in the background of a game without it if the user is in its lobby. A user who sits at a
    /// table of the server leaves the server instead, and an attempt to join ends.
    fn stay_in_lobby(&mut self) {
        if self.server.visit.as_ref().is_some_and(|visit| visit.table().is_none()) {
            self.server.with_visit(Visit::forget_requested_game);
        } else {
            self.server.leave();
        }
    }

    /// Ends the game without a server, if there is one.
    pub(crate) fn drop_local(&mut self, desk: &mut Desk) {
        if desk.settings.unfinished_game.take().is_some() {
            desk.out.push(StorageEffect::Local(LocalRequest::Clear));
            desk.save();
        }
        if let Some(mut local) = self.local.take() {
            local.stop_thinking(&mut desk.out);
        }
    }

    /// Shows the first screen or the server, and lets the game stand still until the user continues it.
    ///
    /// A page that is loaded again does not open it then.
    pub(crate) fn leave_local(&mut self, desk: &mut Desk, now: Timestamp) {
        self.let_stand_still(desk, now);
        if self.left_game().is_none() {
            return self.drop_local(desk);
        }
        self.mark_left(desk);
    }

    /// Keeps that the user has left the game, if they have.
    fn mark_left(&mut self, desk: &mut Desk) {
        let is_left = self.left_game().is_some();
        if let Some(saved) = desk.settings.unfinished_game.as_mut().filter(|saved| is_left && !saved.is_left)
        {
            saved.is_left = true;
            saved.served_until = self.local.as_ref().map(|local| local.server.served_until());
            desk.out.push(StorageEffect::Local(LocalRequest::KeepSeats(saved.clone())));
        }
    }

    /// Lets the game stand still, and shows the first screen or the server.
    fn let_stand_still(&mut self, desk: &mut Desk, now: Timestamp) {
        let is_over = self.table().is_none_or(|table| table.game().is_over() || table.is_gone());
        if is_over {
            return self.drop_local(desk);
        }
        if let Some(local) = self.local.as_mut().filter(|local| !local.is_left()) {
            local.leave(now);
        }
    }

    /// Continues the game that the user left.
    pub(crate) fn continue_local(&mut self, now: Timestamp) {
        if self.come_back_to_local(now) {
            self.stay_in_lobby();
        }
    }

    /// Shows the game that the user left, and lets an attempt to join a server go on behind it; returns whether there is
    /// one.
    pub(crate) fn come_back_to_local(&mut self, now: Timestamp) -> bool {
        let Some(local) = self.local.as_mut().filter(|local| local.is_left()) else { return false };
        local.come_back(now);
        true
    }

    /// Lets the game without a server stand still for the time in which this program did not run.
    pub(crate) fn skip_standstill(&mut self, now: Timestamp) {
        self.local.as_mut().into_iter().for_each(|local| local.skip_standstill(now));
    }

    /// The shell has kept the game without a server, or could not.
    #[inline(never)]
    pub(crate) fn local_event(&mut self, desk: &mut Desk, event: LocalEvent) {
        if let (LocalEvent::InUse | LocalEvent::Full | LocalEvent::Failed(_), Some(local)) =
            (&event, &mut self.local)
        {
            local.is_kept = false;
        }
        desk.out.notice(Notice::Local(event));
    }

    /// Passes the time to the connections, exchanges messages with the hub in this program, and keeps a game that
    /// is over by then.
    pub(crate) fn exchange(&mut self, desk: &mut Desk, now: Timestamp) {
        self.server.tick(now);
        if self.run_local(desk, now) {
            self.keep_finished_game(desk, now);
        }
    }

    /// Exchanges messages with the hub in this program until none is left. Returns whether the game has changed.
    fn run_local(&mut self, desk: &mut Desk, now: Timestamp) -> bool {
        let Some(mut local) = self.local.take_if(|local| !local.is_left()) else { return false };
        let mut has_changed = false;
        local.begin_exchange(now);
        let quiet = (0..ROUNDS).any(|_| {
            let any = local.exchange(now, &mut desk.out);
            let shares_screen = local.is_shared();
            for session in local.sessions_mut() {
                let news = session.take_news();
                if news.iter().any(|news| matches!(news, News::TableOpened)) {
                    // a notice about the lobby does not matter at the table
                    desk.notices.dismiss();
                }
                if news.iter().any(|news| matches!(news, News::TableChanged)) {
                    has_changed = true;
                    prepare_table(session, &desk.settings, &mut desk.random, shares_screen);
                }
            }
            !any
        });
        debug_assert!(quiet, "the exchange of messages ends");
        if has_changed {
            local.named_in = None;
        }
        local.name_players(desk.lang());
        desk.out.notices(local.take_notices());
        let was_covered = local.is_covered;
        local.end_exchange(now);
        if local.is_covered && !was_covered {
            // what was said to the one is not for the other
            desk.notices.dismiss();
        }
        local.end_engine_after_the_game(&mut desk.out);
        self.keep_local(desk, &local);
        self.local = Some(local);
        has_changed
    }

    /// Passes what has happened to the store, and the tokens when they change.
    fn keep_local(&mut self, desk: &mut Desk, local: &LocalPlay) {
        let records = local.server.take_records();
        if !records.is_empty() {
            desk.out.push(StorageEffect::Local(LocalRequest::Keep(records)));
        }
        let Some(mut saved) = local.saved() else { return };
        let known = desk.settings.unfinished_game.as_ref();
        let is_known = known.is_some_and(|known| {
            known.kind == saved.kind && known.is_left == saved.is_left && known.tokens == saved.tokens
        });
        if !is_known {
            saved.tables = known.map_or_else(Vec::new, |known| known.tables.clone());
            desk.settings.unfinished_game = Some(saved.clone());
            desk.out.push(StorageEffect::Local(LocalRequest::KeepSeats(saved)));
        }
    }

    /// The game without a server, while the user is in it.
    #[must_use]
    pub fn local(&self) -> Option<&LocalPlay> {
        self.local.as_ref().filter(|local| !local.is_left())
    }

    pub(crate) fn local_mut(&mut self) -> Option<&mut LocalPlay> {
        self.local.as_mut().filter(|local| !local.is_left())
    }

    /// Whether two people play at this screen now.
    #[must_use]
    pub fn shares_screen(&self) -> bool {
        self.local().is_some_and(LocalPlay::is_shared)
    }

    /// The game that the user left, and its table, if anything was played or set up.
    #[must_use]
    pub fn left_game(&self) -> Option<(&LocalPlay, &Table)> {
        let local = self.local.as_ref().filter(|local| local.is_left() && local.has_begun())?;
        Some((local, local.shown().table()?))
    }

    /// Resumes the game that an earlier run of the program kept, and leaves it until the user
    /// continues it.
    ///
    /// Records that give no game are set aside.
    pub(crate) fn restore(
        &mut self,
        desk: &mut Desk,
        (saved, mut restored): (SavedLocal, Restored),
        now: Timestamp,
    ) {
        restored.alive_at = saved.served_until;
        desk.settings.unfinished_game = Some(saved.clone());
        let mut seed = [0; 32];
        desk.random.fill_bytes(&mut seed);
        let started_at_ms = desk.environment.started_at_ms.unwrap_or(0);
        let is_intact = restored.rejected.is_empty() && !restored.games.is_empty();
        let (server, is_whole) = LocalServer::restore(seed, started_at_ms, now, restored);
        if is_intact && is_whole {
            let game = self.local_game(desk, saved.kind, server);
            self.local = Some(LocalPlay::resume(game, &saved, now));
            self.run_local(desk, now);
            // nobody waited for the program
            desk.out.take_notices();
        }
        if self.table().is_some() {
            self.let_stand_still(desk, now);
            // the first exchange of the seats took it for open
            if saved.is_left {
                self.mark_left(desk);
            }
        } else {
            // set aside, not removed
            desk.settings.unfinished_game = None;
            self.drop_local(desk);
            desk.out.push(StorageEffect::Local(LocalRequest::SetAside));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::local::two_here;
    use chuhe_model::choices::local_choice::TwoChoice;
    use chuhe_model::notices::notice::{Notice, OpponentChange};
    use chuhe_protocol::Refusal;
    use chuhe_rules::offers::OfferRefusal;

    #[test]
    fn a_refusal_of_the_other_persons_request_is_shown_and_their_other_notices_are_not() {
        let app = &mut two_here(TwoChoice::default()).app;
        let local = app.sessions.local.as_mut().unwrap();
        let refusal = Notice::Refused(Refusal::Offer(OfferRefusal::NothingToTakeBack));
        let mut sessions = local.sessions_mut();
        sessions.next().unwrap().out.notice(Notice::InCheck);
        let other = sessions.next().unwrap();
        other.out.notice(Notice::Opponent(OpponentChange::Left));
        other.out.notice(refusal.clone());
        drop(sessions);
        assert_eq!(local.take_notices(), [Notice::InCheck, refusal]);
    }
}
