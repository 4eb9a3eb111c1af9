//! What a user asks for with a widget.

use super::help::Page;
use super::theme::Appearance;
use crate::core::game_choice::GameChoice;
use crate::core::lang::Lang;
use chuhe_protocol::{
    ChallengeId, Claim, ColorChoice, DeclineReason, GameId, Password, PlayerId, TakebackPolicy,
};
use chuhe_rules::GameMove;
use chuhe_rules::luzhanqi::{MineRule, Strength};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::Move;

/// What a widget asks for, by the part of the program that answers it.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The text of a field has changed to this.
    Edit(Field, String),
    /// What is typed into a field for a password has changed to this.
    EditSecret(SecretField, Password),
    /// On the screen where one joins a server.
    Join(JoinAction),
    /// In the dialog at one's own name.
    Account(AccountAction),
    /// In the lobby.
    Lobby(LobbyAction),
    /// In the list of one's finished games.
    Games(GamesAction),
    /// In the dialog in which a challenge is put together.
    Form(FormAction),
    /// At the board.
    Table(TableAction),
    /// With the user's files: layouts, records.
    Files(FilesAction),
    /// In a chat, of the lobby or of the board, whichever is on the screen.
    Chat(ChatAction),
    /// On every screen.
    Settings(SettingsAction),
    /// In the rules.
    Help(HelpAction),
    /// About a server that is not the one it was.
    Trust(TrustAction),
    /// Whether the window is to be closed though a game is being played.
    Quit(bool),
}

/// A field that holds text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// The server's name or address.
    Host,
    /// The server's port.
    Port,
    /// One's own name.
    Name,
    /// The port to host on.
    HostPort,
    /// The filter of the list of players.
    Filter,
    /// What is about to be said.
    Chat,
    /// A number of the challenge: one's own time.
    OwnTime(TimePart),
    /// A number of the challenge: the opponent's time, where it differs.
    OpponentTime(TimePart),
    /// The start position of the challenge.
    Start,
    /// How many plies late spectators are to be told.
    WatchDelay,
    /// What the layout is to be called that is about to be saved.
    LayoutName,
}

/// A field whose text is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SecretField {
    /// The password of the name one joins with.
    Join,
    /// The password one's name has.
    Old,
    /// The password one's name is to have.
    New,
    /// The same again.
    Again,
}

/// One of the four numbers of a time control, as people enter it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimePart {
    /// Game time, in minutes.
    GameMinutes,
    /// Time for each move, in seconds.
    MoveSeconds,
    /// Increment, in seconds.
    IncrementSeconds,
    /// Read-seconds.
    ReadSeconds,
}

impl TimePart {
    /// All four, in the order they are shown.
    pub const ALL: [Self; 4] =
        [Self::GameMinutes, Self::MoveSeconds, Self::IncrementSeconds, Self::ReadSeconds];
}

/// Where one joins a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JoinAction {
    /// Joins the server in the fields.
    Submit,
    /// Wants to enter a password.
    AskPassword,
    /// Whether TLS is wished.
    Tls(bool),
    /// Joins this server; also what `--connect`, `--name` and `--tls` ask for.
    To {
        /// A name or an address.
        host: String,
        /// The port.
        port: u16,
        /// One's own name; absent, the one last used.
        name: Option<String>,
        /// Whether TLS is wished.
        tls: bool,
    },
    /// Gives the attempt up, or leaves the server.
    Leave,
    /// Tries again at once.
    Retry,
    /// Joins this one of the servers used lately.
    Recent(usize),
    /// Forgets this one of the servers used lately.
    Forget(usize),
    /// Starts a server here.
    StartHost,
    /// Stops it.
    StopHost,
    /// Joins the server started here.
    JoinHosted,
    /// Copies an address.
    Copy(String),
}

/// About a server that is not the one it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrustAction {
    /// Whether the fingerprint was compared with what the owner says.
    Compared(bool),
    /// Believes that it is the same server. Does nothing unless the fingerprint was compared.
    Trust,
    /// Does not connect.
    Refuse,
}

/// In the dialog at one's own name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccountAction {
    /// Opens it.
    Open,
    /// Closes it.
    Close,
    /// Registers the name under the password in the fields.
    Register,
    /// Wants another password, and is asked for both; or does not any more.
    AskChange(bool),
    /// Changes it to the one in the fields.
    Change,
    /// Wants to sign out everywhere, and is asked whether he means it; or does not any more.
    AskSignOut(bool),
    /// Means it.
    SignOut,
}

/// In the lobby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LobbyAction {
    /// Shows another tab.
    Tab(LobbyTab),
    /// Watches this game.
    Watch(GameId),
    /// Opens the dialog to challenge this player.
    Challenge(PlayerId),
    /// Takes a challenge back.
    Cancel(ChallengeId),
    /// Accepts a challenge.
    Accept(ChallengeId),
    /// Declines a challenge.
    Decline(ChallengeId, DeclineReason),
}

/// What is shown in the lobby's larger card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LobbyTab {
    /// Who is here.
    #[default]
    Players,
    /// One's own finished games.
    Games,
}

impl LobbyTab {
    /// All, in the order they are shown.
    pub const ALL: [Self; 2] = [Self::Players, Self::Games];
}

/// In the list of one's finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamesAction {
    /// Asks for more of them.
    More,
    /// Opens this one.
    Open(GameId),
}

/// Putting a challenge together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormAction {
    /// Fills the times from this preset.
    Preset(usize),
    /// Plays this game.
    Game(GameChoice),
    /// What becomes of a mine that something runs into, in luzhanqi.
    Mine(MineRule),
    /// Plays this colour.
    Color(ColorChoice),
    /// Whether moves may be taken back.
    Takeback(TakebackPolicy),
    /// Whether the opponent has a time of his own.
    Odds(bool),
    /// Sends the challenge.
    Send,
    /// Closes the dialog.
    Close,
}

/// What is shown between the players' cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tab {
    /// The moves played.
    #[default]
    Moves,
    /// The moves that can be played.
    Available,
    /// The chat.
    Chat,
    /// Who watches.
    Spectators,
}

impl Tab {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Moves, Self::Available, Self::Chat, Self::Spectators];
}

/// At the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableAction {
    /// Shows another tab.
    Tab(Tab),
    /// A move of the list of available ones was clicked: shown first, played when clicked again.
    Choose(Move),
    /// Plays a move.
    Play(GameMove),
    /// Sets the pieces up by lot.
    Shuffle,
    /// Confirms what is set up.
    Confirm,
    /// Withdraws the confirmation.
    WithdrawFormation,
    /// Writes on the piece that was chosen for it, or wipes it.
    Mark(Option<Strength>),
    /// Leaves it as it is.
    CloseMarks,
    /// Offers something.
    Offer(OfferKind),
    /// Withdraws an offer.
    Withdraw(OfferKind),
    /// Answers an offer.
    Answer(OfferKind, bool),
    /// Wants to resign, and is asked whether he means it.
    AskResign,
    /// Means it.
    Resign,
    /// Does not.
    KeepPlaying,
    /// Aborts.
    Abort,
    /// Claims a game whose opponent is away.
    Claim(Claim),
    /// Goes back to the lobby.
    Leave,
    /// Turns the board round.
    Flip,
    /// Shows the position after so many plies; `None`, the present one.
    Review(Option<usize>),
}

/// With the user's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilesAction {
    /// Opens the dialog in which layouts are saved and chosen.
    Open,
    /// Closes it.
    Close,
    /// Saves what is set up, under the name in the field.
    Save,
    /// Sets up this one of those that are saved.
    Load(usize),
    /// Saves the record of the game, which is over.
    Record,
}

/// In a chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatAction {
    /// Says what is in the field.
    Send,
    /// Says this one of the ready-made phrases.
    Phrase(usize),
    /// Hides, or shows again, what this player says.
    Mute(PlayerId, bool),
    /// Shows again what anybody says.
    UnmuteAll,
}

/// On every screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsAction {
    /// Opens or closes the settings.
    Toggle,
    /// Closes them.
    Close,
    /// Chooses a language; `None`, the system's.
    Language(Option<Lang>),
    /// Chooses light or dark.
    Appearance(Appearance),
    /// Puts the last message away.
    DismissNotice,
}

/// In the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HelpAction {
    /// Opens or closes them.
    Toggle,
    /// Closes them.
    Close,
    /// Shows those of another game.
    Show(Page),
}
