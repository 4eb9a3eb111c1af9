//! Keeps the game without a server on disk, in the store of the server.
//!
//! The folder holds one game: its records, and beside them the file with the tokens of its seats.
//! Records that cannot be used are moved aside with the whole folder.

use super::settings::{Access, replace};
use crate::shell::local_store::{self, GameStorage, read_seats};
use chuhe_hub::Restored;
use chuhe_model::choices::local_choice::SavedLocal;
use chuhe_server::store::Sqlite;
use chuhe_store::{Durability, Store as _, StoreError, Write, restore};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The most folders with records that could not be used.
const MAX_SET_ASIDE: usize = 1_000;

/// The file with the tokens of the seats.
const SEATS: &str = "seats.json";

/// The game that is kept in a folder.
pub(super) type LocalStore = local_store::LocalStore<Folder>;

/// The folder of the game; `None` if the system has none, so that nothing is kept.
#[derive(Debug)]
pub(super) struct Folder(Option<PathBuf>);

/// Opens the folder, and returns what an earlier run of the program kept there.
pub(super) fn open(folder: Option<PathBuf>) -> (LocalStore, Option<(SavedLocal, Restored)>) {
    LocalStore::open(Folder(folder))
}

impl Folder {
    fn existing(&self) -> Option<&Path> {
        self.0.as_deref().filter(|folder| folder.exists())
    }
}

impl GameStorage for Folder {
    /// `None` without a folder.
    type Records = Option<Sqlite>;

    fn restore(&mut self) -> Result<Option<(Self::Records, SavedLocal, Restored)>, StoreError> {
        let Some(folder) = self.existing() else { return Ok(None) };
        let mut store = Sqlite::open(folder)?;
        let restored = restore(&mut store)?;
        let seats = match fs::read_to_string(folder.join(SEATS)) {
            Ok(text) => read_seats(&text)?,
            Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::InvalidData].contains(&error.kind()) => {
                return Err(StoreError::damaged(&format!("{SEATS}: {error}")));
            }
            Err(error) => return Err(unavailable(error)),
        };
        Ok(Some((Some(store), seats, restored)))
    }

    fn begin(&mut self) -> Result<Self::Records, StoreError> {
        self.0.as_deref().map(Sqlite::open).transpose()
    }

    fn has_game(&self) -> bool {
        self.existing().is_some()
    }

    fn commit(records: &mut Self::Records, writes: &[Write]) -> Result<(), StoreError> {
        records.as_mut().map_or(Ok(()), |store| store.commit(writes, Durability::Process))
    }

    fn keep_seats(&self, text: &str) -> Result<(), StoreError> {
        let Some(folder) = &self.0 else { return Ok(()) };
        replace(&folder.join(SEATS), text.as_bytes(), Access::Owner).map_err(unavailable)
    }

    fn clear(&mut self) -> Result<(), StoreError> {
        self.existing().map_or(Ok(()), fs::remove_dir_all).map_err(unavailable)
    }

    fn set_aside(&mut self) -> Result<Option<String>, StoreError> {
        let path = self.existing().map(rename_aside).transpose().map_err(unavailable)?;
        Ok(path.map(|path| path.display().to_string()))
    }
}

fn unavailable(error: io::Error) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

fn rename_aside(folder: &Path) -> io::Result<PathBuf> {
    let aside = |n: usize| folder.with_extension(format!("local-damaged-{n}"));
    let free = (1..=MAX_SET_ASIDE).map(aside).find(|path| !path.exists());
    let path = free.ok_or_else(|| io::Error::other("too many damaged games"))?;
    fs::rename(folder, &path)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_app::App;
    use chuhe_model::actions::action::{Action, TableAction};
    use chuhe_model::actions::start_action::StartAction;
    use chuhe_model::choices::local_choice::{StartEntry, TwoChoice};
    use chuhe_model::choices::preset::Preset;
    use chuhe_model::exchange::effect::{Effect, StorageEffect};
    use chuhe_model::exchange::environment::Environment;
    use chuhe_model::exchange::event::Event;
    use chuhe_model::exchange::local_store::LocalEvent;
    use chuhe_model::exchange::settings::{Settings, StartSettings};
    use chuhe_protocol::limits;
    use chuhe_rules::clock::Timestamp;
    use chuhe_rules::{Color, GameMove};
    use std::sync::atomic::{AtomicU64, Ordering};

    static SEED: AtomicU64 = AtomicU64::new(1);

    /// A run of the program: the app with the store that it keeps its game in.
    struct Run {
        app: App,
        store: LocalStore,
        settings: Settings,
        now: Timestamp,
    }

    impl Run {
        fn start(folder: &Path, settings: Settings) -> Self {
            // the file of the settings holds less than the settings
            let settings: Settings =
                serde_json::from_str(&serde_json::to_string(&settings).unwrap()).unwrap();
            let (store, restored) = open(Some(folder.to_owned()));
            // every run has a seed of its own
            let seed = SEED.fetch_add(1, Ordering::Relaxed);
            let started_at_ms = Some(1_763_600_000_000);
            let environment = Environment { started_at_ms, seed, ..Environment::default() };
            let app = App::new(environment, settings.clone());
            let mut run = Self { app, store, settings, now: Timestamp::from_ms(5) };
            if let Some(restored) = restored {
                let effects = run.app.restore_local(restored, run.now);
                run.perform(effects);
            }
            run
        }

        fn perform(&mut self, effects: Vec<Effect>) {
            for effect in effects {
                if let Effect::Storage(StorageEffect::Local(request)) = effect {
                    self.store.request(request);
                } else if let Effect::Storage(StorageEffect::SaveSettings(settings)) = effect {
                    self.settings = *settings;
                }
            }
        }

        fn update(&mut self, event: Event) {
            let effects = self.app.update(event, self.now);
            self.perform(effects);
        }

        fn act(&mut self, action: Action) {
            self.update(Event::Action(action));
        }

        /// What the clock of red shows, whose turn it is.
        fn time_left_ms(&self) -> u64 {
            let table = self.app.sessions().table().unwrap();
            let clocks = table.game().clocks(self.now);
            clocks.sides[Color::Red].game_ms.unwrap()
        }

        fn play(&mut self, mv: &str) {
            self.act(Action::Table(TableAction::Play(GameMove::Xiangqi(mv.parse().unwrap()))));
        }

        fn left_after(&self) -> Option<usize> {
            self.app.sessions().left_game().map(|(_, table)| table.game().ply())
        }

        /// Plays a move of red against the computer, and ends the program.
        fn left(folder: &Path, entry: StartEntry) -> Settings {
            let mut run = Self::start(
                folder,
                Settings {
                    start: StartSettings { entry, ..StartSettings::default() },
                    ..Settings::default()
                },
            );
            run.act(Action::Start(StartAction::Play));
            run.play("h2e2");
            run.settings
        }
    }

    #[test]
    fn a_game_that_was_left_goes_on_in_the_next_run_of_the_program() {
        for entry in [StartEntry::Computer, StartEntry::Two] {
            let folder = tempfile::tempdir().unwrap();
            let folder = folder.path().join("settings.local");
            let mut settings = Run::left(&folder, entry);
            for _ in 0..2 {
                let mut run = Run::start(&folder, settings);
                assert_eq!((run.left_after(), run.store.poll()), (Some(1), None), "{entry:?}");
                run.act(Action::Start(StartAction::Continue));
                assert_eq!(run.app.sessions().table().map(|table| table.game().ply()), Some(1));
                settings = run.settings;
            }
        }
    }

    #[test]
    fn the_time_in_which_a_player_thought_counts_after_the_end_of_the_program() {
        for end in [Event::CloseRequested, Event::Leaving, Event::Action(Action::Start(StartAction::Leave))] {
            let folder = tempfile::tempdir().unwrap();
            let folder = folder.path().join("settings.local");
            let two = TwoChoice { time: Preset::Standard, ..TwoChoice::default() };
            let start = StartSettings { entry: StartEntry::Two, two, ..StartSettings::default() };
            let mut run = Run::start(&folder, Settings { start, ..Settings::default() });
            run.act(Action::Start(StartAction::Play));
            for mv in ["h2e2", "h9g7", "h0g2", "i9h9"] {
                run.play(mv);
                run.now = run.now.plus_ms(1_000);
                run.update(Event::Tick);
            }
            assert_eq!(run.app.sessions().table().unwrap().game().ply(), 4);
            let full = run.time_left_ms();
            for _ in 0..8 {
                run.now = run.now.plus_ms(1_000);
                run.update(Event::Tick);
            }
            assert_eq!(run.time_left_ms(), full - 8_000);
            run.update(end);
            let settings = run.settings.clone();
            drop(run);
            let mut run = Run::start(&folder, settings);
            run.act(Action::Start(StartAction::Continue));
            assert_eq!(run.time_left_ms(), full - 8_000 + limits::INTERRUPTION_CREDIT_MS);
        }
    }

    #[test]
    fn a_game_goes_on_whatever_the_settings_file_holds() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("settings.local");
        Run::left(&folder, StartEntry::Computer);
        assert_eq!(Run::start(&folder, Settings::default()).left_after(), Some(1));
    }

    #[test]
    fn a_game_in_a_second_window_leaves_the_kept_one_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("settings.local");
        let start = |entry| {
            Run::start(
                &folder,
                Settings {
                    start: StartSettings { entry, ..StartSettings::default() },
                    ..Settings::default()
                },
            )
        };
        let mut windows = [start(StartEntry::Computer), start(StartEntry::Two)];
        for window in &mut windows {
            window.act(Action::Start(StartAction::Play));
            window.play("h2e2");
        }
        windows[1].play("h9g7");
        assert_eq!(windows[1].store.poll(), Some(LocalEvent::InUse));
        assert_eq!(windows[1].store.poll(), None, "one report is enough");
        let [first, second] = windows;
        drop(first);
        let settings = second.settings.clone();
        drop(second);
        let mut run = Run::start(&folder, settings);
        assert_eq!((run.left_after(), run.store.poll()), (Some(1), None));
        assert!(!run.app.sessions().left_game().unwrap().0.is_shared());
    }

    #[test]
    fn a_second_window_says_where_the_kept_game_is_and_does_not_offer_it() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("settings.local");
        let mut first = Run::start(&folder, Run::left(&folder, StartEntry::Two));
        let mut second = Run::start(&folder, Settings::default());
        assert_eq!((first.store.poll(), second.store.poll()), (None, Some(LocalEvent::Elsewhere)));
        assert_eq!((first.left_after(), second.left_after()), (Some(1), None));
    }

    #[test]
    fn a_game_in_which_nothing_was_played_is_not_offered_in_the_next_run() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("settings.local");
        let mut run = Run::start(&folder, Settings::default());
        run.act(Action::Start(StartAction::Play));
        let settings = run.settings;
        drop((run.app, run.store));
        let mut run = Run::start(&folder, settings);
        assert_eq!((run.left_after(), run.store.poll()), (None, None));
    }

    #[test]
    fn a_window_that_keeps_nothing_reports_it_in_each_game() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("settings.local");
        let start = || Run::start(&folder, Settings::default());
        let mut first = start();
        first.act(Action::Start(StartAction::Play));
        let mut second = start();
        assert_eq!(second.store.poll(), Some(LocalEvent::Elsewhere));
        for _ in 0..2 {
            second.act(Action::Start(StartAction::Play));
            second.play("h2e2");
            assert_eq!((second.store.poll(), second.store.poll()), (Some(LocalEvent::InUse), None));
            for action in [TableAction::Abort, TableAction::Leave] {
                second.act(Action::Table(action));
            }
        }
    }

    #[test]
    fn records_without_the_tokens_of_their_seats_are_set_aside_and_reported() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("settings.local");
        let mut settings = Run::left(&folder, StartEntry::Computer);
        for damage in [None, Some("{")] {
            match damage {
                None => fs::remove_file(folder.join(SEATS)).unwrap(),
                Some(text) => fs::write(folder.join(SEATS), text).unwrap(),
            }
            let mut run = Run::start(&folder, settings);
            assert_eq!(run.left_after(), None);
            assert!(matches!(run.store.poll(), Some(LocalEvent::SetAside(_))));
            run.act(Action::Start(StartAction::Play));
            run.play("h2e2");
            settings = run.settings;
        }
        assert_eq!(Run::start(&folder, settings).left_after(), Some(1));
    }

    #[test]
    fn a_game_that_is_over_is_removed_when_its_table_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("settings.local");
        let mut run = Run::start(&folder, Run::left(&folder, StartEntry::Two));
        run.act(Action::Start(StartAction::Continue));
        for action in [TableAction::Abort, TableAction::Leave] {
            run.act(Action::Table(action));
        }
        assert_eq!((run.settings.unfinished_game.clone(), folder.exists()), (None, false));
    }

    #[test]
    fn a_damaged_game_is_set_aside_and_reported() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("settings.local");
        let settings = Run::left(&folder, StartEntry::Computer);
        for file in fs::read_dir(&folder).unwrap() {
            fs::write(file.unwrap().path(), b"no database at all").unwrap();
        }
        let mut run = Run::start(&folder, settings);
        assert_eq!(run.left_after(), None);
        let Some(LocalEvent::SetAside(path)) = run.store.poll() else { panic!("it is reported") };
        assert!(Path::new(&path).exists());
        run.act(Action::Start(StartAction::Play));
        run.play("h2e2");
        let second = Run::start(&folder, run.settings.clone());
        assert_eq!(second.left_after(), None, "the first run still uses the folder");
    }

    #[test]
    fn a_game_that_cannot_be_read_now_stays_and_goes_on_later() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("settings.local");
        Run::left(&folder, StartEntry::Computer);
        let (seats, away) = (folder.join(SEATS), folder.join("away"));
        fs::rename(&seats, &away).unwrap();
        fs::create_dir(&seats).unwrap();
        let mut run = Run::start(&folder, Settings::default());
        assert!(matches!(run.store.poll(), Some(LocalEvent::Unavailable(_))));
        run.act(Action::Start(StartAction::Play));
        run.act(Action::Table(TableAction::Abort));
        run.act(Action::Table(TableAction::Leave));
        drop(run);
        fs::remove_dir(&seats).unwrap();
        fs::rename(&away, &seats).unwrap();
        assert_eq!(Run::start(&folder, Settings::default()).left_after(), Some(1));
    }

    #[test]
    fn records_without_a_game_are_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("settings.local");
        let settings = Run::left(&folder, StartEntry::Computer);
        let seats = fs::read(folder.join(SEATS)).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        drop(Sqlite::open(&folder).unwrap());
        fs::write(folder.join(SEATS), seats).unwrap();
        let mut run = Run::start(&folder, settings);
        assert!(matches!(run.store.poll(), Some(LocalEvent::SetAside(_))));
        assert_eq!((run.left_after(), run.settings.unfinished_game.clone()), (None, None));
    }
}
