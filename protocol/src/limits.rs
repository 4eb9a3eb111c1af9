//! Every limit of the conversation, by name. Times are in milliseconds.

/// The most bytes in a frame from a client, its length not counted.
pub const CLIENT_FRAME_BYTES: usize = 4 * 1024;
/// The most bytes in a frame from a server, its length not counted.
pub const SERVER_FRAME_BYTES: usize = 64 * 1024;
/// The most characters in a player's name, after normalisation.
pub const NAME_CHARS: usize = 16;
/// The most bytes of a name as it is asked for, before normalisation.
pub const NAME_BYTES: usize = 256;
/// The most characters in a line of chat.
pub const CHAT_CHARS: usize = 200;
/// The burst of chat lines a player may send at once …
pub const CHAT_BURST: usize = 5;
/// … which refills one line at a time over this period.
pub const CHAT_WINDOW_MS: u64 = 5_000;
/// The most bytes in the text of a start position.
pub const START_POSITION_BYTES: usize = 128;

/// The deadline for a new connection to join.
pub const GREETING_MS: u64 = 10_000;
/// The interval of a client's pings.
pub const HEARTBEAT_MS: u64 = 5_000;
/// The silence after which a peer is treated as gone.
pub const SILENCE_MS: u64 = 20_000;
/// The maximum number of frames queued for one connection; a slower reader is disconnected.
pub const SEND_QUEUE_FRAMES: usize = 1_024;
/// Bytes that may wait to be sent to one connection. The list of as many players
/// as may be connected fits in, unless most names are of the longest.
pub const SEND_QUEUE_BYTES: usize = 1024 * 1024;
/// The time after which a connection that reads nothing while frames are queued is closed.
pub const UNREAD_MS: u64 = 20_000;
/// The burst of requests a connection may send at once …
pub const FLOOD_REQUESTS: usize = 200;
/// … which refills one request at a time over this period; a faster connection is closed.
pub const FLOOD_WINDOW_MS: u64 = 10_000;
/// The most connections at once.
pub const CONNECTIONS: usize = 20_000;
/// The most connections at once from one address, or one network (/64) of IPv6.
pub const ADDRESS_CONNECTIONS: usize = 256;
/// When so many greetings from one address have failed …
pub const FAILED_GREETINGS: usize = 20;
/// … within this time, its connections are closed without a word for as long.
pub const FAILED_GREETINGS_MS: u64 = 60_000;
/// The most addresses whose failed greetings are counted; of one more, the one
/// that would be forgotten first is.
pub const FAILED_ADDRESSES: usize = 16_384;
/// Who comes, goes or does something else is told at once, but at most in this
/// many steps …
pub const PRESENCE_BURST: usize = 50;
/// … within this time; what is held back is told together when it is over.
pub const PRESENCE_WINDOW_MS: u64 = 1_000;
/// While more than this many are here …
pub const CROWD: usize = 500;
/// … it is told at most this often. A thousand who come back at once are
/// otherwise a million messages.
pub const CROWD_PRESENCE_MS: u64 = 250;
/// So many are told it in a second, all together: where more than a quarter of
/// this look at the lobby, it is told less often than that.
pub const PRESENCE_TOLD: u64 = 20_000;
/// A crowd is told the whole list at most this often: who comes meanwhile is told
/// it with the others who have.
pub const CROWD_LIST_MS: u64 = 250;
/// The most players in one frame of the players' list.
pub const PLAYERS_PER_FRAME: usize = 256;
/// The most events in one frame of a game's events.
pub const EVENTS_PER_FRAME: usize = 256;

/// How long a guest's name stays reserved after they have gone.
pub const GUEST_NAME_MS: u64 = 5 * 60_000;
/// The most guests whose names are held while they are away; of one more, the
/// name that would be free first is.
pub const HELD_GUESTS: usize = 20_000;
/// The lifetime of a challenge that is not answered.
pub const CHALLENGE_MS: u64 = 60_000;
/// The most open challenges by one player.
pub const CHALLENGES_OUT: usize = 5;
/// The most open challenges to one player.
pub const CHALLENGES_IN: usize = 20;

/// The time for the first move of each side.
pub const FIRST_MOVE_MS: u64 = 30_000;
/// The time to set up; after it each player's last draft counts.
pub const SETUP_MS: u64 = 3 * 60_000;
/// The interval of clock ticks …
pub const TICK_MS: u64 = 5_000;
/// … and the shorter interval when …
pub const LATE_TICK_MS: u64 = 1_000;
/// … the running clock has no more than this left.
pub const LATE_MS: u64 = 10_000;

/// How long the opponent must be away before a player may claim the game.
pub const ABSENCE_MS: u64 = 60_000;
/// The same after the opponent has quit.
pub const QUIT_ABSENCE_MS: u64 = 10_000;
/// A game whose players are both away for so long is closed without a result.
pub const BOTH_AWAY_MS: u64 = 30 * 60_000;
/// The most games whose players are both away; of one more, the one they went
/// from first is closed. All who may be connected at once fit in, so a network
/// that fails for everyone costs no game.
pub const ABANDONED_GAMES: usize = CONNECTIONS / 2;

/// The most plies in one game, which is then a draw.
pub const GAME_PLIES: usize = 2_000;
/// The most offers that one side may make in one game, times that it is told to
/// be away, and times that it withdraws its formation, together.
pub const GAME_OFFERS: usize = 2_000;
/// The most events in one game: the plies, and for each side's offers, absences
/// and withdrawals the event itself, its end, and the two plies of a takeback, or
/// the formation and its confirmation, again.
pub const GAME_EVENTS: usize = 20_000;

/// A restart of the server, or a pause, gives each side so much more time.
pub const INTERRUPTION_CREDIT_MS: u64 = 10_000;
/// The most interruptions in one game; one more, and it is given up without a result.
pub const GAME_INTERRUPTIONS: usize = 1_000;
/// A client that lacks more events than this is told the game as it stands instead.
pub const SNAPSHOT_GAP: usize = 256;

/// The fewest characters in a password.
pub const PASSWORD_CHARS_MIN: usize = 8;
/// The most bytes in a password.
pub const PASSWORD_BYTES: usize = 128;
/// The most tokens of one registered player; of one more, the one that was
/// issued first is void.
pub const PLAYER_TOKENS: usize = 8;
/// A registered player's token is good for so long after it was issued.
pub const TOKEN_MS: u64 = 30 * 24 * 60 * 60_000;

/// Where too many passwords wait to be looked at, one is to be tried again after
/// this.
pub const OVERLOAD_WAIT_MS: u64 = 2_000;

/// The most finished games in one frame of a list.
pub const GAMES_PER_FRAME: usize = 20;

/// The longest that moves may be kept from spectators, in plies.
pub const WATCH_DELAY_PLIES: u8 = 40;
/// The burst of watch requests a player may send at once …
pub const WATCH_BURST: usize = 10;
/// … which refills one request at a time over this period, as each may send a whole game.
pub const WATCH_WINDOW_MS: u64 = 10_000;
/// The maximum number of spectators of one game.
pub const SPECTATORS_PER_GAME: usize = 5_000;
/// The maximum number of spectators whose names are sent.
pub const SPECTATORS_NAMED: usize = 50;
/// The minimum interval between two spectator lists.
pub const SPECTATORS_MS: u64 = 1_000;
/// The maximum number of spectator chat lines the players receive after the game.
pub const SPECTATORS_LINES: usize = 200;
