//! All limits of the protocol. Times are in milliseconds.

/// The maximum size of a client's frame in bytes, without the length prefix.
pub const CLIENT_FRAME_BYTES: usize = 4 * 1024;
/// The maximum size of a server's frame in bytes, without the length prefix.
pub const SERVER_FRAME_BYTES: usize = 64 * 1024;
/// The maximum number of characters in a player's name, after normalisation.
pub const NAME_CHARS: usize = 16;
/// The maximum number of bytes in a requested name, before normalisation.
pub const NAME_BYTES: usize = 256;
/// The maximum number of halls of a server.
pub const HALLS: usize = 64;
/// The maximum number of nodes that a server lists.
pub const NODES: usize = 16;
/// The maximum number of bytes in the address of a node.
pub const ADDRESS_BYTES: usize = 255;
/// The maximum number of requests of a connection that no hall has received.
///
/// Each was refused: the server closes the connection after the last one.
pub const HALL_CHOICES: usize = 16;
/// The default number of players from which a hall is full.
pub const HALL_PLAYERS: u32 = 10_000;
/// The maximum number of characters in a chat line.
pub const CHAT_CHARS: usize = 200;
/// The burst of chat lines a player may send at once; it refills over [`CHAT_WINDOW_MS`].
pub const CHAT_BURST: usize = 5;
/// The period over which [`CHAT_BURST`] refills, one line at a time.
pub const CHAT_WINDOW_MS: u64 = 5_000;
/// The number of the last chat lines of the lobby that a player who comes back receives.
pub const LOBBY_CHAT_LINES: usize = 50;
/// The number of the last chat lines of a table that a player who comes back to it receives.
pub const TABLE_CHAT_LINES: usize = 100;
/// The maximum number of chat lines of all tables that the server keeps; the oldest is dropped first.
pub const TABLES_CHAT_LINES: usize = 100_000;
/// The maximum number of chat lines in one frame.
pub const CHAT_LINES_PER_FRAME: usize = 50;
/// The maximum number of bytes in the text of a start position.
pub const START_POSITION_BYTES: usize = 128;

/// The deadline for a new connection to join.
pub const GREETING_MS: u64 = 10_000;
/// The interval of a client's pings.
pub const HEARTBEAT_MS: u64 = 5_000;
/// The silence after which a peer is treated as gone.
pub const SILENCE_MS: u64 = 20_000;
/// The maximum number of frames queued for one connection; a slower reader is disconnected.
pub const SEND_QUEUE_FRAMES: usize = 1_024;
/// The maximum number of bytes queued for one connection.
///
/// The list of [`CONNECTIONS`] players fits, unless most names have the maximum length.
pub const SEND_QUEUE_BYTES: usize = 1024 * 1024;
/// The time after which a connection that reads nothing while frames are queued is closed.
pub const UNREAD_MS: u64 = 20_000;
/// The burst of requests a connection may send at once; it refills over [`FLOOD_WINDOW_MS`].
pub const FLOOD_REQUESTS: usize = 200;
/// The period over which [`FLOOD_REQUESTS`] refills, one at a time; a faster connection is closed.
pub const FLOOD_WINDOW_MS: u64 = 10_000;
/// The maximum number of connections.
pub const CONNECTIONS: usize = 20_000;
/// The maximum number of connections from one IPv4 address or one IPv6 /64 network.
pub const ADDRESS_CONNECTIONS: usize = 256;
/// The maximum number of failed greetings from one address within [`FAILED_GREETINGS_MS`].
pub const FAILED_GREETINGS: usize = 20;
/// The period for counting failed greetings, and how long an address is then blocked.
///
/// The server closes connections from a blocked address without an answer.
pub const FAILED_GREETINGS_MS: u64 = 60_000;
/// The maximum number of addresses with counted failures; the oldest is evicted first.
pub const FAILED_ADDRESSES: usize = 16_384;
/// The burst of presence updates sent without delay within [`PRESENCE_WINDOW_MS`].
pub const PRESENCE_BURST: usize = 50;
/// The period of [`PRESENCE_BURST`]; further updates are merged into one at its end.
pub const PRESENCE_WINDOW_MS: u64 = 1_000;
/// The number of listed players above which the lobby is crowded: the server sends the player list in pages.
pub const CROWD: usize = 500;
/// The number of listed players below which a crowded lobby receives the whole list again.
///
/// Less than [`CROWD`], because each change between the two sends everybody a list.
pub const CROWD_ENDS: usize = 400;
/// The number of players on a page of the player list.
pub const LOBBY_PAGE: usize = 50;
/// The maximum number of players whose presence a client receives beside its page.
pub const FOLLOWED_PLAYERS: usize = 64;
/// The minimum interval between two reports of how many players and games there are, while the lobby is crowded.
pub const LOBBY_TOTALS_MS: u64 = 5_000;
/// The minimum interval between presence updates while the server is crowded.
///
/// Without it, 1,000 players who reconnect at once would cause a million messages.
pub const CROWD_PRESENCE_MS: u64 = 250;
/// The maximum number of presence updates sent to all clients together per second.
///
/// The more receive an update, the longer is the interval to the next one: from 50 clients on, 88 ms after one to 220, and in a
/// crowd at least [`CROWD_PRESENCE_MS`]. Each costs about 8 µs.
pub const PRESENCE_SENDS_PER_SECOND: u64 = 2_500;
/// The minimum interval between player lists while the server is crowded.
///
/// Clients that join in between receive the same page, encoded once.
pub const CROWD_LIST_MS: u64 = 250;
/// The maximum number of players in one frame of the player list; each term that one seeks, and each rating, counts as
/// another.
pub const PLAYERS_PER_FRAME: usize = 256;
/// The maximum number of terms of a seek.
pub const SEEK_TERMS: usize = 4;
/// The time after which the reach of a seek widens by a step, in milliseconds.
pub const SEEK_WIDENS_MS: u64 = 15_000;
/// The number of players in a hall from which on seeks begin with a narrow reach. In a smaller hall, waiting for somebody nearer
/// would cost time and gain little; docs/lobby.md has measured 5, 20 and 200.
pub const WIDENING_PLAYERS: usize = 50;
/// The maximum number of open seeks in a hall.
pub const SEEKS: usize = 5_000;
/// The time for which a lasting seek stays open after its player has sought last.
pub const LASTING_SEEK_MS: u64 = 24 * 60 * 60_000;
/// The maximum number of lasting seeks in a hall; a player has one.
pub const LASTING_SEEKS: usize = 1_000;
/// The maximum number of answers to a lasting seek, and of answers by one player.
pub const SEEK_ANSWERS: usize = 10;
/// The maximum number of events in one frame.
pub const EVENTS_PER_FRAME: usize = 256;

/// How long a guest's name stays reserved after they disconnect.
pub const GUEST_NAME_MS: u64 = 5 * 60_000;
/// The maximum number of reserved names of absent guests; the oldest is freed first.
pub const HELD_GUESTS: usize = 20_000;
/// The timeout of an unanswered challenge.
pub const CHALLENGE_MS: u64 = 60_000;
/// The maximum number of open challenges by one player.
pub const CHALLENGES_OUT: usize = 5;
/// The maximum number of cursors in a `Resume`. The server ignores further ones.
pub const CURSORS: usize = 64;
/// The maximum number of open challenges to one player.
pub const CHALLENGES_IN: usize = 20;
/// The waits before a player may challenge the same opponent again.
///
/// The first follows the first challenge that was declined or that the challenger took back, and
/// so on; the last one repeats.
pub const CHALLENGE_WAITS_MS: [u64; 3] = [10_000, 30_000, 120_000];
/// The time without a refusal after which [`CHALLENGE_WAITS_MS`] begin again.
pub const CHALLENGE_QUIET_MS: u64 = 10 * 60_000;
/// The refusals after which every guest of an address waits, not only those who joined since.
pub const CHALLENGE_ADDRESS_REFUSALS: usize = 10;
/// The maximum number of pairs of challenger and opponent whose refusals are counted.
pub const CHALLENGE_REFUSALS: u64 = 50_000;
/// The time after which an invitation that nobody accepted expires.
///
/// Long enough for a friend to read a message.
pub const INVITATION_MS: u64 = 60 * 60_000;
/// The time for which an accepted invitation waits until both players are there.
///
/// Long enough for the one who invites to return from the messenger, or from an errand.
pub const INVITATION_WAIT_MS: u64 = 60 * 60_000;
/// The maximum number of open invitations by one player.
///
/// Any number of friends may have the same one.
pub const INVITATIONS_PER_PLAYER: usize = 1;
/// The maximum number of open invitations in a hall.
pub const INVITATIONS: usize = 10_000;
/// How long the server remembers how an invitation ended.
pub const CLOSED_INVITATION_MS: u64 = 60 * 60_000;
/// The maximum number of closed invitations that the server remembers; the oldest is forgotten first.
pub const CLOSED_INVITATIONS: u64 = 10_000;
/// The maximum number of bytes in the address of a server's page.
pub const WEB_ADDRESS_BYTES: usize = 255;
/// The maximum number of players that one player blocks.
pub const BLOCKED_PLAYERS: usize = 100;

/// The default timeout of each side's first move, in a game with a time control.
pub const FIRST_MOVE_MS: u64 = 60_000;
/// The default timeout of each side's first move, in an untimed game.
pub const UNTIMED_FIRST_MOVE_MS: u64 = 5 * 60_000;
/// The time for setting up the pieces; then each player's last draft becomes final.
pub const SETUP_MS: u64 = 3 * 60_000;
/// The interval of clock ticks.
pub const TICK_MS: u64 = 5_000;
/// The interval of clock ticks while the running clock is low.
pub const LATE_TICK_MS: u64 = 1_000;
/// The remaining time at which a running clock is low.
pub const LATE_MS: u64 = 10_000;

/// The number of recent measurements whose lower quartile is the network delay of a connection.
///
/// A few late answers do not raise it.
pub const LAG_SAMPLES: usize = 8;
/// The step in which the network delay of a player is rounded.
pub const LAG_STEP_MS: u16 = 50;

/// How long the opponent must be absent before a player may claim the game.
pub const ABSENCE_MS: u64 = 60_000;
/// How long an absence of a player whose program went to sleep does not count, once a game.
///
/// Long enough to take a call.
pub const SLEEP_MS: u64 = 3 * 60_000;
/// How long an opponent who quit must be absent before a player may claim the game.
///
/// Long enough to close the program by mistake and to start it again.
pub const QUIT_ABSENCE_MS: u64 = 30_000;
/// How long a player may be absent in a whole game before the opponent may claim it.
///
/// Each further absence can be claimed as soon as this is used up.
pub const GAME_ABSENCE_MS: u64 = 90_000;
/// How long both players may be absent before their game ends without a result.
pub const BOTH_AWAY_MS: u64 = 30 * 60_000;
/// The maximum number of games with both players absent; the oldest is closed first.
///
/// The games of all connected players fit, so a network failure for everyone closes none.
pub const ABANDONED_GAMES: usize = CONNECTIONS / 2;

/// The maximum number of plies in one game, which then ends as a draw.
pub const GAME_PLIES: usize = 2_000;
/// The maximum number of offers, absences and withdrawn formations of one side in one game.
pub const GAME_OFFERS: usize = 2_000;
/// The maximum number of changes of one side's network delay in one game.
///
/// After that many, the last one stays in effect.
pub const GAME_LAGS: usize = 400;
/// The maximum number of repetitions judged in one game; later ones are not announced.
///
/// It is reached only with many takebacks. The ruling that ends a game is always announced.
pub const GAME_REPETITIONS: usize = GAME_PLIES;
/// The maximum number of events in one game.
///
/// It covers the plies, repetitions and changes of network delay, for each offer, absence and withdrawal of
/// both sides the event itself, its end, and the two plies of a takeback or the repeated formation
/// and confirmation, and for each interruption a pause before it.
pub const GAME_EVENTS: usize = 23_000;

/// The time that each side gains after a pause or a restart of the server.
pub const INTERRUPTION_CREDIT_MS: u64 = 10_000;
/// The maximum number of interruptions of one game, ends of pauses included; one more ends it without a result.
pub const GAME_INTERRUPTIONS: usize = 1_000;
/// A client that lacks more events than this receives a snapshot instead.
pub const SNAPSHOT_GAP: usize = 256;

/// The minimum number of characters in a password.
pub const PASSWORD_CHARS_MIN: usize = 8;
/// The maximum number of bytes in a password.
pub const PASSWORD_BYTES: usize = 128;
/// The maximum number of addresses from which a player's logins do not wait.
pub const PLAYER_ADDRESSES: usize = 4;
/// The maximum number of tokens of one registered player; the oldest is revoked first.
pub const PLAYER_TOKENS: usize = 8;
/// The lifetime of a registered player's token.
pub const TOKEN_MS: u64 = 30 * 24 * 60 * 60_000;

/// The retry delay for a client when too many passwords are waiting to be checked.
pub const OVERLOAD_WAIT_MS: u64 = 2_000;

/// The maximum number of finished games in one frame of a list.
pub const GAMES_PER_FRAME: usize = 20;
/// The number of a player's last finished games that their profile counts.
pub const PROFILE_GAMES: usize = 500;
/// The number of a player's last counted games, for their completion rate, and for waits.
pub const FAIR_PLAY_GAMES: usize = 30;
/// From how many counted games on a profile has the completion rate.
pub const COMPLETION_GAMES: usize = 5;
/// The maximum number of ratings in the curve of a profile.
pub const RATING_POINTS: usize = 100;
/// The maximum number of best wins of a profile, for each rating.
pub const BEST_WINS: usize = 5;
/// The maximum number of openings of a profile, for each side.
pub const PLAYED_OPENINGS: usize = 3;
/// The maximum number of players on a page of a leaderboard.
pub const LEADERBOARD_ROWS: usize = 50;
/// The maximum number of games in a list that one search considers.
pub const SEARCH_GAMES: usize = 2_000;
/// The maximum number of games whose events one search for a position reads.
pub const SEARCH_READ_GAMES: usize = 100;
/// The number of plies within which a search finds a position.
pub const SEARCH_PLIES: usize = 60;
/// The number of events within which a search finds a position.
///
/// Takebacks, offers and absences count too, so it is more than [`SEARCH_PLIES`].
pub const SEARCH_EVENTS: usize = 128;

/// The maximum broadcast delay for spectators, in plies.
pub const WATCH_DELAY_PLIES: u8 = 40;
/// The burst of watch requests a player may send at once; it refills over [`WATCH_WINDOW_MS`].
pub const WATCH_BURST: usize = 10;
/// The period over which [`WATCH_BURST`] refills, one at a time: each may send a whole game.
pub const WATCH_WINDOW_MS: u64 = 10_000;
/// The maximum number of spectators of one game.
pub const SPECTATORS_PER_GAME: usize = 5_000;
/// The maximum number of spectators whose names are sent.
pub const SPECTATORS_NAMED: usize = 50;
/// The minimum interval between two spectator lists.
pub const SPECTATORS_MS: u64 = 1_000;
/// The maximum number of games that one client previews in its lobby.
pub const PREVIEWED_GAMES: usize = 6;
/// The minimum interval between two previews of a game.
///
/// A client may draw each of them, so it also bounds what an idle lobby costs its player.
pub const PREVIEW_MS: u64 = 1_000;
/// The maximum number of previews sent to all clients together per second.
///
/// Beyond it, the interval grows over [`PREVIEW_MS`].
pub const PREVIEW_SENDS_PER_SECOND: u64 = 10_000;
/// The maximum number of players in a list of those who were on the server last.
pub const LAST_VISITORS: usize = 20;
/// The number of the last spectator chat lines that the players receive after the game, and a
/// spectator who begins to watch.
pub const SPECTATORS_LINES: usize = 200;
/// The maximum number of characters in the words of a report, in the reason of a decision, and in an appeal.
pub const REPORT_CHARS: usize = 300;
/// The number of a player's last finished games whose opponents they may report.
pub const REPORT_GAMES: usize = 100;
/// The maximum number of open reports in one frame; the server's frame holds the longest of that many.
pub const REPORTS_PER_FRAME: usize = 6;
/// Maximum number of evenings of a hall, ended ones included.
pub const EVENINGS: usize = 64;
/// Maximum number of evenings that one player organises and that have not ended.
pub const EVENINGS_PER_ORGANISER: usize = 4;
/// Maximum number of players of an evening: the pairing of more would hold up the other players of the server.
pub const EVENING_PLAYERS: usize = 128;
/// Maximum number of organisers of an evening.
pub const EVENING_ORGANISERS: usize = 8;
/// Maximum number of evenings in a list.
pub const EVENINGS_LISTED: usize = 32;
/// Maximum number of characters of the title of an evening.
pub const EVENING_TITLE_CHARS: usize = 60;
/// Maximum number of records of an evening in a frame.
pub const EVENING_RECORDS_PER_FRAME: usize = 32;
/// Maximum number of games of an evening in a frame.
pub const EVENING_GAMES_PER_FRAME: usize = 256;
/// The longest pause of an evening or of one of its boards: then it goes on by itself, because its organisers are gone.
pub const EVENING_PAUSE_MS: u64 = 24 * 60 * 60_000;
/// Maximum number of players that an organiser enters with one request.
pub const EVENING_ENTRIES: usize = 40;
/// How far ahead an evening may be planned.
pub const EVENING_AHEAD_MS: u64 = 60 * 24 * 60 * 60_000;
/// The longest time until a player who is not at the board loses by forfeit.
pub const EVENING_LATE_MS: u32 = 60 * 60_000;
/// The longest break between two rounds.
pub const EVENING_BREAK_MS: u32 = 60 * 60_000;
/// The longest time from the beginning of a round to that of the next.
pub const EVENING_SLOT_MS: u32 = 24 * 60 * 60_000;
/// From which ply on, at the latest, players of an evening may resign or agree a draw: after 60 moves of each.
pub const EVENING_LEAST_PLY: u16 = 120;
/// How long an evening is kept after its last event, or after the planned start.
pub const EVENING_KEPT_MS: u64 = 30 * 24 * 60 * 60_000;
/// The shortest time between two [`crate::EveningMessage::Round`] of one evening to one connection.
pub const EVENING_ROUND_MS: u64 = 500;
/// How long an arena waits between two waves of pairings.
pub const EVENING_WAVE_MS: u64 = 20_000;
/// How long a player may object to a result.
pub const OBJECTION_MS: u64 = 5 * 60_000;
/// Maximum number of open objections of an evening.
pub const OBJECTIONS: usize = 20;
/// Maximum number of characters of an objection.
pub const OBJECTION_CHARS: usize = 200;
