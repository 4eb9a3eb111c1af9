//! Random actions of every area, and of everything on the screen.

use super::Dice;
use chuhe_app::testing::World;
use chuhe_model::actions::action::{
    AccountAction, Action, ActionArea, ChatAction, Field, FilesAction, FilterPart, FormAction, FormField,
    GamesAction, HelpAction, InvitationAction, JoinAction, JoinField, LibraryAction, LobbyAction,
    RecordField, ScaleChange, SecretField, SetUpField, SettingsAction, TableAction, TimePart, TrustAction,
};
use chuhe_model::actions::cursor_action::{CursorAction, Direction};
use chuhe_model::actions::evening_action::{EveningField, PlanNumber};
use chuhe_model::actions::guess_action::GuessAction;
use chuhe_model::actions::learn_action::LearnAction;
use chuhe_model::actions::preferences_action::PreferencesAction;
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::actions::report_action::ReportField;
use chuhe_model::actions::review_action::{ReviewAction, Step, VariationEdit};
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::analysis::AnalysisAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::guessed_sides::GuessedSides;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::choices::look::LookSwitch;
use chuhe_model::choices::preset::Preset;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_model::coaching::CoachAction;
use chuhe_model::engines::{EngineAction, EngineField, EngineId};
use chuhe_model::help::Page;
use chuhe_model::lessons::Game;
use chuhe_model::library::LibraryId;
use chuhe_model::pinyin::ComposerKey;
use chuhe_protocol::{ChallengeId, ChallengePolicy, ColorChoice, DeclineReason, Password, ProfileChoice};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::Strength;
use chuhe_web::Node;
use strum::VariantArray as _;

/// Texts that a user types.
const TEXTS: [&str; 6] = ["", "7", "Bo", "h2e2", "#/join/7k3m9qpx02ab", "\u{202e}炮二平五"];

/// Random actions: those of a node on the screen, or one of a random area.
pub(super) fn actions(dice: &mut Dice, world: &World) -> Vec<Action> {
    if dice.below(2) == 0 {
        return on_screen(dice, world);
    }
    let area = ActionArea::VARIANTS[dice.below(ActionArea::VARIANTS.len())];
    vec![in_area(dice, area)]
}

/// What a random input at a random node of the screen does.
fn on_screen(dice: &mut Dice, world: &World) -> Vec<Action> {
    let mut ids = Vec::new();
    let mirror = chuhe_web::of(&world.app, world.now);
    let mut nodes: Vec<&Node> = mirror.nodes.iter().collect();
    while let Some(node) = nodes.pop() {
        ids.push(&node.id);
        nodes.extend(node.children());
    }
    let id = ids[dice.below(ids.len())];
    chuhe_web::act(&world.app, id, dice.of(["0", "1", "3", "Bo", "h2e2", ""]), world.now)
}

/// A random action of an area.
fn in_area(dice: &mut Dice, area: ActionArea) -> Action {
    let (yes, number) = (dice.of([true, false]), dice.below(9));
    let text = dice.of(TEXTS).to_owned();
    match area {
        ActionArea::Edit => Action::Edit(field(dice), text),
        ActionArea::EditSecret => {
            let field = dice.of([SecretField::Join, SecretField::Old, SecretField::New, SecretField::Again]);
            Action::EditSecret(field, Password(text))
        }
        ActionArea::Start => Action::Start(dice.of([
            StartAction::Show(StartEntry::Computer),
            StartAction::Show(StartEntry::Join),
            StartAction::Level(7),
            StartAction::Side(ColorChoice::Random),
            StartAction::Play,
            StartAction::ChooseComputer(yes),
            StartAction::PlayComputer,
            StartAction::Continue,
            StartAction::Leave,
            StartAction::HandOver,
            StartAction::SitDown,
            StartAction::Hint,
            StartAction::Coach(CoachAction::Ask),
            StartAction::Coach(CoachAction::Threat),
            StartAction::Coach(CoachAction::LastMove),
            StartAction::Coach(CoachAction::Close),
            StartAction::RetryEngine,
            StartAction::UseOwnEngine,
        ])),
        ActionArea::Engines => Action::Engines(dice.of([
            EngineAction::Open,
            EngineAction::New,
            EngineAction::Edit(EngineId(0)),
            EngineAction::Remove(EngineId(9)),
            EngineAction::Check,
            EngineAction::AddOption(3),
            EngineAction::Close,
        ])),
        ActionArea::Join => join(dice),
        ActionArea::Account => Action::Account(dice.of([
            AccountAction::Open,
            AccountAction::Register,
            AccountAction::AskChange(yes),
            AccountAction::Change,
            AccountAction::AskSignOut(yes),
            AccountAction::SignOut,
            AccountAction::Close,
        ])),
        ActionArea::Lobby => lobby(dice),
        ActionArea::Games => {
            let game = dice.game();
            Action::Games(dice.of([
                GamesAction::More,
                GamesAction::Search,
                GamesAction::Open(game),
                GamesAction::Result(None),
                GamesAction::Kind(None),
            ]))
        }
        ActionArea::Form => Action::Form(dice.of([
            FormAction::Preset(number),
            FormAction::AlsoGame(GameChoice::LuzhanqiCross),
            FormAction::AlsoTime(Preset::Slow),
            FormAction::Odds(yes),
            FormAction::Color(ColorChoice::Red),
            FormAction::Send,
            FormAction::Invite,
            FormAction::Close,
        ])),
        ActionArea::Evening => super::evenings::action(dice),
        ActionArea::Invitation => Action::Invitation(dice.of([
            InvitationAction::OpenForm,
            InvitationAction::Copy,
            InvitationAction::Share,
            InvitationAction::ToggleCode,
            InvitationAction::Withdraw,
            InvitationAction::Accept,
            InvitationAction::Leave,
            InvitationAction::Dismiss,
            InvitationAction::Instead(StartEntry::Computer),
        ])),
        ActionArea::Table => {
            let kind = dice.kind();
            Action::Table(dice.of([
                TableAction::PlayTyped,
                TableAction::KeepPlaying,
                TableAction::AskDraw,
                TableAction::Withdraw(kind),
                TableAction::Review(Some(number)),
                TableAction::Shuffle,
            ]))
        }
        ActionArea::Files => Action::Files(dice.of([
            FilesAction::Open,
            FilesAction::Save,
            FilesAction::Load(number),
            FilesAction::Delete(number),
            FilesAction::Restore,
            FilesAction::AskRename(Some(number)),
            FilesAction::Rename,
            FilesAction::Close,
        ])),
        ActionArea::Review => review(dice),
        ActionArea::SetUp => Action::SetUp(dice.of([
            SetUpAction::OpenForReview,
            SetUpAction::OpenForChallenge,
            SetUpAction::Side(Color::Black),
            SetUpAction::Start,
            SetUpAction::Clear,
            SetUpAction::Flip,
            SetUpAction::Done,
            SetUpAction::Cancel,
            SetUpAction::Discard,
        ])),
        ActionArea::Library => library(dice),
        ActionArea::Chat => Action::Chat(dice.of([ChatAction::Send, ChatAction::Phrase(number)])),
        ActionArea::Preferences => {
            let player = dice.player();
            Action::Preferences(dice.of([
                PreferencesAction::Block(player),
                PreferencesAction::Unblock(player),
                PreferencesAction::Policy(ChallengePolicy::Everyone),
                PreferencesAction::Profile(ProfileChoice::default()),
                PreferencesAction::ShowMarked(true),
            ]))
        }
        ActionArea::Learn => Action::Learn(dice.of([
            LearnAction::List(Game::Xiangqi),
            LearnAction::List(Game::Luzhanqi),
            LearnAction::Begin(Game::Xiangqi, number),
            LearnAction::Begin(Game::Luzhanqi, usize::MAX),
            LearnAction::Again,
            LearnAction::Next,
            LearnAction::Mark(Strength::Mine),
            LearnAction::PlayTyped,
            LearnAction::Leave,
            LearnAction::PlayComputer,
        ])),
        ActionArea::Puzzle => Action::Puzzle(dice.of([
            PuzzleAction::Daily,
            PuzzleAction::Next,
            PuzzleAction::Mend,
            PuzzleAction::ListEndgames(true),
            PuzzleAction::ListEndgames(false),
            PuzzleAction::Endgame(number),
            PuzzleAction::Endgame(usize::MAX),
            PuzzleAction::ListFlags(true),
            PuzzleAction::ListFlags(false),
            PuzzleAction::Flag(number),
            PuzzleAction::Flag(usize::MAX),
            PuzzleAction::Again,
            PuzzleAction::Hint,
            PuzzleAction::Show,
            PuzzleAction::PlayTyped,
            PuzzleAction::Leave,
        ])),
        ActionArea::Guess => Action::Guess(dice.of([
            GuessAction::Begin,
            GuessAction::For(GuessedSides::Both),
            GuessAction::For(GuessedSides::One(Color::Black)),
            GuessAction::Show,
            GuessAction::Next,
            GuessAction::Again,
            GuessAction::PlayTyped,
            GuessAction::Look(number),
            GuessAction::Leave,
            GuessAction::ToggleLive,
        ])),
        ActionArea::Profile => Action::Profile(super::profiles::action(dice)),
        ActionArea::Report => Action::Report(super::reports::action(dice)),
        ActionArea::Settings => Action::Settings(dice.of([
            SettingsAction::Toggle,
            SettingsAction::Page(SettingsPage::ALL[number % SettingsPage::ALL.len()]),
            SettingsAction::Scale(ScaleChange::To(u16::MAX)),
            SettingsAction::Scale(ScaleChange::Automatic),
            SettingsAction::Turn(LookSwitch::VARIANTS[number % LookSwitch::VARIANTS.len()], yes),
            SettingsAction::DismissNotice,
            SettingsAction::Close,
        ])),
        ActionArea::Help => Action::Help(dice.of([
            HelpAction::Toggle,
            HelpAction::ToggleKeys,
            HelpAction::Show(Page::ALL[number % Page::ALL.len()]),
            HelpAction::Close,
        ])),
        ActionArea::Trust => {
            Action::Trust(dice.of([TrustAction::Compared(yes), TrustAction::Trust, TrustAction::Refuse]))
        }
        ActionArea::Quit => Action::Quit(yes),
        ActionArea::Follow => Action::Follow(text),
        ActionArea::FollowAgain => Action::FollowAgain(text),
        ActionArea::Back => Action::Back,
        ActionArea::Cursor => {
            let direction = dice.of([Direction::Left, Direction::Right, Direction::Up, Direction::Down]);
            Action::Cursor(dice.of([
                CursorAction::Show,
                CursorAction::Hide,
                CursorAction::UseMouse,
                CursorAction::Move(direction),
                CursorAction::Press,
                CursorAction::Press,
                CursorAction::LetGo,
            ]))
        }
        ActionArea::Compose => Action::Compose(field(dice), {
            dice.of([
                ComposerKey::Char('m'),
                ComposerKey::Char('1'),
                ComposerKey::Char('\u{202e}'),
                ComposerKey::Backspace,
                ComposerKey::Enter,
                ComposerKey::Escape,
                ComposerKey::Toggle,
            ])
        }),
    }
}

fn field(dice: &mut Dice) -> Field {
    let time = dice.of(TimePart::ALL);
    let part = dice.of([FilterPart::Opponent, FilterPart::From, FilterPart::To]);
    dice.of([
        Field::Join(JoinField::Host),
        Field::Join(JoinField::Port),
        Field::Join(JoinField::Name),
        Field::Join(JoinField::HostPort),
        Field::Filter,
        Field::Chat,
        Field::Form(FormField::OwnTime(time)),
        Field::Form(FormField::OpponentTime(time)),
        Field::Form(FormField::Start),
        Field::Form(FormField::WatchDelay),
        Field::LayoutName,
        Field::LayoutRename,
        Field::Games(part),
        Field::Library(part),
        Field::Record(RecordField::Path),
        Field::Record(RecordField::Games),
        Field::Record(RecordField::Comment),
        Field::Record(RecordField::CommentBefore),
        Field::Record(RecordField::Tag("Event")),
        Field::SetUp(SetUpField::Fen),
        Field::SetUp(SetUpField::Squares),
        Field::Engine(EngineField::Path),
        Field::Engine(EngineField::Options),
        Field::Report(ReportField::Words),
        Field::Report(ReportField::Appeal),
        Field::Report(ReportField::Reason),
        Field::Evening(EveningField::Code),
        Field::Evening(EveningField::Title),
        Field::Evening(EveningField::Paste),
        Field::Evening(EveningField::Number(PlanNumber::Rounds)),
        Field::Move,
    ])
}

fn join(dice: &mut Dice) -> Action {
    Action::Join(match dice.below(9) {
        0 => JoinAction::AskPassword,
        1 => JoinAction::Tls(dice.of([true, false])),
        2 => JoinAction::Retry,
        3 => JoinAction::Recent(dice.below(9)),
        4 => JoinAction::Nearby(dice.below(9)),
        5 => JoinAction::Forget(dice.below(9)),
        6 => JoinAction::Copy("127.0.0.1".into()),
        7 => JoinAction::Leave,
        _ => JoinAction::Submit,
    })
}

fn lobby(dice: &mut Dice) -> Action {
    let (player, game) = (dice.player(), dice.game());
    let challenge = ChallengeId(dice.below(30) as u64);
    Action::Lobby(dice.of([
        LobbyAction::GamesWith(player),
        LobbyAction::OpenCard(player),
        LobbyAction::CloseCard,
        LobbyAction::Rematch(player, game),
        LobbyAction::Challenge(player),
        LobbyAction::Seek,
        LobbyAction::OpenSeekForm,
        LobbyAction::EndSeek,
        LobbyAction::TakeSeek(player, 0),
        LobbyAction::SeekAgain,
        LobbyAction::Meet(player),
        LobbyAction::DropAnswer(player),
        LobbyAction::Watch(game),
        LobbyAction::Cancel(challenge),
        LobbyAction::Decline(challenge, DeclineReason::Later),
    ]))
}

fn library(dice: &mut Dice) -> Action {
    let game = LibraryId(dice.below(9) as i64);
    let yes = dice.of([true, false]);
    Action::Library(dice.of([
        LibraryAction::Open,
        LibraryAction::Search,
        LibraryAction::Result(None),
        LibraryAction::Kind(None),
        LibraryAction::Position(yes),
        LibraryAction::More,
        LibraryAction::Review(game),
        LibraryAction::Export,
        LibraryAction::ChooseToDelete(yes),
        LibraryAction::Delete(game),
        LibraryAction::DeleteAll,
        LibraryAction::Undelete,
        LibraryAction::Close,
    ]))
}

fn review(dice: &mut Dice) -> Action {
    let step = dice.of([
        Step::First,
        Step::Back,
        Step::Forward,
        Step::Last,
        Step::PreviousVariation,
        Step::NextVariation,
    ]);
    let edit = dice.of([
        VariationEdit::Promote,
        VariationEdit::Demote,
        VariationEdit::MakeMain,
        VariationEdit::Delete,
    ]);
    let number = dice.below(9);
    let analysis = dice.of([
        AnalysisAction::Toggle,
        AnalysisAction::WholeGame,
        AnalysisAction::PlayLine(number),
        AnalysisAction::AddBetter,
        AnalysisAction::Annotate,
        AnalysisAction::Practise,
        AnalysisAction::Solve,
        AnalysisAction::NextMistake,
        AnalysisAction::AskOptions,
    ]);
    let actions = [
        ReviewAction::Table,
        ReviewAction::Enter,
        ReviewAction::Step(step),
        ReviewAction::Variation(edit),
        ReviewAction::Analysis(analysis),
        ReviewAction::Play,
        ReviewAction::PlayTyped,
        ReviewAction::Undo,
        ReviewAction::Redo,
        ReviewAction::AskOpen,
        ReviewAction::AskSave,
        ReviewAction::SaveToLibrary,
        ReviewAction::AskGames,
        ReviewAction::AskTags,
        ReviewAction::Open,
        ReviewAction::Game(number),
        ReviewAction::CopyFen,
        ReviewAction::CopyMoves,
        ReviewAction::CloseDialog,
        ReviewAction::Cancel,
        ReviewAction::Leave,
    ];
    Action::Review(actions[dice.below(actions.len())].clone())
}
