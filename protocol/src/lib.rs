//! The conversation between a Chuhe client and a Chuhe server.
//!
//! This crate is enough to write another client. It names every message, every
//! limit and every byte; it opens no socket and decides nothing about a game.
//!
//! # The conversation
//!
//! 1. The transport is TCP, or TLS 1.2 or 1.3 over TCP where the server speaks
//!    only that. Such a server meets a greeting in plain with
//!    [`CloseReason::TlsRequired`]; one without TLS meets its beginning with the
//!    alert `protocol_version`. A server may have made its certificate itself,
//!    and is then known by the [`Fingerprint`]. Both directions are cut into
//!    frames: a big-endian `u32` length and as many bytes ([`frame`]). A client's
//!    frame holds at most [`limits::CLIENT_FRAME_BYTES`], a server's
//!    [`limits::SERVER_FRAME_BYTES`].
//! 2. The client speaks first: its first frame is a [`greeting::Hello`], and the
//!    server's first is a [`greeting::Answer`]. Their layouts are frozen for
//!    ever. A server that cannot go on in the client's version closes the
//!    connection after its answer. All later frames are messages in the
//!    encoding of [`wire`]: a client's are [`Request`]s, a server's
//!    [`ServerMessage`]s.
//! 3. A [`Request`] is a number that the client chooses and a
//!    [`ClientMessage`]. The first is [`ClientMessage::Join`] with a name,
//!    [`ClientMessage::Resume`] with the token of an earlier visit, or
//!    [`ClientMessage::Login`] with a registered name and its password; one of
//!    them must be met within [`limits::GREETING_MS`] of connecting.
//! 4. Requests are met in the order in which they were sent. One that cannot be
//!    met is answered with [`ServerMessage::Refused`], to the asker alone, with
//!    the request's number and a typed [`Refusal`]; one that is met shows by
//!    what follows from it and has no other answer. A [`ServerMessage::Pong`]
//!    therefore also says that all that was asked before the ping is done. Only
//!    [`ClientMessage::Login`], [`ClientMessage::Register`],
//!    [`ClientMessage::ChangePassword`], [`ClientMessage::ListGames`] and
//!    [`ClientMessage::FetchGame`] are answered when they can be, one at a time:
//!    meanwhile another of them is refused with [`Refusal::RequestPending`], and so is
//!    entering otherwise. With the connection they are forgotten. No refusal
//!    closes the connection. Who asks too often is told how long he must wait
//!    ([`Refusal::TooManyAttempts`], [`Refusal::ChatTooFast`]), in a server's own
//!    measure.
//! 5. [`ClientMessage::Challenge`] carries [`Terms`]; an accepted challenge
//!    becomes a game. A game is a numbered list of [`Event`]s
//!    ([`ServerMessage::Events`]), from [`Event::Started`], number 0, on: whoever has
//!    folded them all knows the game. A client that finds a gap connects anew
//!    and resumes from the first number that it lacks.
//! 6. The client sends a [`ClientMessage::Ping`] every
//!    [`limits::HEARTBEAT_MS`], from its joining on; each is answered. Whoever
//!    says nothing at all for [`limits::SILENCE_MS`] is taken to be gone, by
//!    either side.
//! 7. Before the server closes a connection it says why, where it can:
//!    [`ServerMessage::Closing`]. [`CloseReason`] says what to do then; after a
//!    connection that broke without it, connect again and resume.
//!
//! # What arrives when
//!
//! After a join or a resume, in this order: [`ServerMessage::Joined`]; all
//! players, in one [`ServerMessage::Players`] or several, or, to a player who sits
//! at a board, a [`ServerMessage::Presence`] of himself and his opponent. In a
//! crowd ([`limits::CROWD`]) all players may come up to [`limits::CROWD_LIST_MS`]
//! later, and at first such a presence of himself and those with whom he has a
//! challenge open. Then a
//! [`ServerMessage::ChallengeOpened`] for each challenge by or to the player;
//! [`ServerMessage::ShuttingDown`] if the server is about to stop; and, if the
//! player sits at a board, the [`ServerMessage::Events`] that his [`Cursor`]
//! lacks, if any, and a [`ServerMessage::Tick`] if the game still runs. Whether
//! he still sits at a board says his own entry among the players: [`Activity`].
//! Where the cursor lacks more than [`limits::SNAPSHOT_GAP`] events, and it is
//! shorter, a [`ServerMessage::Snapshot`] comes instead of the events; and always
//! where the cursor is beyond what has happened.
//!
//! From then on:
//! - [`ServerMessage::Presence`] tells who came, went or does something else,
//!   the player himself included. Where much changes it is held back for up to
//!   [`limits::PRESENCE_WINDOW_MS`]: a challenge may come from a player who has
//!   not been told yet. Chat and games carry the names. Who sits at a board is
//!   told nothing of that; when he leaves it he is told all players anew.
//! - [`ServerMessage::ChallengeOpened`] and [`ServerMessage::ChallengeClosed`]
//!   go to both whom a challenge concerns. When one is accepted, both are told
//!   [`ChallengeEnd::Accepted`], then that their other challenges are closed
//!   as [`ChallengeEnd::Busy`], then the game's first event. A challenge that
//!   crosses one with the same terms, put from the other side, is never opened:
//!   it accepts that one. A challenge outlives a lost connection of either, who
//!   is listed as not connected for as long; while its challenger is away it is
//!   not accepted ([`Refusal::ChallengerAway`]) but stands.
//! - [`ServerMessage::Events`] go to both players as things happen, the one who
//!   caused them included. A player sits at one board at most, from
//!   [`Event::Started`] until he sends [`ClientMessage::LeaveTable`] or a
//!   rematch begins, which is a game of its own and clears the board before it
//!   without an [`Event::Left`].
//! - [`ServerMessage::Tick`] tells both clocks every [`limits::TICK_MS`], and
//!   every [`limits::LATE_TICK_MS`] towards the end. Between two readings a
//!   client counts down by itself
//!   ([`ClockReading::after`](chuhe_rules::clock::ClockReading::after)) but
//!   decides nothing: a flag has fallen when [`Event::Ended`] says so. The
//!   clocks in events that come with a resume are of their own moments; the
//!   tick behind them is of now.
//!
//! # Names and tokens
//!
//! A guest's name is his while he is connected, and [`limits::GUEST_NAME_MS`]
//! longer. With [`ClientMessage::Register`] he makes it his for good; the answer
//! is [`ServerMessage::Registered`]. From then on nobody joins under that name or
//! one that looks like it ([`Refusal::NameRegistered`]); its player resumes, or
//! logs in with any spelling of it. If he is here or at a board, that is a
//! resume: his older connection is closed, and all comes that comes to one who
//! resumes without a cursor. Otherwise it is a join. A wrong password and a name
//! that nobody has registered are both [`Refusal::WrongPassword`]; who guesses
//! waits longer and longer. [`ClientMessage::ChangePassword`] asks for the old one.
//!
//! Each entry brings a new token. The one that was shown to resume is good until
//! the client says anything more, for the answer may be lost with the connection:
//! shown again it brings another, and the one that was lost is void. A token that
//! was stolen is therefore worth nothing once its owner has resumed with it; a
//! thief who is faster has the seat, and the owner is refused with
//! [`Refusal::UnknownToken`]. A guest has one token, which ends with his name; a
//! registered player one for each of up to [`limits::PLAYER_TOKENS`] machines,
//! each good for [`limits::TOKEN_MS`]. [`ClientMessage::SignOutEverywhere`] makes
//! all void but the one that it brings, and so does
//! [`ClientMessage::ChangePassword`]; a registered player to whom that is lost
//! logs in. A guest cannot: his connection's own token is good until his client
//! shows the new one with [`ClientMessage::Resume`], which it does at once over
//! the same connection, for what else it says may have been on its way before the
//! answer.
//!
//! # The state of a game
//!
//! The board follows from [`Event::Played`] and [`Event::TakenBack`]; moves that
//! are told are legal. Which offers stand follows from the events too:
//! [`Event::Offered`] sets one up, [`Event::OfferClosed`] ends it; a move ends
//! the mover's own takeback and the opponent's takeback and draw (these two
//! count as declined); [`Event::TakenBack`] and [`Event::Ended`] end all, and
//! after a takeback the plies to the next draw offer count from no later ply
//! than it returned to.
//! [`chuhe_rules::offers`] is that machine, and also says when an offer would
//! be refused. A player is away from [`Event::WentAway`] to [`Event::CameBack`].
//!
//! # Luzhanqi
//!
//! Where the terms are [`GameTerms::Luzhanqi`] all that is particular to the game
//! is told by [`Event::Luzhanqi`], to each as he may know it
//! ([`EventView`](chuhe_rules::luzhanqi::EventView)): a
//! [`GameView`](chuhe_rules::luzhanqi::GameView) that follows it is what its
//! viewer knows, and all the others are what they are in xiangqi. Neither what one
//! is told nor when, nor how long it is, depends on what one may not know. An
//! event that one may not know of is told as `Withheld`, for events are numbered
//! without gaps.
//!
//! The game begins with the players' setting up. A client sends what is set up
//! with [`ClientMessage::SetUp`], as often as it changes; that is met in silence,
//! the other is told nothing, and it is not kept: a client sends it again after a
//! resume and after [`ServerMessage::Unpaused`]. [`ClientMessage::ConfirmFormation`] makes it count: its owner is told
//! `Placed`, and both `Confirmed`. Until both have confirmed one may withdraw it
//! with [`ClientMessage::WithdrawFormation`], and set up anew. Who has not confirmed
//! after [`GameStart::setup_ms`] is confirmed with what he sent last, or, if he
//! sent nothing, with a formation drawn by lot; how long that is yet,
//! [`ServerMessage::Tick`] tells. No clock runs until then. A draft that is
//! illegal is refused with [`Refusal::Formation`], one that comes too late with
//! [`Refusal::Setup`].
//!
//! Then red moves, with [`ClientMessage::Play`]. A turn whose
//! [`move_ms`](chuhe_rules::clock::TimeControl::move_ms) are over passes
//! (`Passed`): it counts as a ply, but ends no offer; with the
//! [`passes_to_lose`](chuhe_rules::luzhanqi::Options::passes_to_lose)th its side
//! loses. A game time that is over loses at once. Nothing is taken back. Once play
//! has begun [`Event::Ended`], however it came about, is followed by `Revealed`,
//! which shows both formations and what stood on the board. To spectators both sides
//! are unknown until then; moves and passes count for their delay alike.
//!
//! # Watching
//!
//! Whoever does not sit at a running board may watch one that stands, of a
//! running game or one that is over: [`ClientMessage::Watch`]. Who plays where,
//! [`Activity`] tells. Nobody watches the board at which he sits, and nobody two
//! games: the one watched before ends with [`WatchEnd::Elsewhere`]. To watch the
//! same one again begins anew. So it may be begun [`limits::WATCH_BURST`] times
//! in [`limits::WATCH_WINDOW_MS`].
//!
//! The answer is [`ServerMessage::Watching`], and behind it what [`WatchFrom`]
//! asks for: from [`WatchFrom::Start`] all [`ServerMessage::Events`] from number
//! 0 on; from [`WatchFrom::Current`] a [`ServerMessage::Snapshot`]; from
//! [`WatchFrom::Event`] the events from that number on, none if there are none
//! yet, or a snapshot if they are more than [`limits::SNAPSHOT_GAP`] or if the
//! number is beyond what spectators are told. Then a [`ServerMessage::Tick`], if
//! the delay is 0 and the game runs. From then on every event comes as it
//! happens, or as the delay lets it through, once, in order and without gaps;
//! and ticks as they come to the players, if the delay is 0.
//!
//! With a delay of `d` plies a spectator knows the game up to its last move but
//! `d`: of the moves in the journal, those that were taken back and turns that
//! passed counted like all others, the last `d` are withheld, and with them everything
//! that happened after the move before them: offers, answers, takebacks,
//! absences. So before more than `d` moves were played only [`Event::Started`]
//! is known. Events keep their numbers, and what was told is never untold. With
//! [`Event::Ended`] everything is told. Until then a spectator is told no clock
//! that is newer than the last event that he knows.
//!
//! [`ServerMessage::Spectators`] tells players and spectators who watches, whenever
//! it changes, and a player who resumes as the last of what he is told. To
//! [`ChatRoom::Spectators`] one writes who watches that game; the other spectators
//! hear it, the players do not. When the game is over its players who are still
//! connected are told the last [`limits::SPECTATORS_LINES`] lines, as ordinary
//! [`ServerMessage::Chat`], and from then on hear that room live and may write
//! there too, for as long as they sit at the board. What is said at the board
//! ([`ChatRoom::Table`]) is not told to spectators.
//!
//! It ends with [`ServerMessage::WatchEnded`]: by [`ClientMessage::Unwatch`],
//! by sitting down at a board, or when both players have left the board or begin
//! a rematch, which is a game of its own; its number is in their [`Activity`].
//! With the connection it ends without a word: after a resume the client asks
//! anew, by [`WatchFrom::Event`] with the first number that it lacks. In a
//! game that one watches one has no more say than any stranger.
//!
//! # When the server fails
//!
//! What a client was told has been kept: a server that went down and is back
//! knows the tokens, the challenges and the games of before, and a client resumes
//! as after a lost connection. Nobody's clock ran meanwhile, and each side is
//! given [`limits::INTERRUPTION_CREDIT_MS`] more of its game time, for the move
//! in hand, for a first move, and to set up: [`Event::Interrupted`] tells the clocks as they
//! are then. A takeback keeps what was given. Players are away
//! ([`Event::WentAway`]) until they resume, offers stand, and a challenge stays
//! open for as much longer. A move of which no event came may be sent again: it
//! counts once.
//!
//! A game that the server cannot restore is set aside: its players receive
//! [`ServerMessage::GameSetAside`] after [`ServerMessage::Joined`], and are idle.
//!
//! Where the server cannot keep what happens, for want of room as a rule, it says
//! [`ServerMessage::Paused`]: clocks stand still, no tick comes, and everything
//! but [`ClientMessage::Ping`] and [`ClientMessage::Quit`] is refused with
//! [`Refusal::Paused`], joining and resuming too. What was asked just before may
//! be answered only afterwards: then a [`ServerMessage::Pong`] does not say that
//! it is done, and `Paused` may come before the answer to a join. When it can
//! keep things again, [`Event::Interrupted`] comes to each running game, then
//! [`ServerMessage::Unpaused`]. A game that is interrupted more than
//! [`limits::GAME_INTERRUPTIONS`] times is given up without a result.
//!
//! # What may change
//!
//! Variants are only appended, and a change of any byte that is sent asks for a
//! new [`greeting::VERSION`]. The tests hold the bytes of every message.
//!
//! # Example
//!
//! ```
//! use chuhe_protocol::{ClientMessage, Request, wire};
//! let request = Request { number: 1, message: ClientMessage::Join { name: "云中鹤".into() } };
//! let bytes = wire::encode(&request)?;
//! assert_eq!(wire::decode::<Request>(&bytes)?, request);
//! # Ok::<(), chuhe_protocol::wire::WireError>(())
//! ```

mod client;
mod event;
mod fingerprint;
pub mod frame;
pub mod greeting;
mod ids;
pub mod limits;
mod name;
mod refusal;
mod server;
mod terms;
pub mod text;
mod valid_terms;
pub mod wire;

pub use client::{ChatRoom, Claim, ClientMessage, Cursor, Request, WatchFrom};
pub use event::{Event, GameStart, OfferEnd, Seat};
pub use fingerprint::{Fingerprint, InvalidFingerprint};
pub use ids::{ChallengeId, GameId, Password, PlayerId, Seq, SessionToken};
pub use name::{NameError, PlayerName};
pub use refusal::Refusal;
pub use server::{
    Activity, Challenge, ChallengeEnd, CloseReason, DeclineReason, GameSummary, Player, PresenceChange,
    ServerMessage, WatchEnd,
};
pub use terms::{ColorChoice, GameKind, GameTerms, InvalidTerms, TakebackPolicy, Terms};
pub use valid_terms::ValidTerms;
