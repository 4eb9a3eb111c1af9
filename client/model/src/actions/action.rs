//! Actions: the user's intentions, which widgets return.

use super::cursor_action::CursorAction;
use super::evening_action::{EveningAction, EveningField};
pub use super::form_action::{FormAction, FormField, TimePart};
use super::guess_action::GuessAction;
use super::learn_action::LearnAction;
use super::preferences_action::PreferencesAction;
use super::profile_action::ProfileAction;
use super::puzzle_action::PuzzleAction;
use super::report_action::{ReportAction, ReportField};
use super::review_action::ReviewAction;
use super::set_up_action::SetUpAction;
use super::start_action::StartAction;
use crate::choices::call::CallSettings;
use crate::choices::lang::Lang;
use crate::choices::local_choice::StartEntry;
use crate::choices::look::LookSwitch;
use crate::choices::notation_choice::NotationChoice;
use crate::choices::settings_page::SettingsPage;
use crate::choices::sound::SoundSettings;
use crate::drawing::theme::{Appearance, BoardStyle, MotionChoice, Palette, PieceSet};
use crate::engines::{EngineAction, EngineField};
use crate::help::Page;
use crate::library::LibraryId;
use crate::pinyin::ComposerKey;
use chuhe_protocol::{
    ChallengeId, Claim, DeclineReason, GameId, GameKind, HallName, Password, PlayerId, PlayerResult,
};
use chuhe_rules::GameMove;
use chuhe_rules::luzhanqi::Strength;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::Move;

/// An action of the user, by area of the program.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(any(test, feature = "testing"), derive(strum::EnumDiscriminants))]
#[cfg_attr(
    any(test, feature = "testing"),
    strum_discriminants(
        name(ActionArea),
        derive(Hash, strum::VariantArray),
        doc = "The area of an [`Action`]."
    )
)]
pub enum Action {
    /// The text of a field changed.
    Edit(Field, String),
    /// The text of a password field changed.
    EditSecret(SecretField, Password),
    /// On the first screen, and in a game that it starts.
    Start(StartAction),
    /// With the list of external engines.
    Engines(EngineAction),
    /// On the join screen.
    Join(JoinAction),
    /// In the account dialog.
    Account(AccountAction),
    /// In the lobby.
    Lobby(LobbyAction),
    /// In the list of finished games.
    Games(GamesAction),
    /// In the challenge form.
    Form(FormAction),
    /// With invitations.
    Invitation(InvitationAction),
    /// At the table.
    Table(TableAction),
    /// With layout files.
    Files(FilesAction),
    /// With records of games.
    Review(ReviewAction),
    /// With the position that is being set up.
    SetUp(SetUpAction),
    /// In the library of finished games.
    Library(LibraryAction),
    /// In the chat on the screen, of the lobby or the table.
    Chat(ChatAction),
    /// Blocks, and who may challenge the user.
    Preferences(PreferencesAction),
    /// With profiles and leaderboards.
    Profile(ProfileAction),
    /// With reports of players.
    Report(ReportAction),
    /// Settings and notices, on every screen.
    Settings(SettingsAction),
    /// In the help pages.
    Help(HelpAction),
    /// In the dialog about a changed certificate.
    Trust(TrustAction),
    /// Answers whether to close the window during a game.
    Quit(bool),
    /// Follow this link: a whole one, or a route such as `#/join` on the server in the form.
    Follow(String),
    /// Follow the link at which the page was when it was loaded again: the user has joined before.
    FollowAgain(String),
    /// Go back by one step, as the back button of a browser does.
    Back,
    /// The cursor on the board.
    Cursor(CursorAction),
    /// A key for the pinyin composer at a field.
    Compose(Field, ComposerKey),
    /// With the lessons of the course.
    Learn(LearnAction),
    /// With puzzles.
    Puzzle(PuzzleAction),
    /// With a record whose moves the user guesses.
    Guess(GuessAction),
    /// With evenings: tournaments that the server runs.
    Evening(EveningAction),
}

/// A text field, by area of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// On the join screen.
    Join(JoinField),
    /// The filter of the list of players.
    Filter,
    /// In the challenge form.
    Form(FormField),
    /// The chat line being typed.
    Chat,
    /// The move that is typed at the table, or in the review.
    Move,
    /// The name for the layout to save.
    LayoutName,
    /// Another name for a saved layout.
    LayoutRename,
    /// In the filter of the list of finished games.
    Games(FilterPart),
    /// In the filter of the library.
    Library(FilterPart),
    /// With records of games.
    Record(RecordField),
    /// With the position that is being set up.
    SetUp(SetUpField),
    /// Of an external engine.
    Engine(EngineField),
    /// Of a report, an appeal or a decision.
    Report(ReportField),
    /// Of an evening, or of the plan of one.
    Evening(EveningField),
}

/// A text field on the join screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JoinField {
    /// The server's name or address.
    Host,
    /// The server's port.
    Port,
    /// The player's name.
    Name,
    /// The port of the hosted server.
    HostPort,
}

/// A text field of the record under review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordField {
    /// The path of the record to open or save.
    Path,
    /// The search in the games of a file.
    Games,
    /// The comment on the reviewed move.
    Comment,
    /// The comment before the reviewed move.
    CommentBefore,
    /// A tag of the reviewed record, by its name.
    Tag(&'static str),
}

/// A text field of the position that is being set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetUpField {
    /// Its FEN.
    Fen,
    /// The squares on which the tool is used.
    Squares,
}

/// A text field of a filter of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FilterPart {
    /// A part of the opponent's name.
    Opponent,
    /// The first day on which the games ended.
    From,
    /// The last day on which the games ended.
    To,
}

/// A password field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SecretField {
    /// The password to join with.
    Join,
    /// The current password.
    Old,
    /// The new password.
    New,
    /// The new password again.
    Again,
}

/// On the join screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JoinAction {
    /// Join the server in the form.
    Submit,
    /// Show the password field.
    AskPassword,
    /// Whether to use TLS.
    Tls(bool),
    /// Join this server, given by `--connect`, `--name`, `--tls` and `--hall`.
    To {
        /// A name or an address.
        host: String,
        /// The port.
        port: u16,
        /// The player's name; `None` means the one last used.
        name: Option<String>,
        /// Whether to use TLS.
        tls: bool,
        /// The hall to enter; `None` means the one entered last.
        hall: Option<HallName>,
    },
    /// Enter this hall of the server.
    Hall(HallName),
    /// Cancel the attempt, or leave the server.
    Leave,
    /// Leave the server, and forget the session on this device.
    SignOut,
    /// Try again at once.
    Retry,
    /// Join this recent server.
    Recent(usize),
    /// Join this server, which was found on the local network.
    Nearby(usize),
    /// Remove this recent server.
    Forget(usize),
    /// Whether to announce the hosted server on the local network.
    Announce(bool),
    /// Start the hosted server.
    StartHost,
    /// Start the hosted server again, and take the seat there that the user had when the program ended.
    HostAgain,
    /// Stop the hosted server.
    StopHost,
    /// Join the hosted server.
    JoinHosted,
    /// Copy an address.
    Copy(String),
}

/// In the dialog about a changed certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrustAction {
    /// Whether the user has compared the fingerprint.
    Compared(bool),
    /// Trust the new certificate. Ignored unless the fingerprint was compared.
    Trust,
    /// Do not connect.
    Refuse,
}

/// In the account dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountAction {
    /// Open the dialog.
    Open,
    /// Close the dialog.
    Close,
    /// Register the name with the password in the fields.
    Register,
    /// Show or hide the fields for changing the password.
    AskChange(bool),
    /// Change the password to the one in the fields.
    Change,
    /// Show or hide the confirmation of signing out everywhere.
    AskSignOut(bool),
    /// Sign out everywhere.
    SignOut,
}

/// In the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LobbyAction {
    /// Leave what covers the lobby: the position that is being set up, the review, the watched game.
    Show,
    /// Show another tab.
    Tab(LobbyTab),
    /// Watch this game.
    Watch(GameId),
    /// Show the boards of the next games.
    NextBoards,
    /// Show the page of the player list with this number, from 0.
    Page(u32),
    /// List the finished games with this player.
    GamesWith(PlayerId),
    /// Open the card of this player.
    OpenCard(PlayerId),
    /// Close the card.
    CloseCard,
    /// Challenge an earlier opponent on the terms of the game with them.
    Rematch(PlayerId, GameId),
    /// Open the form to challenge this player.
    Challenge(PlayerId),
    /// Look for an opponent on the terms used last, or on the usual ones.
    Seek,
    /// Open the form with the terms on which to look for an opponent.
    OpenSeekForm,
    /// Look for an opponent no more.
    EndSeek,
    /// Play a player who looks for an opponent, on the terms at this index of their search.
    TakeSeek(PlayerId, usize),
    /// Look for an opponent again, on the terms of the search that others may answer.
    SeekAgain,
    /// Challenge the player who would play the user, or whom the user would play, on the terms of the answer.
    Meet(PlayerId),
    /// Drop the answer between the user and this player.
    DropAnswer(PlayerId),
    /// Cancel a challenge.
    Cancel(ChallengeId),
    /// Accept a challenge.
    Accept(ChallengeId),
    /// Decline a challenge.
    Decline(ChallengeId, DeclineReason),
}

/// A tab of the lobby.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LobbyTab {
    /// The players.
    #[default]
    Players,
    /// The boards of running games.
    Watch,
    /// The player's finished games.
    Games,
    /// The chat, which only a phone has in a tab.
    Chat,
    /// Everything else, on a phone.
    More,
}

impl LobbyTab {
    /// The lists, in display order.
    pub const LISTS: [Self; 3] = [Self::Players, Self::Watch, Self::Games];
    /// The tabs of a phone, in display order.
    pub const OF_PHONE: [Self; 5] = [Self::Players, Self::Watch, Self::Games, Self::Chat, Self::More];
}

/// In the list of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesAction {
    /// Request more games.
    More,
    /// Open this game.
    Open(GameId),
    /// Choose the result of the games to list; `None` for any.
    Result(Option<PlayerResult>),
    /// Choose the kind of the games to list; `None` for any.
    Kind(Option<GameKind>),
    /// List the games that match the filter.
    Search,
}

/// In the library of finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibraryAction {
    /// Open the library.
    Open,
    /// Close the library.
    Close,
    /// List the games that match the filter.
    Search,
    /// Choose the result of the games to list; `None` for any.
    Result(Option<PlayerResult>),
    /// Choose the kind of the games to list; `None` for any.
    Kind(Option<GameKind>),
    /// Whether to list only games that passed through the position on the review screen.
    Position(bool),
    /// Request more games.
    More,
    /// Review this game.
    Review(LibraryId),
    /// Choose files whose games are added to the library.
    AddFiles,
    /// Close the summary of the files that were added.
    CloseSummary,
    /// Export the games that match the filter.
    Export,
    /// Whether the user chooses games to delete.
    ChooseToDelete(bool),
    /// Ask whether to delete this game; delete it if that was asked.
    Delete(LibraryId),
    /// Ask whether to delete all games of the list, also those that are not requested yet; delete them if
    /// that was asked.
    DeleteAll,
    /// Bring the games back that were deleted last.
    Undelete,
}

from_areas! { Action {
    Start: StartAction,
    Engines: EngineAction,
    Files: FilesAction,
    Join: JoinAction,
    Account: AccountAction,
    Lobby: LobbyAction,
    Games: GamesAction,
    Form: FormAction,
    Invitation: InvitationAction,
    Table: TableAction,
    Review: ReviewAction,
    SetUp: SetUpAction,
    Library: LibraryAction,
    Chat: ChatAction,
    Preferences: PreferencesAction,
    Profile: ProfileAction,
    Report: ReportAction,
    Settings: SettingsAction,
    Help: HelpAction,
    Trust: TrustAction,
    Learn: LearnAction,
    Puzzle: PuzzleAction,
    Guess: GuessAction,
    Evening: EveningAction,
} }

from_areas! { Field {
    Join: JoinField,
    Form: FormField,
    Record: RecordField,
    SetUp: SetUpField,
    Engine: EngineField,
    Report: ReportField,
    Evening: EveningField,
} }

/// With the user's own invitation, and with the one whose link they follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitationAction {
    /// Open the form with the terms of an invitation.
    OpenForm,
    /// Copy the link to the user's invitation.
    Copy,
    /// Pass the link on with the system's own means.
    Share,
    /// Show or hide the link as a QR code.
    ToggleCode,
    /// Withdraw the user's invitation.
    Withdraw,
    /// Accept the invitation whose link the user follows.
    Accept,
    /// Leave the wait for the player who invites.
    Leave,
    /// Close its card.
    Dismiss,
    /// Close the card of one that is over, and show this entry of the first screen.
    Instead(StartEntry),
}

/// A tab between the players' cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tab {
    /// None of the others where they would be over the board, on a phone; otherwise the first.
    #[default]
    Board,
    /// The moves played.
    Moves,
    /// The moves that can be played.
    Available,
    /// The chat.
    Chat,
    /// The spectators.
    Spectators,
    /// Everything else, on a phone.
    More,
}

impl Tab {
    /// All tabs, in display order.
    pub const ALL: [Self; 6] =
        [Self::Board, Self::Moves, Self::Available, Self::Chat, Self::Spectators, Self::More];
}

/// At the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableAction {
    /// Show another tab.
    Tab(Tab),
    /// Show a move of the list of available ones; play it if it is shown already.
    Choose(Move),
    /// Play a move.
    Play(GameMove),
    /// Set up a random formation.
    Shuffle,
    /// Confirm the formation.
    Confirm,
    /// Withdraw the confirmation.
    WithdrawFormation,
    /// Set or remove the mark on the selected piece.
    Mark(Option<Strength>),
    /// Make an offer.
    Offer(OfferKind),
    /// Withdraw an offer.
    Withdraw(OfferKind),
    /// Answer an offer.
    Answer(OfferKind, bool),
    /// Ask for confirmation before offering a draw.
    AskDraw,
    /// Ask for confirmation before resigning, or before aborting the game.
    AskGiveUp,
    /// Resign.
    Resign,
    /// Close the confirmation.
    KeepPlaying,
    /// Abort the game.
    Abort,
    /// Claim the game because the opponent is away.
    Claim(Claim),
    /// Return to the lobby.
    Leave,
    /// Cancel what the user has begun: a drag, a choice, the question whether to resign, or a review.
    Cancel,
    /// Turn the board around.
    Flip,
    /// Show the user's half of a board of luzhanqi only, or all of it again.
    Zoom,
    /// Review the position after this many plies; `None` returns to the current one.
    Review(Option<usize>),
    /// Play the typed move, or exchange the pieces on two typed stations while setting up.
    PlayTyped,
}

/// With layout files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilesAction {
    /// Open the layouts dialog.
    Open,
    /// Close the layouts dialog.
    Close,
    /// Save the formation under the name in the field.
    Save,
    /// Set up this saved layout.
    Load(usize),
    /// Delete this saved layout.
    Delete(usize),
    /// Bring back the layout that was deleted last.
    Restore,
    /// Ask for another name of this saved layout; `None` no longer.
    AskRename(Option<usize>),
    /// Give it the name in the field.
    Rename,
}

/// In a chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatAction {
    /// Send the line in the field.
    Send,
    /// Send this ready-made phrase.
    Phrase(usize),
}

/// Settings and notices, on every screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsAction {
    /// Open or close the settings.
    Toggle,
    /// Close the settings.
    Close,
    /// Open the settings at this page.
    Page(SettingsPage),
    /// Choose a language; `None` means the system's.
    Language(Option<Lang>),
    /// Choose light or dark.
    Appearance(Option<Appearance>),
    /// Choose the colours.
    Palette(Option<Palette>),
    /// Choose what the board is made of.
    Board(BoardStyle),
    /// Choose what is on the pieces of xiangqi.
    Pieces(PieceSet),
    /// Choose whether pieces glide and battles fade.
    Motion(MotionChoice),
    /// Choose how large everything is.
    Scale(ScaleChange),
    /// Turn something about the looks on or off.
    Turn(LookSwitch, bool),
    /// Show the names on tiles of luzhanqi in the language of the program, or in Chinese.
    TranslateTiles(bool),
    /// Choose how loud the sounds are.
    Sound(SoundSettings),
    /// Choose how to be called while another window has the focus.
    Calls(CallSettings),
    /// Choose the notation of moves; `None` means the usual one of the language.
    Notation(Option<NotationChoice>),
    /// Hide the notice.
    DismissNotice,
}

/// A change of the scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaleChange {
    /// As suits the window.
    Automatic,
    /// So many per cent.
    To(u16),
    /// The next larger one.
    Larger,
    /// The next smaller one.
    Smaller,
}

/// In the help pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpAction {
    /// Open or close the help pages.
    Toggle,
    /// Open or close the list of keys.
    ToggleKeys,
    /// Close the help pages.
    Close,
    /// Show the page of another game.
    Show(Page),
}
