//! The protocol between a Chuhe client and a Chuhe server.
//!
//! This page and the types it links to are the specification for another client: every
//! message, every limit and every byte. `docs/protocol.md` is a guide to it, and
//! `docs/protocol.json` has the messages for programs. The crate opens no socket and decides
//! nothing about a game.
//!
//! # Connections
//!
//! 1. The transport is TCP, or TLS 1.2 or 1.3 over TCP if the server requires it. A server that
//!    requires TLS answers a plain greeting with [`CloseReason::TlsRequired`]. A server without
//!    TLS answers a TLS handshake with the alert `protocol_version`. A self-signed certificate
//!    is identified by its [`Fingerprint`].
//! 2. Both directions are a sequence of frames: a big-endian `u32` length, then that many bytes
//!    (`frame`, behind the feature `frames`). A client's frame holds at most [`limits::CLIENT_FRAME_BYTES`], a server's at
//!    most [`limits::SERVER_FRAME_BYTES`].
//!    Over a WebSocket, for browsers, each binary message is one such frame without its length.
//! 3. The client's first frame is a [`greeting::Hello`], the server's first frame a
//!    [`greeting::Answer`]. The layout of both never changes. A server that does not support
//!    the client's version closes the connection after its answer. A server with several halls
//!    lists them after its answer, in the same frame, and so does a server that is a node of a
//!    cluster.
//! 4. Every later frame is one message in the encoding of [`wire`]: a [`Request`] from the
//!    client, a [`ServerMessage`] from the server.
//! 5. The client must enter within [`limits::GREETING_MS`] of connecting: with
//!    [`DoorRequest::Join`] and a name, [`DoorRequest::Resume`] and the token of an earlier
//!    session, or [`DoorRequest::Login`], a registered name and its password.
//!    Before that it may ask for an invitation ([`LobbyRequest::FindInvitation`]), which its user
//!    sees before they choose a name.
//! 6. After entering, the client sends a [`DoorRequest::Ping`] every
//!    [`limits::HEARTBEAT_MS`], and the server answers each with a [`DoorMessage::Pong`].
//!    Either side treats a peer that sent nothing for [`limits::SILENCE_MS`] as gone. A client
//!    that sends more than [`limits::FLOOD_REQUESTS`] in [`limits::FLOOD_WINDOW_MS`] is
//!    disconnected; every request counts, pings and refused ones included.
//! 7. Before the server closes a connection it sends [`DoorMessage::Closing`] if it can.
//!    [`CloseReason`] says what the client should do. If the connection ends without this
//!    message, the client connects again and resumes.
//!
//! # Requests
//!
//! A [`Request`] is a [`ClientMessage`] with a number that the client chooses. The server
//! handles the requests of a connection in the order in which they were sent.
//!
//! Messages go by area: the door ([`DoorRequest`], [`DoorMessage`]), accounts, the lobby, the table
//! of a game, chat, and the archive of finished games. A message of a table names its game.
//!
//! - A refused request changes nothing. The server answers it with [`ServerMessage::Refused`],
//!   which carries the request's number and a typed [`Refusal`]; only the requester receives it.
//! - An accepted request has no answer of its own: its effect arrives as other messages. A
//!   [`DoorMessage::Pong`] therefore confirms that every request before the ping was handled.
//! - [`DoorRequest::Login`], [`AccountRequest::Register`], [`AccountRequest::ChangePassword`],
//!   [`ArchiveRequest::ListGames`], [`ArchiveRequest::FindGames`] and [`ArchiveRequest::FetchGame`]
//!   are the exception: they are answered later. So are [`DoorRequest::Join`] and
//!   [`AccountRequest::SignOutEverywhere`] on a server with halls. A connection may have one of them pending. A second one, or another request
//!   to enter, is refused with [`Refusal::RequestPending`] meanwhile. The answer is dropped if
//!   the connection is lost.
//! - No refusal closes the connection. A rate-limited request is refused with the time to wait
//!   ([`Refusal::TooManyAttempts`], [`Refusal::ChatTooFast`]). Each server sets its own rates.
//!
//! # Entering
//!
//! After a join or a resume the server sends, in this order:
//!
//! 1. [`DoorMessage::Joined`], then [`DoorMessage::WebPage`] if the server has a page whose whole address it does not know, and
//!    [`AccountMessage::Preferences`] unless the player has the usual
//!    ones: everyone may challenge them, and they block nobody.
//! 2. The player list in one or more [`LobbyMessage::Players`]. A player who sits at a table
//!    receives a [`LobbyMessage::Presence`] of themselves and their opponent instead. If
//!    more than [`limits::CROWD`] players are listed, the player receives the presence of themselves
//!    and of everyone they have an open challenge with; [`LobbyMessage::Page`], the players of the page
//!    and [`LobbyMessage::Totals`] follow up to [`limits::CROWD_LIST_MS`] later.
//! 3. A [`LobbyMessage::ChallengeOpened`] for each open challenge by or to the player, a
//!    [`LobbyMessage::InvitationOpened`] for each open invitation by the player, and a
//!    [`LobbyMessage::InvitationAccepted`] if they hold the place of one.
//! 4. [`DoorMessage::ShuttingDown`] if the server is about to stop.
//! 5. For each table at which the player sits, the [`TableMessage::Events`] after their [`Cursor`], if
//!    there are any, and a [`TableMessage::Tick`] while the game is running. A
//!    [`TableMessage::Snapshot`] replaces the events if the cursor lacks more than
//!    [`limits::SNAPSHOT_GAP`] of them and the snapshot is shorter, and always if the cursor is
//!    beyond the last event. [`TableMessage::TurnTimes`] follows them, if the clocks do not show how
//!    long the turns took, and [`TableMessage::Corrected`] if an operator may have corrected the game.
//!
//! 6. Unless the player is new: [`ChatMessage::History`] with the last
//!    [`limits::LOBBY_CHAT_LINES`] lines of the lobby and, for each table, the last
//!    [`limits::TABLE_CHAT_LINES`] of the table and, after the game, the spectators' lines. The server
//!    keeps the lines of a table until both players have left it, and passes them on to a rematch. It
//!    does not store them: after a restart there are none.
//!
//! The player's own [`Activity`] in the list says whether they sit at a table; of several it names one, which is of a running
//! game if there is one.
//!
//! # Halls
//!
//! A server may have several halls. Each has its own lobby, games and guests; players of two halls
//! do not meet. Registered names are the same in all halls: a player has one number and one password,
//! and may be in several halls at the same time. Tokens are a hall's. [`greeting::Answer::decode_halls`] returns the list with the number of players in
//! each, which is empty for a server with a single hall without a name.
//!
//! [`DoorRequest::Join`] and [`DoorRequest::Login`] may name a hall, and enter the emptiest one
//! with room otherwise. [`DoorRequest::Resume`] enters the hall of its token. The answer
//! [`DoorMessage::Joined`] names the hall. The server refuses the name of no hall of its own with
//! [`Refusal::NoSuchHall`], and a hall that is full with [`Refusal::HallFull`]; a client that
//! resumes enters a full hall too. A connection that a hall has received stays there: after a
//! refusal of that hall, a request to enter another one is refused with [`Refusal::OtherHall`], and
//! the client connects again.
//!
//! # Clusters
//!
//! Several servers may be the nodes of a cluster, each with some of its halls. A player may connect to
//! any of them. The list in the greeting has the halls of all nodes: [`HallStatus::address`] says where
//! a hall is that another node serves, and [`Halls::nodes`] has the addresses to try when a connection
//! is lost.
//!
//! - A request to enter a hall that another node serves is answered with
//!   [`DoorMessage::HallAddress`] and refused with [`Refusal::HallElsewhere`]. The client connects to
//!   the address in the message and repeats the request there. Without an address the hall is moving:
//!   the client tries again after a moment, at this node or another.
//! - A token is a hall's, so a client that resumes names the hall of its token.
//! - When a node lets a hall go, it sends its players [`DoorMessage::HallAddress`] and closes the
//!   connection with [`CloseReason::HallMoved`]. When a node is lost, another one takes its halls over:
//!   the client tries the listed nodes in turn. Nothing that a server has sent is lost in between, and
//!   clocks are credited as after a restart.
//! - A client that meets TLS at one node uses it at all of them, and checks the certificate of each
//!   address by itself.
//!
//! # The lobby
//!
//! - [`LobbyMessage::Presence`] reports who arrived, left or changed activity, the player
//!   included. Under load it is delayed for up to [`limits::PRESENCE_WINDOW_MS`], so a challenge
//!   may come from a player the client has not seen yet. Chat messages and games carry names. A
//!   player at a table receives no presence; on leaving it they receive the whole list again.
//! - A crowded lobby, with more than [`limits::CROWD`] players, sends the list in pages
//!   ([`LobbyRequest::ListPlayers`]) until fewer than [`limits::CROWD_ENDS`] are left. A client then receives
//!   [`LobbyMessage::PageChanges`] of its page only, and the presence of the players it follows
//!   ([`LobbyRequest::FollowPlayers`]) and of itself. A page that has grown to twice its size, or lost half of it, is sent anew.
//! - A listed player is registered or a guest ([`Player::registered`]), and may watch a game
//!   ([`Player::watching`]). A guest's name is free again some time after they leave, so games with
//!   somebody are found by their number: a later guest of the same name has another one.
//! - A computer player of the server is listed with its [`Player::computer_level`], for which [`computer_rating`] has an
//!   estimate in place of ratings. It accepts
//!   challenges and plays as anyone does.
//! - [`LobbyRequest::Challenge`] carries [`Terms`]. [`LobbyMessage::ChallengeOpened`] and
//!   [`LobbyMessage::ChallengeClosed`] go to both players. A challenge that crosses one with
//!   the mirrored terms ([`Terms::mirrored`]) is not opened: it accepts the other.
//! - A player whose challenge is declined, or who takes it back with
//!   [`LobbyRequest::CancelChallenge`], by leaving or by beginning another game, waits before they
//!   may challenge the same opponent again: 10 s, then 30 s, then 2 min
//!   ([`Refusal::ChallengeTooSoon`]). The waits begin again once the two play a game, once that
//!   opponent challenges the player, or after [`limits::CHALLENGE_QUIET_MS`] without a refusal. A
//!   challenge that expires costs no wait. A guest who joins from the same address after the refusal
//!   waits as well.
//! - [`AccountRequest::SetChallengePolicy`] sets who may challenge the player, as [`Player::policy`]
//!   shows to all: everyone, registered players ([`Refusal::RegisteredChallengersOnly`]), or nobody
//!   ([`Refusal::NoChallenges`]).
//! - [`AccountRequest::Block`] keeps a player's challenges and chat lines away, in the lobby, at the
//!   table and among spectators. The blocked player is not told: their chat lines return to them as
//!   usual, and a challenge, or the offer of a rematch, is refused with [`Refusal::NoChallenges`],
//!   as by a player who accepts none. A player cannot challenge whom they block
//!   ([`Refusal::PlayerBlocked`]). [`AccountMessage::Preferences`] lists the blocked players.
//! - Blocks and the policy last as long as the account: for good if it is registered, otherwise
//!   until the name is released. A block applies to the player and not to the name, so it ends with
//!   a blocked guest, and the next owner of the name is free. Against guests who return under new
//!   names, there is the policy for registered players only.
//! - When a challenge is accepted, both players receive [`ChallengeEnd::Accepted`], then
//!   [`ChallengeEnd::Busy`] for each of their other challenges, then the first event of the game.
//! - A challenge survives a lost connection of either player, who stays in the list as not
//!   connected. While its challenger is away it stays open but cannot be accepted
//!   ([`Refusal::OpponentAway`]).
//!
//! - [`LobbyRequest::Invite`] opens an invitation, a challenge to whoever has its code
//!   ([`InvitationCode`]): players send it to friends, in a link. [`LobbyRequest::FindInvitation`]
//!   requests who invites and the terms, also before joining, and the first player who sends
//!   [`LobbyRequest::AcceptInvitation`] plays. The player's policy does not apply to invitations;
//!   blocks do. Its code counts in the hall in which it was opened.
//! - An invitation waits for both players, because a phone that shows a messenger sleeps and closes its connection.
//!   While the inviting player is away or asleep ([`DoorRequest::Sleep`]), whoever accepts holds the place for up to
//!   [`limits::INVITATION_WAIT_MS`], also over lost connections of their own. The game begins as soon as
//!   both are connected and awake. A guest's name is theirs for as long as they invite or hold a place.
//! - An invitation ends when its game begins, when the inviting player withdraws it, quits, begins
//!   another game, is banned or loses their name, and after [`limits::INVITATION_MS`] if nobody has
//!   accepted it. A player who holds a place leaves it with [`LobbyRequest::LeaveInvitation`], by
//!   quitting, and by beginning another game: then the invitation is open again. It survives lost
//!   connections and a restart of the server.
//! - [`LobbyRequest::Seek`] looks for an opponent on any of several terms, and [`Player::seeking`] shows it to everyone.
//!   The game begins as soon as another player seeks fitting terms: the same, with the colours exchanged;
//!   [`ColorChoice::Random`] fits any colour. [`LobbyRequest::TakeSeek`] plays somebody who seeks. A seek ends with
//!   [`LobbyRequest::EndSeek`], with the connection, when the client goes to sleep, and when the player begins any game.
//! - A lasting seek of a registered player stays in the list for [`limits::LASTING_SEEK_MS`], also while they are away. Whoever takes it
//!   then begins no game: both receive [`LobbyMessage::SeekAnswers`] as long as they are here, and a challenge of one
//!   that the other accepts begins the game. It survives a restart of the server, which counts as time.
//! - A game whose [`Terms::rated`] is set changes the ratings of both players, who must be registered people; see
//!   [`Unratable`]. After its end, [`Event::Rated`] says how. [`Player::ratings`] has the ratings of whoever is listed.
//!   In a seek it is a wish: the game is rated if both wish it, or if a registered player takes the seek.
//! - [`ProfileRequest::Show`] asks for the profile of a registered player, and [`ProfileRequest::Leaderboard`] for a page of
//!   those who are best in a class. [`AccountRequest::SetProfile`] chooses what others see of the player's own.
//! - A registered player who does not finish games from searches and public tournaments waits before the next search:
//!   [`LobbyRequest::Seek`] and [`LobbyRequest::TakeSeek`] are refused with [`SeekRefusal::Wait`]. The player learns from
//!   [`ProfileMessage::FairPlay`] what counts against them, and others see [`Profile::completion`].
//! - [`ReportRequest::File`] reports a player whom the requester has met. Both are told what follows, with
//!   [`ReportMessage::Decided`] and [`ReportMessage::Judged`], until they confirm it with [`ReportRequest::Read`].
//!   A player objects once: with [`ReportRequest::Appeal`], or with [`DoorRequest::AppealBan`] if they are banned,
//!   or with [`DoorRequest::AppealName`] if they are banned and have no token any more.
//!   A moderator asks with [`ReportRequest::Examine`] how the moves of the game agree with those of the engine.
//! - [`LobbyRequest::ListVisitors`] asks for the players who were here last, for an empty lobby.
//! - [`LobbyRequest::PreviewGames`] chooses up to [`limits::PREVIEWED_GAMES`] games whose boards the
//!   client shows in its lobby. Each [`LobbyMessage::Preview`] is a whole board, as late as the
//!   spectator delay says. Players do not see who previews their game.
//!
//! # Games
//!
//! A game is a list of [`Event`]s, numbered from 0 without gaps. Number 0 is
//! [`Event::Started`]. The state of a game is the fold of all its events.
//!
//! - [`TableMessage::Events`] go to both players as they happen, including the player who
//!   caused them. A client that finds a gap connects again and resumes from the first number it
//!   lacks.
//! - The board follows from [`Event::Played`] and [`Event::TakenBack`]. Every move in an event
//!   is legal.
//! - When a position of xiangqi stands for the second time, [`Event::RepetitionJudged`] warns both
//!   players of the ruling on its third. At the third, the same event with `is_final` carries the
//!   ruling, and [`Event::Ended`] follows it. Both name the cycle of moves that was judged. A
//!   takeback to a repeated position repeats its warning.
//! - [`Event::Offered`] opens an offer and [`Event::OfferClosed`] closes it. A move closes the
//!   mover's own takeback offer, and the opponent's takeback and draw offers, which count as
//!   declined. [`Event::TakenBack`] and [`Event::Ended`] close every offer. After a takeback,
//!   the wait before the next draw offer counts from no later ply than the one it returned to.
//!   [`chuhe_rules::offers`] implements this, and also says which offers would be refused.
//! - Until both sides have moved, no clock runs. Each side has [`GameStart::first_move_ms`] for its
//!   first move, and a tick carries the time left. Then the game is aborted.
//! - A player is away from [`Event::WentAway`] to [`Event::CameBack`]. Their opponent may claim the
//!   game after the time in the event: [`limits::ABSENCE_MS`], or [`limits::QUIT_ABSENCE_MS`] if
//!   the player quit, or less if they have been away before. Absences count over the whole game, up
//!   to [`limits::GAME_ABSENCE_MS`], and a tick carries what is left. The time in which the server
//!   was down or paused does not count, and neither do the [`limits::INTERRUPTION_CREDIT_MS`] after
//!   it: [`Event::Interrupted`] postpones the claim by both for a player who is away already. Until
//!   both sides have moved there is nothing to claim ([`Refusal::NothingToClaim`]): the game is
//!   aborted instead, as soon as one player is away for that time while the other is there. Once a
//!   game, a player whose client has sent [`DoorRequest::Sleep`] goes away with
//!   [`Event::FellAsleep`] instead: of this absence, the first [`limits::SLEEP_MS`] do not count, and
//!   the claim is that much later.
//! - [`TableMessage::Tick`] carries both clocks every [`limits::TICK_MS`], and every
//!   [`limits::LATE_TICK_MS`] when little time is left. Between two readings the client counts
//!   down by itself ([`ClockReading::after`](chuhe_rules::clock::ClockReading::after)) but
//!   decides nothing: a flag has fallen when [`Event::Ended`] says so. Clocks in events that
//!   come with a resume are those of the event's time; the tick after them is current.
//! - A client at the table of a running game answers each [`DoorMessage::Pong`] at once with a
//!   [`DoorRequest::Echo`]. The server measures the time between the two, and takes the lower
//!   quartile of the last [`limits::LAG_SAMPLES`] as the player's network delay. A change is an
//!   [`Event::LagMeasured`]. In each turn after it, the player's clock runs that much later, and the
//!   flag falls later: up to [`LAG_CREDIT_MS`](chuhe_rules::clock::LAG_CREDIT_MS), and while their
//!   quota lasts. [`LAG_QUOTA_MS`](chuhe_rules::clock::LAG_QUOTA_MS) is its start and its most, and
//!   each turn refills [`LAG_REFILL_MS`](chuhe_rules::clock::LAG_REFILL_MS). Ticks carry what is
//!   left of it. The clocks in ticks do not include the credit; those after a move do. The
//!   deadline of a first move and absences have no such credit, and neither has an untimed side.
//! - A premove, which the client sends at once when the opponent has moved, is charged
//!   [`PREMOVE_CHARGE_MS`](chuhe_rules::clock::PREMOVE_CHARGE_MS), whatever it took. What it took
//!   beyond that uses credit. One that took longer than the price and the credit of its turn together
//!   is charged as any other move.
//! - A player sits at one table at most, from [`Event::Started`] until they send
//!   [`TableRequest::Leave`] or a rematch begins. A rematch is a new game; it closes the
//!   table before it without an [`Event::Left`], and its [`Event::Started`] has the results of the match so far.
//!
//! # Luzhanqi
//!
//! In a game with [`GameTerms::Luzhanqi`], each viewer receives what they may know. Everything
//! specific to luzhanqi is an [`Event::Luzhanqi`] with an
//! [`EventView`](chuhe_rules::luzhanqi::EventView), and a
//! [`GameView`](chuhe_rules::luzhanqi::GameView) that applies all of them is what the viewer
//! knows. All other events are those of xiangqi. Neither the content, the time nor the length of
//! a message depends on hidden information; an event that is hidden from the viewer is sent as
//! `Withheld`, which keeps the numbers without gaps.
//!
//! 1. *Setting up.* The client sends its draft with [`TableRequest::SetUp`] as often as it
//!    changes. An accepted draft has no effect that anyone receives, and the server does not
//!    store it: the client sends it again after a resume and after [`DoorMessage::Unpaused`].
//!    An illegal draft is refused with [`Refusal::Formation`], a late one with
//!    [`Refusal::Setup`].
//! 2. *Confirming.* [`TableRequest::ConfirmFormation`] fixes the last accepted draft: its owner
//!    receives `Placed`, and both players receive `Confirmed`. Without an accepted draft it is
//!    refused with
//!    [`SetupRefusal::NothingPlaced`](chuhe_rules::luzhanqi::SetupRefusal::NothingPlaced). After a
//!    restart of the server a formation that was withdrawn may be confirmed again; other drafts are
//!    lost. Until both have confirmed, either may
//!    withdraw with [`TableRequest::WithdrawFormation`] and set up again. After
//!    [`GameStart::setup_ms`] the server confirms for a player who has not: with their last
//!    draft, or with a random formation if they sent none. [`TableMessage::Tick`] carries the
//!    time left; no clock runs yet.
//! 3. *Playing.* Red moves first, with [`TableRequest::Play`]. When the
//!    [`move_ms`](chuhe_rules::clock::TimeControl::move_ms) of a turn are over, the turn passes
//!    (`Passed`). A pass counts as a ply but closes no offer. The
//!    [`passes_to_lose`](chuhe_rules::luzhanqi::Options::passes_to_lose)th pass of a side loses
//!    the game, and so does the end of its game time. There are no takebacks.
//! 4. *The end.* If both players had moved, [`Event::Ended`] is followed by `Revealed`, which shows
//!    both formations and the pieces left on the board. Until then both sides are hidden from
//!    spectators. A game that ends earlier reveals nothing. Moves and passes count alike for the spectator delay.
//!
//! # Watching
//!
//! A player who does not sit at a running table may watch any open table, during the game or
//! after it, with [`TableRequest::Watch`]. [`Activity`] says who plays in which game. A client
//! watches one game at most: watching another ends the first with [`WatchEnd::Elsewhere`], and
//! watching the same game again starts over. A client may start watching
//! [`limits::WATCH_BURST`] times in [`limits::WATCH_WINDOW_MS`].
//!
//! The server answers with [`TableMessage::Watching`], then with what [`WatchFrom`] asks for:
//!
//! - [`WatchFrom::Start`]: all [`TableMessage::Events`] from number 0.
//! - [`WatchFrom::Current`]: a [`TableMessage::Snapshot`].
//! - [`WatchFrom::Event`]: the events from that number, possibly none. A snapshot replaces them
//!   if they are more than [`limits::SNAPSHOT_GAP`], or if spectators do not have that number
//!   yet.
//!
//! [`TableMessage::TurnTimes`] follows, if the clocks do not show how long the turns took, and
//! [`TableMessage::Corrected`], if an operator may have corrected the game. Then comes
//! a [`TableMessage::Tick`], if the delay is 0 and the game is running, and a
//! [`ChatMessage::History`] with what the spectators have said. From then on the spectator receives
//! every event once, in order and without gaps, as soon as the delay allows, and ticks if the delay
//! is 0.
//!
//! With a delay of `d` plies, the last `d` moves of the journal are withheld, and with them every
//! event after the move before them: offers, answers, takebacks, absences. Moves that were taken
//! back and turns that passed count like all others. Until more than `d` moves were played, a
//! spectator receives [`Event::Started`] only. Events keep their numbers, and nothing that was
//! sent is withdrawn. [`Event::Ended`] releases everything. Until then a spectator receives no
//! clock reading newer than their last event.
//!
//! [`TableMessage::Spectators`] lists the spectators for the players and the spectators whenever
//! the list changes; a player who resumes receives it last. Spectators of a game talk in
//! [`ChatRoom::Spectators`], which the players do not receive during the game. When the game is
//! over, the players who are still connected receive the last [`limits::SPECTATORS_LINES`] lines
//! as ordinary [`ChatMessage::Line`]; from then on, while they sit at the table, they receive
//! and may write in that room. Spectators do not receive the players' [`ChatRoom::Table`].
//!
//! Watching ends with [`TableMessage::WatchEnded`]: after [`TableRequest::Unwatch`], when the
//! spectator sits down at a table, when both players have left the table, or when they begin a
//! rematch, which [`WatchEnd::Rematch`] names. It also ends with the connection, without a
//! message: after a resume the client asks again, with [`WatchFrom::Event`] and the first number
//! it lacks. A spectator has no say in the game they watch.
//!
//! # Names and tokens
//!
//! A guest owns their name while they are connected and [`limits::GUEST_NAME_MS`] longer.
//! [`AccountRequest::Register`] makes it theirs permanently; the answer is
//! [`AccountMessage::Registered`]. Nobody can join under a registered name or one that looks like
//! it ([`Refusal::NameRegistered`]): its owner resumes, or logs in with any spelling of it. If the
//! owner is online or at a table, a login acts like a resume without a cursor and closes the
//! older connection. Otherwise it acts like a join. A wrong password and an unregistered name are
//! both [`Refusal::WrongPassword`], and after some failures each further one lengthens the wait before the next attempt.
//! Once many wrong passwords for a name have come from many addresses, logins under it wait in a
//! queue: the answer then takes up to 16 seconds, for which the deadline of step 5 is extended, or
//! a login that is behind too many others is [`Refusal::TooManyAttempts`].
//! [`AccountRequest::ChangePassword`] requires the old password.
//!
//! Each entry issues a new token. The token that a client resumed with stays valid until the
//! client's next request, because the answer may be lost with the connection: presented again, it
//! issues another token and revokes the lost one. A stolen token is therefore worthless once its
//! owner has resumed with it. If the thief resumes first, the owner is refused with
//! [`Refusal::UnknownToken`].
//!
//! A guest has one token, which ends with the name. A registered player has one for each of up to
//! [`limits::PLAYER_TOKENS`] devices, each valid for [`limits::TOKEN_MS`].
//! [`AccountRequest::SignOutEverywhere`] and [`AccountRequest::ChangePassword`] revoke all tokens
//! but the one they return. A registered player who loses that one logs in. A guest cannot, so
//! the token of a guest's connection stays valid until the client presents the new one with
//! [`DoorRequest::Resume`]. The client does so at once on the same connection: its other
//! requests may have been sent before the answer arrived and therefore confirm nothing.
//!
//! # When the server fails
//!
//! Everything a client received has been stored. After a restart the server still has the
//! tokens, challenges and games, and a client resumes as after a lost connection. No clock ran
//! meanwhile, and each side receives [`limits::INTERRUPTION_CREDIT_MS`] extra for its game time,
//! the current move, a first move, and setting up. [`Event::Interrupted`] carries the clocks
//! after that; a takeback keeps the extra time. Players are away ([`Event::WentAway`]) until they
//! resume, offers stay open, and challenges stay open for as much longer. A client may send a
//! move again if it received no event for it: the move counts once.
//!
//! A server that cannot store events, usually because its disk is full, sends
//! [`DoorMessage::Paused`]. Clocks stop, no ticks are sent, and every request but
//! [`DoorRequest::Ping`] and [`DoorRequest::Quit`] is refused with [`Refusal::Paused`],
//! joining and resuming included. Requests sent just before may be answered only after the pause:
//! until then a [`DoorMessage::Pong`] does not confirm them, and `Paused` may precede the answer
//! to a join. When the server can store again, each running game receives
//! [`Event::Interrupted`], then [`DoorMessage::Unpaused`]. A server whose process was stopped for
//! more than 1.5 s, without a pause, sends [`Event::Interrupted`] too. A game interrupted more than
//! [`limits::GAME_INTERRUPTIONS`] times is aborted without a result.
//!
//! # Pauses of evenings
//!
//! An organiser may pause a game of their evening, alone or with all others ([`EveningCommand::Pause`]). Its players and
//! spectators receive [`Event::Paused`] with clocks that stand, and no ticks until [`Event::Interrupted`], which says how long
//! it took and gives each side the extra time of an interruption. The time until an absence may be claimed stands as well:
//! after the pause a client adds to it the time since the pause began, or since the absence was told if that was later, and
//! the extra time. Meanwhile every request that would change the game is refused with [`EveningRefusal::Paused`]. A restart of
//! the server during a pause has no event of its own. For spectators with a delay, pauses come as late as other events.
//!
//! # What may change
//!
//! Variants are only appended. From the first release on, any change to the bytes requires a new
//! [`greeting::VERSION`]; until then, the version stays 2. Tests hold the bytes of every message.
//!
//! # Example
//!
//! ```
//! use chuhe_protocol::{DoorRequest, Request, wire};
//! let message = DoorRequest::Join { name: "云中鹤".into(), hall: None }.into();
//! let request = Request { number: 1, message };
//! let bytes = wire::encode(&request)?;
//! assert_eq!(wire::decode::<Request>(&bytes)?, request);
//! # Ok::<(), chuhe_protocol::wire::WireError>(())
//! ```

/// Makes a message of each area a message of all, so that who sends it names its area only.
macro_rules! from_areas {
    ($all:ident: $($area:ident($message:ty)),+) => {
        $(impl From<$message> for $all {
            fn from(message: $message) -> Self {
                Self::$area(message)
            }
        })+
    };
}

mod account;
pub mod announcement;
#[cfg(any(test, feature = "testing"))]
pub mod any;
mod archive;
mod chat;
mod client;
mod door;
mod evening;
mod event;
mod fair_play;
mod fingerprint;
#[cfg(feature = "frames")]
pub mod frame;
mod game_filter;
pub mod greeting;
mod hall;
mod ids;
mod invitation;
pub mod limits;
mod lobby;
mod name;
mod node_address;
mod profile;
mod rating;
mod refusal;
mod report;
mod seek;
mod server;
mod table;
mod terms;
pub mod text;
mod valid_terms;
pub mod wire;

pub use account::{AccountMessage, AccountRequest, BlockedPlayer, ChallengePolicy};
pub use archive::{ArchiveMessage, ArchiveRequest, GameSummary};
pub use chat::{ChatLine, ChatMessage, ChatRoom};
pub use client::{ClientMessage, Request};
pub use door::{CloseReason, Cursor, DoorMessage, DoorRequest};
pub use evening::{
    EveningBoard, EveningCode, EveningCommand, EveningMessage, EveningPart, EveningPause, EveningPlan,
    EveningRefusal, EveningRequest, EveningRound, EveningStage, EveningSummary, Objection, OpenedEvening,
    Pace, PlanRefusal, WoodenEntry,
};
pub use event::{EarlierGames, Event, GameStart, OfferEnd, Seat};
pub use fair_play::{Completion, FairPlay, SearchWait, Unfinished, UnfinishedGame, WaitReason};
pub use fingerprint::{Fingerprint, InvalidFingerprint};
pub use game_filter::{GameFilter, InvalidFilter, PlayerResult};
pub use hall::{HallName, HallStatus, Halls, InvalidHallName};
pub use ids::{ChallengeId, GameId, Password, PlayerId, Seq, SessionToken};
pub use invitation::{
    InvalidCode, InvalidWebAddress, Invitation, InvitationCode, InvitationEnd, InvitationRefusal, PagePort,
    WebAddress,
};
pub use lobby::{
    Activity, Challenge, ChallengeEnd, DeclineReason, LobbyMessage, LobbyRequest, PageRequest, Player,
    PresenceChange, Preview, PreviewBoard, Visitor,
};
pub use name::{ComputerName, NameError, PlayerName};
pub use node_address::{InvalidAddress, NodeAddress};
pub use profile::{
    BestWin, KindTally, Leaderboard, LeaderboardRow, Place, PlayedOpening, Profile, ProfileAudience,
    ProfileChoice, ProfileMessage, ProfileRefusal, ProfileRequest, RatingPoint, RatingRecord, Tally,
};
pub use rating::{
    COMPUTER_RATINGS, CountsAs, GameCorrection, RatedEnd, RatingChange, RatingClass, ShownRating, Uncounted,
    computer_rating,
};
pub use refusal::Refusal;
pub use report::{
    Agreement, AppealedReport, Examination, ExaminedSide, Judgement, Measure, OpenReport, ReportKind,
    ReportMessage, ReportRefusal, ReportRequest, UsualAgreement,
};
pub use seek::{Reach, Seek, SeekAnswer, SeekRefusal};
pub use server::ServerMessage;
pub use table::{Claim, TableMessage, TableRequest, Tick, WatchEnd, WatchFrom};
pub use terms::{ColorChoice, GameKind, GameTerms, InvalidTerms, TakebackPolicy, Terms, Unratable};
pub use valid_terms::ValidTerms;
