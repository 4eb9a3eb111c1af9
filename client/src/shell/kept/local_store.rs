//! Keeps the game without a server in the browser: the records of its hub, in the bytes of the server's
//! store, and beside them the tokens of its seats.

use super::commit_log::{CommitLog, ROOT};
use super::{Refused, Storage, rename, set_aside};
use crate::shell::local_store::{self, GameStorage, read_seats};
use chuhe_hub::Restored;
use chuhe_model::choices::local_choice::SavedLocal;
use chuhe_store::{StoreError, Write, restore};

/// The name of the tokens of the seats.
const SEATS: &str = "chuhe.seats";
/// What the records and tokens are called where they are set aside.
const ASIDE: &str = "game";

/// The game that is kept in a storage.
pub type LocalStore<S> = local_store::LocalStore<PageGame<S>>;

/// The storage of a page.
#[derive(Debug)]
pub struct PageGame<S> {
    /// The storage.
    pub storage: S,
    /// Whether no other page runs the program.
    pub is_first: bool,
}

impl<S: Storage + Clone> GameStorage for PageGame<S> {
    type Records = CommitLog<S>;

    fn restore(&mut self) -> Result<Option<(Self::Records, SavedLocal, Restored)>, StoreError> {
        if !self.is_first {
            return Err(StoreError::InUse);
        }
        let mut log = self.begin()?;
        if log.count() == 0 {
            return Ok(None);
        }
        let restored = restore(log.store())?;
        let seats = self.storage.get(SEATS).ok_or_else(|| StoreError::damaged("no tokens of the seats"))?;
        Ok(Some((log, read_seats(&seats)?, restored)))
    }

    fn begin(&mut self) -> Result<Self::Records, StoreError> {
        CommitLog::open(self.storage.clone())
    }

    fn has_game(&self) -> bool {
        self.storage.get(SEATS).is_some()
    }

    fn commit(records: &mut Self::Records, writes: &[Write]) -> Result<(), StoreError> {
        records.commit(writes)
    }

    fn keep_seats(&self, text: &str) -> Result<(), StoreError> {
        self.storage.set(SEATS, text).map_err(full)
    }

    fn clear(&mut self) -> Result<(), StoreError> {
        self.storage.keys(ROOT).iter().for_each(|key| self.storage.remove(key));
        self.storage.remove(SEATS);
        Ok(())
    }

    fn set_aside(&mut self) -> Result<Option<String>, StoreError> {
        // the tokens get the name of a commit, so that they stay with the records
        rename(&self.storage, SEATS, &format!("{ROOT}seats")).map_err(full)?;
        set_aside(&self.storage, ROOT, ASIDE).map(Some).map_err(full)
    }
}

const fn full(_: Refused) -> StoreError {
    StoreError::Full
}

#[cfg(test)]
mod tests {
    use super::super::test_storage::TestStorage;
    use super::*;
    use chuhe_app::{App, Screen};
    use chuhe_model::actions::action::{Action, JoinAction, SettingsAction, TableAction};
    use chuhe_model::actions::start_action::StartAction;
    use chuhe_model::choices::game_choice::GameChoice;
    use chuhe_model::choices::local_choice::StartEntry;
    use chuhe_model::exchange::effect::{Effect, StorageEffect};
    use chuhe_model::exchange::environment::Environment;
    use chuhe_model::exchange::event::{Event, NetworkEvent};
    use chuhe_model::exchange::local_store::LocalEvent;
    use chuhe_model::exchange::servers::Servers;
    use chuhe_model::exchange::settings::{Settings, StartSettings};
    use chuhe_protocol::{ColorChoice, DoorMessage, PlayerId, PlayerName, SessionToken};
    use chuhe_rules::clock::Timestamp;
    use chuhe_rules::{Color, GameMove};
    use std::sync::atomic::{AtomicU64, Ordering};

    static SEED: AtomicU64 = AtomicU64::new(1);
    const STARTED_AT_MS: u64 = 1_763_600_000_000;

    /// A page: the app with the store that it keeps its game in.
    struct Page {
        app: App,
        store: LocalStore<TestStorage>,
        now_ms: u64,
    }

    impl Page {
        /// A page with a seed of its own, later than those before it.
        fn of(storage: &TestStorage, is_first: bool, start: StartEntry) -> Self {
            let seed = SEED.fetch_add(1, Ordering::Relaxed);
            Self::at(storage, is_first, start, (seed, STARTED_AT_MS + seed * 60_000))
        }

        /// A page that starts at this time, in milliseconds since 1970.
        fn at(storage: &TestStorage, is_first: bool, entry: StartEntry, (seed, at_ms): (u64, u64)) -> Self {
            let (store, restored) = LocalStore::open(PageGame { storage: storage.clone(), is_first });
            let started_at_ms = Some(at_ms);
            let environment = Environment { started_at_ms, seed, ..Environment::default() };
            let servers =
                Servers { name: "Bo".to_owned(), host: "localhost".to_owned(), ..Servers::default() };
            let start = StartSettings { entry, ..StartSettings::default() };
            let app = App::new(environment, Settings { start, servers, ..Settings::default() });
            let mut page = Self { app, store, now_ms: 5 };
            if let Some(restored) = restored {
                let effects = page.app.restore_local(restored, Timestamp::from_ms(5));
                page.perform(effects);
            }
            page
        }

        fn open(storage: &TestStorage) -> Self {
            Self::of(storage, true, StartEntry::Two)
        }

        fn perform(&mut self, effects: Vec<Effect>) {
            for effect in effects {
                if let Effect::Storage(StorageEffect::Local(request)) = effect {
                    self.store.request(request);
                }
            }
        }

        fn act(&mut self, action: Action) {
            for event in [Event::Action(action), Event::Tick] {
                self.now_ms += 500;
                let effects = self.app.update(event, Timestamp::from_ms(self.now_ms));
                self.perform(effects);
            }
        }

        /// The server, to which the app connects, lets the user in.
        fn joins(&mut self) {
            let (player, token) = (PlayerId(7), SessionToken([5; 16]));
            let name = PlayerName::parse("Bo").unwrap();
            let joined =
                DoorMessage::Joined { player, name, token, resumed: false, registered: false, hall: None };
            for event in [NetworkEvent::Connected, NetworkEvent::Received(Box::new(joined.into()))] {
                let effects = self.app.update(Event::Network(event), Timestamp::from_ms(self.now_ms));
                self.perform(effects);
            }
        }

        fn play(&mut self, mv: &str) {
            self.act(Action::Table(TableAction::Play(GameMove::Xiangqi(mv.parse().unwrap()))));
        }

        fn begin(&mut self) {
            self.act(Action::Start(StartAction::Play));
            self.play("h2e2");
        }

        fn end(&mut self) {
            for action in [TableAction::Resign, TableAction::Leave] {
                self.act(Action::Table(action));
            }
        }

        fn left_after(&self) -> Option<usize> {
            self.app.sessions().left_game().map(|(_, table)| table.game().ply())
        }

        fn events(&mut self) -> Vec<LocalEvent> {
            std::iter::from_fn(|| self.store.poll()).collect()
        }
    }

    /// A storage with a game of two after the first move.
    fn left() -> TestStorage {
        let storage = TestStorage::default();
        Page::open(&storage).begin();
        storage
    }

    #[test]
    fn a_game_that_was_left_goes_on_in_the_next_visit() {
        for entry in [StartEntry::Computer, StartEntry::Two] {
            let storage = TestStorage::default();
            Page::of(&storage, true, entry).begin();
            for _ in 0..2 {
                let mut page = Page::of(&storage, true, entry);
                assert_eq!((page.left_after(), page.events()), (Some(1), vec![]), "{entry:?}");
                page.act(Action::Start(StartAction::Continue));
                assert_eq!(page.app.sessions().table().map(|table| table.game().ply()), Some(1));
            }
        }
    }

    #[test]
    fn a_reload_comes_back_to_the_game_and_to_the_server_behind_it() {
        let storage = TestStorage::default();
        let mut page = Page::open(&storage);
        page.act(Action::Join(JoinAction::Submit));
        page.joins();
        page.act(Action::Start(StartAction::PlayComputer));
        page.play("h2e2");
        assert!(page.app.sessions().has_background_server());
        let route = page.app.route().expect("the address leads to the server").to_string();
        let mut again = Page::open(&storage);
        again.act(Action::FollowAgain(route));
        let effects = again.app.reopen_local(Timestamp::from_ms(again.now_ms));
        again.perform(effects);
        assert_eq!(again.app.sessions().table().map(|table| table.game().ply()), Some(1));
        again.joins();
        assert!(again.app.sessions().has_background_server(), "the user is in the lobby again");
        assert_eq!(again.app.sessions().table().map(|table| table.game().ply()), Some(1));
        again.act(Action::Start(StartAction::Leave));
        assert_eq!(again.app.screen(), Screen::Lobby);
    }

    #[test]
    fn a_reload_keeps_the_formations_under_way_and_the_turned_board() {
        let in_game = |storage: &TestStorage, entry| {
            let mut page = Page::of(storage, true, entry);
            page.act(Action::Start(StartAction::Continue));
            page
        };
        for entry in [StartEntry::Computer, StartEntry::Two] {
            let storage = TestStorage::default();
            let mut page = Page::of(&storage, true, entry);
            page.act(Action::Start(StartAction::Game(GameChoice::LuzhanqiCross)));
            for action in [StartAction::Side(ColorChoice::Red), StartAction::Play] {
                page.act(Action::Start(action));
            }
            let draft = |page: &Page| {
                page.app.sessions().table().and_then(|it| it.game().play().draft()).map(|it| it.text())
            };
            for action in [TableAction::Shuffle, TableAction::Flip, TableAction::Shuffle] {
                page.act(Action::Table(action));
            }
            let shown = draft(&page);
            page.now_ms += 1_000;
            page.act(Action::Settings(SettingsAction::Toggle));
            for _ in 0..2 {
                let page = in_game(&storage, entry);
                let bottom = page.app.sessions().table().map(|table| table.bottom());
                assert_eq!((draft(&page), bottom), (shown.clone(), Some(Color::Black)), "{entry:?}");
            }
        }
    }

    #[test]
    fn two_people_find_their_board_turned_whoever_is_to_move() {
        for moves in [&["h2e2"][..], &["h2e2", "h9g7"]] {
            let storage = TestStorage::default();
            let mut page = Page::open(&storage);
            page.act(Action::Start(StartAction::Play));
            moves.iter().for_each(|mv| page.play(mv));
            page.act(Action::Table(TableAction::Flip));
            page.now_ms += 1_000;
            page.act(Action::Settings(SettingsAction::Toggle));
            let mut page = Page::open(&storage);
            page.act(Action::Start(StartAction::Continue));
            assert_eq!(
                page.app.sessions().table().map(|table| table.bottom()),
                Some(Color::Black),
                "{moves:?}"
            );
        }
    }

    #[test]
    fn a_game_that_the_user_left_for_something_else_stays_left_through_each_reload() {
        let is_left = |storage: &TestStorage| {
            let (_, restored) = LocalStore::open(PageGame { storage: storage.clone(), is_first: true });
            restored.map(|(saved, _)| saved.is_left)
        };
        let storage = left();
        assert_eq!(is_left(&storage), Some(false));
        let mut page = Page::open(&storage);
        page.act(Action::Start(StartAction::Continue));
        page.act(Action::Start(StartAction::Leave));
        for reload in 0..3 {
            assert_eq!(is_left(&storage), Some(true), "{reload}");
            page = Page::open(&storage);
            page.act(Action::Settings(SettingsAction::Toggle));
        }
        page.act(Action::Start(StartAction::Continue));
        assert_eq!(is_left(&storage), Some(false));
    }

    #[test]
    fn a_game_that_was_left_goes_on_after_the_clock_was_set_back_or_far_forward() {
        let day_ms = 86_400_000;
        for entry in [StartEntry::Computer, StartEntry::Two] {
            for set_to in [STARTED_AT_MS - day_ms, STARTED_AT_MS + 500 * day_ms] {
                let storage = TestStorage::default();
                Page::of(&storage, true, entry).begin();
                for visit in 0..2 {
                    let mut page = Page::at(&storage, true, entry, (1_000 + visit, set_to));
                    assert_eq!((page.left_after(), page.events()), (Some(1), vec![]), "{entry:?} {set_to}");
                }
                if entry == StartEntry::Two {
                    let mut page = Page::at(&storage, true, entry, (2_000, set_to));
                    page.act(Action::Start(StartAction::Continue));
                    page.play("h9g7");
                    assert_eq!(
                        page.app.sessions().table().map(|table| table.game().ply()),
                        Some(2),
                        "{set_to}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_move_writes_no_more_late_in_a_game() {
        let storage = left();
        let mut page = Page::open(&storage);
        page.act(Action::Start(StartAction::Continue));
        let moves =
            ["h9g7", "h0g2", "i9h9", "i0h0", "b9c7", "b0c2", "a9b9", "a0b0", "g6g5", "g3g4", "c6c5", "c3c4"];
        let mut costs = Vec::new();
        for mv in moves {
            let before = storage.written();
            page.play(mv);
            costs.push(storage.written() - before);
        }
        assert_eq!(Page::open(&storage).left_after(), Some(13));
        assert!(costs.iter().all(|cost| (1..=200).contains(cost)), "{costs:?}");
    }

    #[test]
    fn a_second_page_leaves_the_kept_game_as_it_is_and_reports_each_of_its_own() {
        let storage = left();
        let before = storage.texts();
        let mut second = Page::of(&storage, false, StartEntry::Two);
        assert_eq!((second.left_after(), second.events()), (None, vec![LocalEvent::Elsewhere]));
        let empty = &mut Page::of(&TestStorage::default(), false, StartEntry::Two);
        assert_eq!((empty.left_after(), empty.events()), (None, vec![]), "there is no game yet");
        for _ in 0..2 {
            second.begin();
            second.play("h9g7");
            assert_eq!(second.events(), [LocalEvent::InUse], "one report is enough");
            second.end();
        }
        assert_eq!(storage.texts(), before);
        assert_eq!(Page::open(&storage).left_after(), Some(1));
    }

    #[test]
    fn a_storage_that_refuses_everything_is_reported_in_each_game() {
        let storage = TestStorage::default();
        storage.set_quota(0);
        let mut page = Page::open(&storage);
        for _ in 0..2 {
            page.begin();
            page.play("h9g7");
            assert_eq!(page.events(), [LocalEvent::Full]);
            page.end();
        }
        storage.lift_quota();
        page.begin();
        assert_eq!((page.events(), Page::open(&storage).left_after()), (vec![], Some(1)));
    }

    #[test]
    fn a_full_storage_keeps_the_game_up_to_there_and_is_emptied_after_it() {
        let storage = left();
        let mut page = Page::open(&storage);
        page.act(Action::Start(StartAction::Continue));
        page.play("h9g7");
        storage.set_quota(storage.size());
        page.play("h0g2");
        page.play("i9h9");
        assert_eq!(page.events(), [LocalEvent::Full]);
        assert_eq!(Page::open(&storage).left_after(), Some(2));
        page.end();
        assert!(storage.texts().is_empty(), "a game that is over does not come back");
    }

    #[test]
    fn a_game_that_is_over_is_removed_when_its_table_is_left() {
        let storage = left();
        let mut page = Page::open(&storage);
        page.act(Action::Start(StartAction::Continue));
        page.end();
        assert!(storage.texts().is_empty());
    }

    #[test]
    fn records_and_tokens_that_cannot_be_used_are_set_aside_and_a_new_game_is_kept() {
        type Damage = fn(&TestStorage);
        let damages: [Damage; 4] = [
            |storage| storage.set("chuhe.game.1.0", "damaged").unwrap(),
            |storage| storage.remove("chuhe.game.1.0"),
            |storage| storage.set(SEATS, "{").unwrap(),
            |storage| storage.remove(SEATS),
        ];
        let storage = left();
        for (n, damage) in (1..).zip(damages) {
            damage(&storage);
            let aside = format!("chuhe.set-aside.game-{n}.");
            let damaged: Vec<_> = storage
                .texts()
                .into_iter()
                .filter(|(key, _)| !key.starts_with(super::super::SET_ASIDE))
                .collect();
            let mut page = Page::open(&storage);
            assert_eq!((page.left_after(), page.events()), (None, vec![LocalEvent::SetAside(aside.clone())]));
            for (key, text) in damaged {
                let key = key.strip_prefix(ROOT).map_or("seats".to_owned(), ToOwned::to_owned);
                assert_eq!(storage.get(&format!("{aside}{key}")), Some(text));
            }
            page.begin();
            assert_eq!((page.events(), Page::open(&storage).left_after()), (vec![], Some(1)));
        }
    }

    #[test]
    fn records_without_a_game_are_set_aside() {
        let storage = left();
        storage.keys(ROOT).iter().for_each(|key| storage.remove(key));
        CommitLog::open(storage.clone()).unwrap().commit(&[]).unwrap();
        let mut page = Page::open(&storage);
        assert!(matches!(page.events()[..], [LocalEvent::SetAside(_)]));
        assert_eq!((page.left_after(), page.app.desk().settings.unfinished_game.as_ref()), (None, None));
    }

    #[test]
    fn what_cannot_be_set_aside_stays_and_is_reported() {
        let storage = left();
        storage.set("chuhe.game.1.0", "damaged").unwrap();
        for n in 1..=super::super::MAX_SET_ASIDE {
            storage.set(&format!("chuhe.set-aside.game-{n}.1.0"), "damaged").unwrap();
        }
        let mut page = Page::open(&storage);
        assert_eq!(page.events(), [LocalEvent::Full]);
        page.begin();
        assert_eq!(page.events(), [LocalEvent::Full]);
        page.end();
        assert_eq!(storage.get("chuhe.game.1.0").as_deref(), Some("damaged"));
    }

    #[test]
    fn the_game_of_a_newer_program_stays_as_it_is() {
        let storage = left();
        storage.set("chuhe.game.2.0", "newer").unwrap();
        let before = storage.texts();
        let mut page = Page::open(&storage);
        assert!(matches!(page.events()[..], [LocalEvent::Unavailable(_)]));
        page.begin();
        assert!(matches!(page.events()[..], [LocalEvent::Failed(_)]));
        page.end();
        assert_eq!(storage.texts(), before);
    }
}
