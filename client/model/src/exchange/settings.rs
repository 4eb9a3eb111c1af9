//! The settings that outlast the program. The shell reads and writes their file.

use super::computer_results::ComputerResults;
use super::merging::{MergeError, merged_parts};
use super::puzzle_progress::PuzzleProgress;
use super::servers::{DEFAULT_PORT, Servers};
use crate::actions::time_fields::TimeText;
use crate::analysis::AnalysisOptions;
use crate::choices::call::CallSettings;
use crate::choices::game_choice::GameChoice;
use crate::choices::lang::Lang;
use crate::choices::local_choice::{ComputerChoice, SavedLocal, StartEntry, TwoChoice};
use crate::choices::look::LookSettings;
use crate::choices::preset::Preset;
use crate::choices::sound::SoundSettings;
use crate::drawing::screen_rect::ScreenRect;
use crate::engines::{EngineId, ExternalEngine};
use chuhe_lessons::{Game, Lesson};
use chuhe_protocol::{ColorChoice, Reach, TakebackPolicy};
use chuhe_rules::luzhanqi::MineRule;
use chuhe_rules::xiangqi::RuleSet;
use serde::{Deserialize, Serialize};

/// A beginner has finished fewer games than this, and sees fewer tools.
const FEW_GAMES: u8 = 10;

/// Which version of this program has written the settings, as far as it matters what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version(u32);

impl Version {
    /// Files without a version. Looks that nobody had chosen are in them as if they had been.
    const FIRST: Self = Self(0);
    /// A look is in the file as chosen only if the user has chosen it.
    const CURRENT: Self = Self(1);

    const fn first() -> Self {
        Self::FIRST
    }
}

impl Default for Version {
    fn default() -> Self {
        Self::CURRENT
    }
}

/// The settings. A field missing from the file has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Which version of this program has written them.
    #[serde(default = "Version::first")]
    pub version: Version,
    /// The language the user chose; `None` means the system's.
    pub language: Option<Lang>,
    /// What everything looks like.
    pub look: LookSettings,
    /// The servers that the user knows, and what resumes the sessions there.
    pub servers: Servers,
    /// How a server is hosted.
    pub hosting: HostSettings,
    /// The terms of the last challenge.
    pub challenge: SavedChallenge,
    /// The luzhanqi layout confirmed last, in the format of layout files.
    pub layout: Option<String>,
    /// How the program attracts the user's attention.
    #[serde(flatten)]
    pub attention: AttentionSettings,
    /// The threads, the memory and the lines of the analysis.
    pub analysis: AnalysisOptions,
    /// Where the window was when it closed last.
    pub window: Option<ScreenRect>,
    /// What was chosen last on the first screen.
    #[serde(flatten)]
    pub start: StartSettings,
    /// The external engines of xiangqi.
    pub engines: EngineSettings,
    /// How far the user knows the program.
    #[serde(flatten)]
    pub experience: Experience,
    /// What the user has done with puzzles.
    pub puzzles: PuzzleProgress,
    /// Whether the chat composes pinyin.
    pub pinyin: bool,
    /// What resumes the game without a server that is not over.
    ///
    /// The shell keeps it with the records of that game. Every window overwrites the settings file.
    #[serde(skip)]
    pub unfinished_game: Option<SavedLocal>,
}

/// What was chosen last on the first screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct StartSettings {
    /// Its entry.
    #[serde(rename = "start")]
    pub entry: StartEntry,
    /// The choices of the last game against the computer.
    pub computer: ComputerChoice,
    /// The choices of the last game of two at this screen.
    pub two: TwoChoice,
}

/// How the program attracts the user's attention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AttentionSettings {
    /// How loud the sounds are.
    pub sound: SoundSettings,
    /// How to call the user while another window has the focus.
    pub calls: CallSettings,
}

/// What the user has done so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Experience {
    /// How many games the user has finished, while they are few.
    pub finished_games: u8,
    /// The games of which the user has finished one.
    pub finished_kinds: Vec<GameChoice>,
    /// The lessons that the user has done: the game and the name of each.
    pub lessons: Vec<String>,
    /// The lesson that the user began last, until it is done.
    pub begun_lesson: Option<BegunLesson>,
    /// Whether the review shows all tools to a beginner.
    pub more_tools: bool,
    /// How the last games against the computer ended.
    pub computer_results: ComputerResults,
}

/// How far the user is in a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct BegunLesson {
    /// The game and the name of the lesson.
    pub lesson: String,
    /// The index of the step.
    pub step: usize,
    /// Whether the user has left it. A page that is loaded again opens it otherwise.
    pub is_left: bool,
}

impl Experience {
    /// Whether the user has finished no game.
    #[must_use]
    pub const fn is_newcomer(&self) -> bool {
        self.finished_games == 0
    }

    /// Whether the user has finished no game of this kind, on whichever board.
    #[must_use]
    pub fn is_new_to(&self, game: GameChoice) -> bool {
        let is_xiangqi = game == GameChoice::Xiangqi;
        // an earlier version did not say which
        let may_know = is_xiangqi && self.finished_kinds.is_empty() && !self.is_newcomer();
        !may_know && !self.finished_kinds.iter().any(|kind| (*kind == GameChoice::Xiangqi) == is_xiangqi)
    }

    /// Whether the user has done this lesson.
    #[must_use]
    pub fn has_done(&self, lesson: &Lesson) -> bool {
        self.lessons.contains(&kept_name(lesson))
    }

    /// The index of the step at which the user goes on with this lesson.
    #[must_use]
    pub fn step_of(&self, lesson: &Lesson) -> usize {
        let begun = self.begun_lesson.as_ref().filter(|begun| begun.lesson == kept_name(lesson));
        begun.map_or(0, |begun| begun.step)
    }

    /// Whether the user was at this lesson when the program ended.
    #[must_use]
    pub fn is_at(&self, lesson: &Lesson) -> bool {
        self.begun_lesson.as_ref().is_some_and(|it| !it.is_left && it.lesson == kept_name(lesson))
    }

    /// Records that the user is at this step of a lesson. Returns whether that is new.
    pub fn reach_step(&mut self, lesson: &Lesson, step: usize) -> bool {
        let reached = Some(BegunLesson { lesson: kept_name(lesson), step, is_left: false });
        std::mem::replace(&mut self.begun_lesson, reached.clone()) != reached
    }

    /// Records that the user has left the lesson. Returns whether that is new.
    pub fn leave_lesson(&mut self) -> bool {
        let begun = self.begun_lesson.as_mut();
        begun.is_some_and(|begun| !std::mem::replace(&mut begun.is_left, true))
    }

    /// Records that the user has done this lesson. Returns whether that is new.
    pub fn do_lesson(&mut self, lesson: &Lesson) -> bool {
        let was_begun = self.begun_lesson.take_if(|begun| begun.lesson == kept_name(lesson)).is_some();
        let is_new = !self.has_done(lesson);
        if is_new {
            self.lessons.push(kept_name(lesson));
        }
        is_new || was_begun
    }

    /// Whether the user has finished few games.
    #[must_use]
    pub const fn is_beginner(&self) -> bool {
        self.finished_games < FEW_GAMES
    }

    /// Counts a finished game, while they are few or it is the first of its kind. Returns whether it did.
    pub fn count_game(&mut self, game: GameChoice) -> bool {
        if self.finished_kinds.is_empty() && !self.is_newcomer() {
            // an earlier version did not say which; nearly all are of xiangqi
            self.finished_kinds.push(GameChoice::Xiangqi);
        }
        let is_new = !self.finished_kinds.contains(&game);
        if is_new {
            self.finished_kinds.push(game);
        }
        let is_counted = self.is_beginner();
        self.finished_games += u8::from(is_counted);
        is_counted || is_new
    }
}

fn kept_name(lesson: &Lesson) -> String {
    let game = match lesson.game {
        Game::Xiangqi => "xiangqi",
        Game::Luzhanqi => "luzhanqi",
    };
    format!("{game}.{}", lesson.id)
}

/// How a server is hosted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HostSettings {
    /// The port to host on.
    pub port: u16,
    /// Whether the hosted server is announced on the local network.
    pub announce: bool,
}

impl Default for HostSettings {
    fn default() -> Self {
        Self { port: DEFAULT_PORT, announce: true }
    }
}

/// The external engines of xiangqi.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSettings {
    /// The engines.
    pub list: Vec<ExternalEngine>,
    /// The number of the engine that was added last.
    pub last: u32,
}

impl EngineSettings {
    /// The engine of this number.
    #[must_use]
    pub fn find(&self, id: EngineId) -> Option<&ExternalEngine> {
        self.list.iter().find(|engine| engine.id == id)
    }

    /// The number of the engine that is added next.
    #[must_use]
    pub fn next_id(&self) -> EngineId {
        let last = self.list.iter().map(|engine| engine.id.0).max().unwrap_or(0);
        EngineId(last.max(self.last).wrapping_add(1))
    }
}

/// The terms of a challenge, as they are entered; those of the last one are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedChallenge {
    /// The game.
    pub game: GameChoice,
    /// The mine rule of luzhanqi.
    pub mine: MineRule,
    /// The rule set of xiangqi.
    pub rules: RuleSet,
    /// The challenger's time, and the opponent's unless `odds` is set.
    pub time: TimeText,
    /// Whether the opponent has a different time. Not kept in a file.
    #[serde(skip)]
    pub odds: bool,
    /// The opponent's time if `odds` is set.
    #[serde(skip)]
    pub opponents: TimeText,
    /// The start position as FEN; empty means the usual one. Not kept in a file, and gone once a game begins.
    #[serde(skip)]
    pub start: String,
    /// The challenger's colour.
    pub color: ColorChoice,
    /// Whether moves may be taken back.
    pub takeback: TakebackPolicy,
    /// The delay for spectators, in plies.
    pub watch_delay: String,
    /// Whether the game is to be rated, where it can be; absent until the user has chosen, and then as is usual on the server.
    pub rated: Option<bool>,
    /// For what else an opponent is sought.
    pub also: AlsoSought,
}

/// The games and times for which an opponent is sought beside the preferred ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AlsoSought {
    /// The games.
    pub games: Vec<GameChoice>,
    /// The times.
    pub times: Vec<Preset>,
    /// How far the rating of the opponent may be from the user's own.
    pub reach: Reach,
    /// Whether others may answer while the user is away.
    pub lasting: bool,
}

impl SavedChallenge {
    /// Forgets what is meant for one game only, once that has begun.
    pub fn forget_once_begun(&mut self) {
        self.odds = false;
        self.start.clear();
    }
}

impl Default for SavedChallenge {
    fn default() -> Self {
        Self {
            game: GameChoice::default(),
            mine: MineRule::default(),
            rules: RuleSet::Asian,
            time: TimeText::default(),
            odds: false,
            opponents: TimeText::default(),
            start: String::new(),
            color: ColorChoice::Random,
            takeback: TakebackPolicy::Ask,
            watch_delay: String::new(),
            rated: None,
            also: AlsoSought::default(),
        }
    }
}

impl Settings {
    /// Removes all external engines, and the choices of them.
    pub fn remove_engines(&mut self) {
        self.engines.list.clear();
        self.start.computer.engine = None;
        self.analysis.engine = None;
    }

    /// Reads settings that this version or an earlier one has kept.
    ///
    /// # Errors
    /// If the text has no settings.
    pub fn read(text: &str) -> serde_json::Result<Self> {
        let mut settings: Self = serde_json::from_str(text)?;
        if settings.version == Version::FIRST {
            settings.look.forget_defaults();
            settings.version = Version::CURRENT;
        }
        Ok(settings)
    }

    /// What to keep when this window has changed the settings since it kept `before`, and other windows
    /// have kept `theirs` since: each part that this window changed is its own, and the rest is theirs.
    ///
    /// # Errors
    /// If the settings have no text.
    pub fn merged(&self, before: &Self, theirs: &Self) -> Result<Self, MergeError> {
        Ok(Self {
            look: merged_parts(&self.look, &before.look, &theirs.look)?,
            servers: self.servers.merged(&before.servers, &theirs.servers)?,
            hosting: merged_parts(&self.hosting, &before.hosting, &theirs.hosting)?,
            engines: merged_parts(&self.engines, &before.engines, &theirs.engines)?,
            puzzles: self.puzzles.merged(&before.puzzles, &theirs.puzzles),
            unfinished_game: self.unfinished_game.clone(),
            ..merged_parts(self, before, theirs)?
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::theme::{Appearance, Palette};
    use crate::exchange::servers::RecentServer;
    use chuhe_protocol::SessionToken;
    use strum::VariantArray as _;

    fn server(name: &str) -> RecentServer {
        RecentServer { host: "h".into(), port: 1, name: name.into() }
    }

    #[test]
    fn windows_that_share_the_settings_keep_the_changes_of_each_other() {
        let token = |n: u8| SessionToken([n; 16]);
        let mut before = Settings::default();
        before.servers.joined(&server("a"), token(1));
        before.servers.joined(&server("b"), token(2));
        // another window resumes one session, joins a server, and changes the language
        let mut theirs = before.clone();
        theirs.servers.joined(&server("a"), token(5));
        theirs.servers.joined(&server("d"), token(6));
        theirs.language = Some(Lang::Vi);
        theirs.look.scale = Some(125);
        // this one forgets the other session, joins a server too, and hears less
        let mut mine = before.clone();
        mine.servers.forget_seat(&server("b"));
        mine.servers.joined(&server("c"), token(7));
        mine.attention.sound.muted = true;
        mine.look.full_screen = true;
        let merged = mine.merged(&before, &theirs).unwrap();
        let tokens = ["a", "b", "c", "d"].map(|name| merged.servers.token(&server(name)));
        assert_eq!(tokens, [Some(token(5)), None, Some(token(7)), Some(token(6))]);
        assert_eq!((merged.language, merged.attention.sound.muted), (Some(Lang::Vi), true));
        assert_eq!((merged.look.scale, merged.look.full_screen), (Some(125), true));
        let alone = mine.merged(&before, &before).unwrap();
        assert_eq!(alone, mine);
    }

    #[test]
    fn groups_of_settings_are_stored_without_a_level_of_their_own() {
        let kept = r#"{"sound":{"muted":true},"calls":{"urgent":false},"finished_games":9,"more_tools":true,
            "start":"review","computer":{"level":7},"two":{"turns_board":true}}"#;
        let mut settings: Settings = serde_json::from_str(kept).unwrap();
        let StartSettings { entry, computer, two } = settings.start;
        assert_eq!((entry, computer.level, two.turns_board), (StartEntry::Review, 7, true));
        assert_eq!((settings.attention.sound.muted, settings.attention.calls.urgent), (true, false));
        assert_eq!((settings.experience.is_beginner(), settings.experience.more_tools), (true, true));
        let mut count = || settings.experience.count_game(GameChoice::Xiangqi);
        assert_eq!([count(), count()], [true, false]);
        let kept = serde_json::to_value(&settings).unwrap();
        assert_eq!((&kept["finished_games"], &kept["sound"]["volume"]), (&10.into(), &75.into()));
        assert_eq!((&kept["start"], &kept["computer"]["level"]), (&"review".into(), &7.into()));
    }

    #[test]
    fn who_knows_one_kind_of_game_is_new_to_the_other() {
        let new_to =
            |it: &Experience| GameChoice::VARIANTS.iter().map(|game| it.is_new_to(*game)).collect::<Vec<_>>();
        let mut experience = Experience::default();
        assert_eq!(new_to(&experience), [true, true, true]);
        assert!(experience.count_game(GameChoice::Xiangqi));
        assert_eq!(new_to(&experience), [false, true, true]);
        assert!(experience.count_game(GameChoice::LuzhanqiCross));
        assert_eq!(new_to(&experience), [false; 3]);
        let mut earlier = Experience { finished_games: 3, ..Experience::default() };
        assert_eq!(new_to(&earlier), [false, true, true]);
        assert!(earlier.count_game(GameChoice::LuzhanqiCross));
        assert_eq!(new_to(&earlier), [false; 3], "it is no first game of xiangqi after this");
    }

    #[test]
    fn whether_games_are_rated_is_read_from_earlier_files_and_else_not_chosen() {
        let rated = |text: &str| serde_json::from_str::<Settings>(text).unwrap().challenge.rated;
        assert_eq!(rated(r#"{"challenge":{"rated":false}}"#), Some(false));
        assert_eq!(rated(r#"{"challenge":{"color":"Red"}}"#), None);
        let kept = serde_json::to_string(&Settings::default()).unwrap();
        assert_eq!(rated(&kept), None);
    }

    #[test]
    fn looks_that_nobody_chose_are_no_choice_in_files_of_earlier_versions() {
        let look = |text: &str| {
            let LookSettings { appearance, palette, translated_tiles, .. } =
                Settings::read(text).unwrap().look;
            (appearance, palette, translated_tiles)
        };
        let unchosen = r#"{"look":{"appearance":"light","palette":"usual","translated_tiles":false}}"#;
        assert_eq!(look(unchosen), (None, None, None));
        let chosen = r#"{"look":{"appearance":"dark","palette":"color_blind","translated_tiles":true}}"#;
        let all = (Some(Appearance::Dark), Some(Palette::ColorBlind), Some(true));
        assert_eq!(look(chosen), all);
        // what this version writes was chosen
        let mut settings = Settings::read(unchosen).unwrap();
        assert_eq!(settings, Settings::default());
        settings.look.translated_tiles = Some(false);
        settings.look.appearance = Some(Appearance::Light);
        let kept = serde_json::to_string(&settings).unwrap();
        assert_eq!(look(&kept), (Some(Appearance::Light), None, Some(false)));
    }

    #[test]
    fn settings_round_trip_and_missing_fields_read_as_default() {
        let mut settings = Settings { language: Some(Lang::En), ..Settings::default() };
        settings.servers.joined(&server("a"), SessionToken([7; 16]));
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(Settings::read(&text).unwrap(), settings);
        assert_eq!(Settings::read("{}").unwrap(), Settings::default());
        assert_eq!(Settings::read(r#"{"later":1}"#).unwrap(), Settings::default());
    }
}
