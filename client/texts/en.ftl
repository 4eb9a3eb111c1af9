### The texts of the client in English: the reference for the other languages.
###
### The line above a text with placeables names its variables, in the order in which the program passes them.

## Everywhere

app-name = 楚河
tagline = Chinese board games for two
settings = Settings
language = Language
language-of-system = System
appearance = Appearance
light = Light
dark = Dark
help-rules = Rules
legend-move = can move here
legend-capture = can capture
legend-blocked = cannot move here
close = Close
copy = Copy
cancel = Cancel
send = Send
quit-question = Close the window?
quit-explained = The game is not over. Your clock keeps running, and after 30 seconds your opponent can claim the win. To play on, open the program again at once.
quit-aborts = The game has just begun. If you do not open the program again within 30 seconds, it ends without a result.
quit-stops-host = This computer runs the server. Closing the window disconnects everybody, and stops every game until you host again.
quit-yes = Close
quit-no = Play on

## Joining and hosting

join-title = Join a server
host = Address
port = Port
name = Name
name-hint = Your name
host-hint = 192.168.1.20
join = Join
connecting = Connecting…
logging-in = Logging in…
login-slow = Checking the password. This can take 20 seconds…
recent = Recent
nearby = Found nearby
forget = Forget
choose-hall = Choose a hall
hall = Hall
# $players (number), $capacity (number)
hall-players = { $players } of { $capacity }
hall-full = Full
password = Password
have-password = I have a password
not-encrypted = Not encrypted: others may read the password
hosting-title = Host on this computer
hosting-explained = Start a server on this computer so that others can connect and play with you.
# $name (text)
hosting-seat = Your game as { $name } is on the server of this computer. Start it again to go on with the game.
hosting-start = Start
hosting-starting = Starting…
hosting-tell = Give your friends one of these addresses:
# $port (number)
hosting-elsewhere = A friend on another network needs your public address, and a router that passes port { $port } on to this computer.
hosting-stop = Stop
hosting-join = Join this server
hosting-no-address = No address was found that others can use. Check your network.
hosting-announce = Announce on the local network
hosting-announce-explained = Others on your network then see this server when they join one

## Encryption

tls = Encrypted (TLS)
tls-settled = You have used TLS with this server before, so plain connections to it are refused
certificate-changed = The server's certificate has changed!
certificate-changed-explained = The server shows a different certificate than before. Its owner may have replaced it, or someone may be impersonating the server. Before you connect, ask the owner in another way for the new fingerprint. Nothing has been sent yet.
previous-fingerprint = Previous fingerprint
new-fingerprint = New fingerprint
signed-by-authority = Signed by a trusted authority
fingerprint-checked = I have checked the new fingerprint with the owner
trust-check-first = First check the new fingerprint with the owner
trust = Trust the new certificate
do-not-trust = Do not connect

## The connection

retry-now = Retry now
play-here = Play here
game-goes-on = Your game or invitation goes on
leave-server = Leave server
game-forgotten = The server no longer has this game. You can review it, but not continue.

## The lobby

players = Players
my-games = My games
loading = Loading…
no-games-yet = No finished games yet. After your first game you can replay it here.
more-games = Older games
no-games-found = No game matches.
filter-opponent = Opponent
filter-from = From date
filter-to = To date
find-games = Search
library-title = Library
library-explained = Your finished games, kept on this device
library-empty = No games yet. Every game you finish is kept here, also when the server is gone.
library-position = This position
library-export = Export PGN
library-export-explained = Writes the games that match into one PGN file
# $games (number), $all (number)
library-export-some = Export { $games } of { $all }
library-export-xiangqi = Export xiangqi
library-export-left-out = Writes the games that match into one PGN file, without those of luzhanqi, which PGN cannot hold
library-add = Add files
library-add-explained = Choose files of games, or drop several on the window
# $done (number), $files (number)
import-progress = { $done } of { $files } files
# $games (number)
import-taken = Games added: { $games }
# $games (number)
import-known = Already there: { $games }
# $games (number)
import-noted = With notes on reading: { $games }
# $games (number)
import-refused-games = Games that cannot be read: { $games }
# $files (number)
import-refused-files = Files that cannot be read: { $files }
back-to-list = Back to the list
library-delete = Delete games
library-delete-explained = Choose games to delete
library-delete-one = Delete
library-delete-sure = Sure?
library-delete-all = Delete all found
library-delete-all-sure = Delete all: sure?
library-delete-done = Done
library-undelete = Undo deletion
open-record = Open
open-game = View
to-games = Back
versus = { " vs " }
watch = Watch
unwatch = Leave
watch-rematch = Watch the rematch
step-first = Go to the start
step-back = Previous move
step-forward = Next move
step-last = Go to the end
no-earlier-move = There is no earlier move.
no-later-move = There is no later move.
to-live = Back to live
from-start = Replay from the start
broadcast-ended = The broadcast has ended
watching = You are watching
no-spectators = No spectators yet
watch-delay = Spectator delay
watch-delay-field = Spectator delay (moves)
watch-delay-hint = 0 to 40 moves: spectators see the game this much later
paused = Games are paused: the server cannot store them now. No clock runs.
spectator-prefix = [spectator]
search = Search names
idle = Idle
at-board = After a game
playing = Playing
offline = Offline
challenge = Challenge
challenge-away = This player is offline and cannot be challenged
lobby-empty = Nobody else is here yet. Give a friend the server's address and invite them to a game.
no-player-found = No player matches this name.
lobby-chat = Lobby chat
registered = Registered
not-registered = Not registered
guest = Guest
seek-find = Find an opponent
seek-hint = The game begins as soon as somebody wants the same
seek-terms = Choose games, times and more
# $terms (text)
seek-change = { $terms } · change
seek-begin = Start looking
seek-also-games = Also play
seek-also-times = Other times
reach-label = Opponent's rating
# $points (number)
reach-within = ±{ $points }
reach-anyone = Any
# $points (number): what the search reaches by now
reach-now = rating ±{ $points }
# $terms (text), $count (number)
seek-and-more = { $terms } and { $count } more
# $most (number)
form-too-many = At most { $most } combinations of game and time
form-computer-clock = Computer players use a clock
seek-stop = Stop looking
seek-ended = You have stopped looking for an opponent
seek-looking = Looking for an opponent
seek-seeks = Wants a game
seek-play = Play
# $name (text)
seek-play-with = Play { $name }
seek-again = Look again
seek-away-label = When you leave
seek-away-tell = Tell me for 24 h
seek-away-hint = Others can answer while you are away. A game begins only once you have both agreed again.
seek-away-open = Others can still answer your search
seek-away-end = End
seek-ask = Ask them
# $name (text)
seek-ask-name = Ask { $name } to play
seek-tell = Tell them
# $name (text)
seek-tell-name = Tell { $name } that you would play
# $name (text)
seek-kept = { $name } will be told. You will be told when they are here.
# $name (text)
seek-answered = { $name } would play you
# $name (text)
seek-here = { $name } is here now
# $name (text)
seek-to-be-told = { $name } will be told
# $name (text)
seek-declined = { $name } declined, or no longer looks for an opponent
rating-label = Rating
rating-rated = Rated
rating-unrated = Not rated
rating-hint = The game changes the ratings of both
rating-not-with-guest = Games with guests are not rated
# $name (text): the opponent, who is a guest
rating-opponent-guest = Not rated: { $name } plays as a guest
# $name (text)
rating-opponent-unwilling = Not rated: { $name } did not ask for a rated game
rating-not-this = This game is not rated
unratable-guest = Only registered players play rated games
unratable-computer = Games against the computer are not rated
unratable-start-position = A game from a position is not rated
unratable-odds = A game with different times is not rated
unratable-untimed = A game without a clock is not rated
uncounted-too-short = Not counted: the game was too short
uncounted-same-pair = Not counted: you two have played enough rated games today
uncounted-unregistered = Not counted: a player is no longer registered
uncounted-annulled = Not counted: an operator annulled the game
correction-annulled = Annulled
correction-red = Counts as won by red
correction-black = Counts as won by black
correction-draw = Counts as a draw
# $rating (number)
rating-of-computer = Rating about { $rating }: an estimate. Games against the computer are not rated.
# $rating (text), $change (text)
rating-changed = rating { $rating } ({ $change })
# $games (number): how many more games it takes at least
rating-missing = { $games ->
        [one] provisional, at least 1 more game
       *[other] provisional, at least { $games } more games
    }
speed-fast = fast
speed-normal = normal
speed-correspondence = correspondence
speed-slow = slow
# $game (text), $speed (text), $rating (text)
rating-of = { $game }, { $speed }: { $rating }
watches = Watching
registered-explained = This name is protected by a password.
register = Register this name
register-explained = A registered name needs a password to join, its games stay in your list, and they can be rated. A lost password cannot be recovered.
password-again = Repeat password
password-hint = At least 8 characters
change-password = Change password
change-explained = Your other devices will need the new password.
old-password = Old password
old-password-wrong = The old password is wrong
old-password-missing = Enter the old password
new-password = New password
sign-out-here = Sign out on this device
sign-out-everywhere = Sign out everywhere else
sign-out-explained = Your other devices will need the password again. This one stays signed in.
sign-out-yes = Sign out
chat-hint = Say something…
chat-empty = Nobody has said anything yet
you = You
block = Block
unblock = Unblock
blocked = Blocked
blocked-players = Blocked players
block-explained = Their challenges and chat do not reach you, and they are not told.
challenge-policy = Challenges from
waiting-for-answer = No answer yet
shutting-down = The server is shutting down: no new games

## Profiles and leaderboards

profile-show = Profile
profile-own = My profile
profile-leaderboard = Leaderboard
profile-leaderboard-hint = Who has the highest rating in each game
profile-computers = The computer, by level
profile-computers-explained = These ratings are estimates and do not move, because games against the computer are not rated.
profile-speed = Speed
profile-nobody = Nobody has played a rated game of this kind in the last 90 days.
profile-hidden = You show your profile to nobody, so others do not see you here.
profile-guest = Register your name to play rated games and to be listed here.
# $games (number)
profile-games = { $games ->
        [one] 1 game
       *[other] { $games } games
    }
# $games (number): how many more rated games it takes at least
profile-missing = { $games ->
        [one] at least 1 more game
       *[other] at least { $games } more games
    }
# $opponents (number): how many more opponents it takes, whom the player has not met for 90 days
profile-new-opponents = { $opponents ->
        [one] vs 1 new one
       *[other] vs { $opponents } new ones
    }
# $page (number), $pages (number)
profile-page = { $page } of { $pages }
profile-previous = Previous
profile-next = Next
profile-here = Here now
# $ago (text)
profile-last-seen = Last here { $ago }
profile-rated = Rated games
profile-no-rated = No rated games yet.
# $games (number)
profile-curve = { $games ->
        [one] Rating after the last game
       *[other] Rating after each of the last { $games } games
    }
profile-best-wins = Best wins
profile-all-games = All finished games
# $games (number)
profile-last-games = The last { $games } finished games
profile-no-games = No finished games yet.
profile-openings-red = Most played openings as Red
profile-openings-black = Most played openings as Black
profile-audience = Profile shown to
profile-audience-everyone = Everyone
profile-audience-registered = Registered players
profile-audience-nobody = Nobody
profile-show-seen = Show when I was last here
profile-note = Your ratings stay visible beside your name in the lobby.
profile-refused-unknown = Nobody has registered this name here.
profile-refused-unregistered = Only registered players have a profile.
profile-refused-private = This player does not show you their profile.
profile-register = Some players show it to registered players only: to see those, register your name.
# Games that a search began, and the wait of whoever does not finish them
fair-completion = Games finished
# $finished (number), $games (number)
fair-completion-of = { $finished } of the last { $games }
fair-against = Unfinished games that count against you
fair-abandoned = Abandoned
fair-never-begun = Not begun
fair-counts-abandoned = counts as abandoned
fair-counts-never-begun = counts as not begun
# $unfinished (number), $games (number)
fair-share = You did not finish { $unfinished } of { $games } games from searches and tournaments
# $games (number)
fair-streak = You did not finish { $games } games in a row from searches and tournaments
# $why (text), $time (text)
fair-wait = { $why }: search again in { $time }
# $time (text)
fair-wait-short = no search for { $time }
# $until (text)
fair-wait-until = You can look for an opponent again at { $until }
# $minutes (number)
fair-minutes = { $minutes } min
# $hours (number)
fair-hours = { $hours } h

## Openings of xiangqi

opening-central-cannon = Central Cannon
opening-palcorner-cannon = Palcorner Cannon
opening-cross-palace-cannon = Cross-Palace Cannon
opening-golden-hook-cannon = Golden Hook Cannon
opening-elephant = Elephant Opening
opening-horse = Horse Opening
opening-edge-horse = Edge Horse Opening
opening-pawn = Pawn Opening
opening-edge-pawn = Edge Pawn Opening
opening-advisor = Advisor Opening
# the move of an opening as a reply of black
met-with-central-cannon = Central Cannon
met-with-palcorner-cannon = Palcorner Cannon
met-with-cross-palace-cannon = Cross-Palace Cannon
met-with-golden-hook-cannon = Golden Hook Cannon
met-with-elephant = Elephant
met-with-horse = Horse
met-with-edge-horse = Edge Horse
met-with-pawn = Pawn
met-with-edge-pawn = Edge Pawn
met-with-advisor = Advisor
defense-same-direction-cannons = Same Direction Cannons
defense-opposite-direction-cannons = Opposite Direction Cannons
defense-screen-horses = Central Cannon vs Screen Horses
defense-sandwich-horses = Central Cannon vs Sandwich Horses
defense-single-horse = Central Cannon vs Single Horse
defense-opposing-pawns = Opposing Pawns
defense-cannon-behind-pawn = Pawn Opening vs Cannon behind the Pawn
# $opening (text), $reply (text)
against-opening = { $opening } vs { $reply }

## Reports of players

report-begin = Report
report-hint = Tell the operators of the server that this player breaks the rules
# $name (text)
report-heading = Report { $name }
report-kind = What it is about
report-kind-cheating = Cheating
report-kind-communication = Chat or name
report-kind-boosting = Rating manipulation
report-kind-other = Something else
report-when-cheating = They play with the help of a computer or of another person.
report-when-communication = They insult, threaten or advertise in the chat, or have such a name.
report-when-boosting = They lose on purpose, or play against themselves, to move a rating.
report-when-other = None of these; say what it is.
report-words = What has happened
# $most (number)
report-words-hint = At most { $most } characters
# $game (text)
report-attached-game = The server attaches game { $game } and what you have read of its chat.
report-attached = The server attaches the chat that you have read, or your last game together.
report-privacy = The player does not learn who has reported them.
report-send = Send report
report-no-kind = Choose what the report is about.
report-no-words = Say what has happened.
report-decided = Your report was decided
# $name (text)
report-upheld = The operators have looked at your report of { $name } and acted on it. Thank you.
# $name (text)
report-dismissed = The operators have looked at your report of { $name } and found nothing to act on.
report-understood = I have read it
report-judged = The operators have decided about you
report-effect-dismiss = Nothing follows.
report-effect-warn = This is a warning.
report-effect-mute = You cannot chat.
report-effect-ban = You cannot enter this server.
# $time (text)
report-until = Until { $time }
report-unlimited = Without an end
report-about = It is about
report-reason = Reason
report-appeal = Your appeal
report-appeal-hint = Why the decision is wrong; you can appeal once
report-appeal-send = Appeal
report-name-banned = This name is banned
report-name-may-appeal = If it was your name, you can appeal against the decision, once.
report-list = Reports of players
report-none = No report is open.
# $count (number)
report-more = { $count ->
        [one] 1 more follows as you decide these.
       *[other] { $count } more follow as you decide these.
    }
report-appeals = Appeals
report-appeals-answer = The operator of the server ends a mute or ban if an appeal is right.
# $count (number)
report-appeals-more = { $count ->
        [one] 1 earlier appeal is not shown.
       *[other] { $count } earlier appeals are not shown.
    }
report-verdict = Decision
report-appealed = Appeal
report-appeal-unproven = Without proof: it may be from somebody else
# $number (text), $name (text)
report-item = No. { $number }: { $name }
# $name (text)
report-by = Reported by { $name }
# $game (text)
report-game = Game { $game }
report-decision-reason = Reason for the player
report-decision-hint = Only a dismissal needs none
report-term = A mute or ban holds
report-term-day = a day
report-term-week = a week
report-term-month = 30 days
report-term-unlimited = without an end
report-measure-dismiss = Dismiss
report-measure-warn = Warn
report-measure-mute = Mute
report-measure-ban = Ban
report-refused-yourself = You cannot report yourself.
report-refused-not-met = You have neither played with this player lately nor read their chat.
report-refused-already-reported = Your last report of this player is not decided yet.
report-refused-too-long = The text is too long.
report-refused-empty = The text is empty.
report-refused-full = The server has too many open reports. Try again later.
report-refused-unknown = There is no such report any more.
report-refused-not-moderator = Only moderators may do this.
report-refused-gone = The player is gone. Dismiss the report, or warn them.
report-refused-too-many-sanctions = There are too many bans and silences. The operator must lift some.
report-examine = Compare with the engine
report-examine-hint = How the moves of the game agree with those of the engine, and what is usual at such a rating
report-examining = The engine examines the game: ask again in a minute.
# $percent (number), $moves (number), $loss (number): in centipawns, on average
report-agreement = { $percent } % of { $moves } moves are among the engine's best three; a move loses { $loss } centipawns
# $moves (number)
report-agreement-few = { $moves ->
        [one] 1 move could be judged, which says nothing
       *[other] { $moves } moves could be judged, which says nothing
    }
# $lowest (number), $highest (number), $others (number), $percent (text): from and to, $loss (text): from and to
report-usual = Usual at { $lowest } to { $highest }, among { $others } others: { $percent } %, { $loss } centipawns
report-usual-unrated = The game was not rated, so there is nothing to compare with.
# $others (number), $needed (number)
report-usual-few = Too few rated games to compare with: { $others } of { $needed }
# $games (number)
report-examining-others = { $games ->
        [one] 1 more game is being examined: ask again later for a better comparison.
       *[other] { $games } more games are being examined: ask again later for a better comparison.
    }
report-only-a-hint = A hint, never a verdict: simple positions, known lines and good days look the same.
report-refused-not-examined = The game cannot be examined: only finished games of xiangqi can, a few at a time.
notice-chat-marked = Your line has words of the server's list, so players who hide such lines do not see it.
show-marked-chat = Show chat lines with words of the server's list
notice-reported = Your report is stored. You will read here when it is decided.

## A challenge

game = Game
colors = Colour
your-colors = Your colour
time = Time
takebacks = Takebacks
start = Position
custom-start = Custom position
accept = Accept
decline = Decline
decline-because = Decline with a reason
both-times = Time for both
your-time = Your time
opponents-time = Opponent's time
same-times = Same for both
different-times = Different
start-hint = FEN, or empty
send-challenge = Send challenge
minutes = min
seconds = s
no-limit-hint = 0 or empty: no limit

## The board

moves = Moves
available = Legal moves
chat = Chat
more = More
no-moves-yet = No moves yet
nothing = —
not-your-turn-list = Your legal moves are listed here when it is your turn
click-twice = Click a move to see it on the board, click it again to play it
click-twice-fingers = Tap a move to see it on the board. There, tap the point it goes to and it is played.
online = online
away = offline
left = has left
opponents-turn = Opponent to move
in-check = Check
you-are-in-check = You are in check
sending = Sending…
in-read-time = byo-yomi
takeback = Take back
draw = Offer draw
resign = Resign
abort = Abort
rematch = Rematch
to-lobby = Back to lobby
accept-offer = Accept
decline-offer = Decline
withdraw = Withdraw
abort-question = Abort this game?
resign-question = Resign this game?
resign-yes = Resign
resign-no = Play on
claim-win = Claim win
claim-draw = Claim draw
to-current = Back to the game
flip = Flip
untimed = Untimed
list-comma = { ", " }
list-semicolon = { "; " }

## Luzhanqi

setting-up = Setup
still-setting-up = setting up
ready = ready
setup-state = Swap pieces, then confirm
setup-hint = Click one of your pieces, then another, to swap them, or drag one onto the other. The flag goes into a headquarters, mines into the two back rows, and no bomb into the front row. Camps stay empty.
setup-hint-fingers = Tap one of your pieces, then another, to swap them, or drag one onto the other. The flag goes into a headquarters, mines into the two back rows, and no bomb into the front row. Camps stay empty.
setup-waiting = Confirmed. You can withdraw until your opponent confirms too.
confirm-formation = Confirm
withdraw-formation = Withdraw
shuffle = Shuffle
layouts = Layouts
layout-name = Save this layout as
layout-name-hint = layout name
save = Save
load = Load
rename = Rename
rename-to = New name
delete-layout = Delete
no-layouts = No saved layouts yet.
layouts-in = Layout files are in this folder. Put other people's layouts here too:
losses = Losses
own-losses = Your losses
enemy-losses = Opponent's losses
your-turn-short = Your turn
# $station (text)
mark-as = Mark { $station } as
clear-mark = Clear
marks-hint = Click a hidden piece to mark what you think it is. Only you see your marks.
marks-hint-fingers = Tap a hidden piece to mark what you think it is. Only you see your marks.
mines = When a piece hits a mine
red-losses = Red's losses
black-losses = Black's losses

## Xiangqi

repetitions = Repetition

## Phrases of the chat

lobby-phrase-1 = Hello all!
lobby-phrase-2 = Who wants a game?
lobby-phrase-3 = A quick game?
lobby-phrase-4 = A slow game?
lobby-phrase-5 = Just a moment.
game-phrase-1 = Hello!
game-phrase-2 = Good luck!
game-phrase-3 = Good move!
game-phrase-4 = Let me think.
game-phrase-5 = Your move, please.
game-phrase-6 = Well played.
game-phrase-7 = Thanks, bye!

## The connection

# $seconds (number)
paused-retry-in = The server is paused. Retrying in { $seconds } s
paused-retrying = The server is paused. Retrying…
hall-moving = The hall is moving to another machine. Reconnecting…
# $attempt (number), $seconds (number)
connection-lost-in = Connection lost. Attempt { $attempt } in { $seconds } s
# $attempt (number)
connection-lost-now = Connection lost. Attempt { $attempt }…
# $server (text)
connected-to = Connected to { $server }
# $port (number)
hosting-at = Your server is running on port { $port }
# $fingerprint (text)
encrypted-with =
    Encrypted (TLS). Fingerprint of the server's certificate:
    { $fingerprint }
# $ms (number)
round-trip = { $ms } ms

## Players and challenges

policy-everyone = Everyone
policy-registered = Registered players
policy-nobody = Nobody
# $count (number)
blocked-count = { $count } blocked
# $players (number)
lobby-away = { $players } offline
# $players (number)
lobby-online = { $players ->
        [one] 1 person online
       *[other] { $players } people online
    }
# $players (number): people and computers
lobby-online-all = { $players } online
# $computers (number)
lobby-computers = { $computers ->
        [one] 1 computer
       *[other] { $computers } computers
    }
# $games (number)
lobby-games = { $games ->
        [one] 1 game
       *[other] { $games } games
    }
# $level (number)
computer-of-level = Bot, level { $level }
live-games = Live
live-games-more = More games
games-together = Games together
recent-opponents = Recent opponents
games-together-none = None yet
games-together-failed = The server did not send the games
games-together-all = All games
no-running-games = No game is running. Challenge someone, and others can watch.
preview-over = Game over
lobby-address = This server's address, for your friends:
lobby-visitors = Here last
seen-just-now = just now
# $minutes (number)
seen-minutes = { $minutes } min ago
# $hours (number)
seen-hours = { $hours } h ago
# $days (number)
seen-days = { $days ->
        [one] 1 day ago
       *[other] { $days } days ago
    }
# $won (number), $drawn (number), $lost (number)
score = { $won } won · { $drawn } drawn · { $lost } lost
here-just-joined = just joined
# $minutes (number)
here-minutes = here for { $minutes } min
# $hours (number)
here-hours = here for { $hours } h
# $name (text)
challenge-by = { $name } challenges you
# $name (text)
challenge-to = Challenge { $name }
# $seconds (number)
seconds-left = { $seconds } s
# $count (number)
and-more = and { $count } more
# $name (text)
is-offline = { $name } is offline
preset-quick = Quick
preset-standard = Standard
preset-slow = Slow
preset-tournament = Tournament
preset-move-only = Per move
preset-untimed = Untimed
# $label (text), $value (text)
labelled = { $label }: { $value }
# $what (text), $more (text)
aside = { $what } ({ $more })
color-choice-red = Red, moves first
color-choice-black = Black, moves second
color-choice-random = Random
you-play-red = you play Red, moving first
you-play-black = you play Black, moving second
you-play-random = any colour
takeback-policy-off = No takebacks
takeback-policy-ask = By consent
rule-set-asian = Asian rules
rule-set-chinese = Chinese rules
rule-set-simple = Simple
decline-unspecified = No reason given
decline-busy = I am busy
decline-later = Later, please
decline-too-fast = Time control too fast
decline-too-slow = Time control too slow
decline-other-terms = Different terms, please
game-xiangqi = Xiangqi
game-luzhanqi-classic = Luzhanqi
game-luzhanqi-cross = Luzhanqi (cross)
mine-rule-stays = only the piece is lost
mine-rule-both-captured = both are lost

## Times

clock-part-game = Game
clock-part-move = Per move
clock-part-increment = Increment
clock-part-read = Byo-yomi
# $minutes (text)
clock-game = { $minutes } min
# $minutes (text)
clock-game-short = { $minutes } min
# $seconds (text)
clock-per-move = { $seconds } s per move
# $seconds (text)
clock-increment = { $seconds } s increment
# $seconds (text)
clock-read = { $seconds } s byo-yomi
clock-separator = { ", " }
clock-untimed = untimed
# $seconds (number)
countdown-seconds = { $seconds } s
# $minutes (number), $seconds (text)
countdown-minutes = { $minutes }:{ $seconds }
# $seconds (number)
move-time = move { $seconds } s
# $seconds (number)
read-time = then { $seconds } s

## At the table

red = Red
black = Black
# $side (text)
side-to-move = { $side } to move
# $name (text)
offered-takeback-by = { $name } asks for a takeback
# $name (text)
offered-draw-by = { $name } offers a draw
# $name (text)
offered-rematch-by = { $name } asks for a rematch
offered-takeback = You asked for a takeback
offered-draw = You offered a draw
offered-rematch = You asked for a rematch
# $name (text), $time (text)
opponent-away-until = { $name } is offline. You can claim a win or a draw in { $time }
# $name (text)
opponent-away-long = { $name } is offline
# $name (text), $time (text)
early-absence = { $name } is offline. The game is aborted in { $time }
# $time (text)
absence-short-own = after { $time } more offline, your opponent can claim
# $time (text)
absence-short-opponent = after { $time } more offline, you can claim
# $time (text)
absence-left-own = If you are offline for { $time } more in this game, your opponent can claim a win or a draw
# $name (text), $time (text)
absence-left-opponent = If { $name } is offline for { $time } more in this game, you can claim a win or a draw
# $time (text)
interruption-credit = The server was interrupted during this game: { $time } was added to the game time.
# $seconds (text)
lag-credit-seconds = lag +{ $seconds } s
# $seconds (text)
lag-credit-left = The network delay that the server has measured is not charged to this clock: at most 0.5 s a move. { $seconds } s of that credit are left; each move adds 0.1 s.
first-move-clock = first move
result-won = Won
result-lost = Lost
result-drawn = Draw
result-aborted = No result
# $plies (number)
plies = { $plies ->
        [one] 1 half-move
       *[other] { $plies } half-moves
    }
# $plies (number)
delayed = Watching · { $plies ->
        [one] 1 half-move
       *[other] { $plies } half-moves
    } behind
# $count (number)
spectators = Watching { $count }
# $ply (number), $of (number)
reviewing = { $ply ->
        [0] Start position
       *[other] Move { $ply } of { $of }
    }

## Luzhanqi

# $time (text)
setup-left = { $time } left; then the game begins with the current layouts
# $count (number)
lost-count = { $count ->
        [one] 1 piece
       *[other] { $count } pieces
    }
# $quiet (number), $of (number)
quiet-steps =
    { $quiet ->
        [one] 1 move
       *[other] { $quiet } moves
    } without a battle; a draw at { $of }
# $side (text), $passes (number), $of (number)
side-passed = { $side } passed { $passes } of { $of }
# $steps (number)
draw-near = Draw after { $steps } more moves without a battle
notation-passed = pass
# $squares (text)
notation-lost = { $squares } lost
# $squares (text)
notation-won = { $squares } won
# $squares (text)
notation-both = { $squares } both
# $piece (text), $squares (text)
notation-piece = { $piece } { $squares }
# $moved (text), $met (text)
notation-takes = { $moved } takes { $met }
# $moved (text), $met (text)
notation-both-with = { $moved } both, { $met }
ply-by-me = You:
ply-by-opponent = Opponent:
# $who (text), $what (text)
ply-moved = { $who } { $what }
# $who (text), $what (text), $outcome (text)
ply-battle = { $who } { $what }, { $outcome }
# $piece (text)
ply-falls = { $piece } falls
ply-flag-taken = the flag is captured
ply-attacker-falls = the attacker falls
ply-defender-falls = the defender falls
ply-both-fall = both fall
# $piece (text)
ply-both-fall-with = both fall, one a { $piece }
short-marshal = Mar
short-general = Gen
short-major-general = MajG
short-brigadier = Brig
short-colonel = Col
short-major = Maj
short-captain = Capt
short-lieutenant = Lt
short-engineer = Eng
short-bomb = Bomb
short-mine = Mine
short-flag = Flag
short-camp = Camp
short-headquarters = HQ
strength-marshal = Marshal
strength-general = General
strength-major-general = Major general
strength-brigadier = Brigadier
strength-colonel = Colonel
strength-major = Major
strength-captain = Captain
strength-lieutenant = Lieutenant
strength-engineer = Engineer
strength-bomb = Bomb
strength-mine = Mine
strength-flag = Flag
battle-defender-captured = wins
battle-attacker-captured = loses
battle-both-captured = both

## Rulings on repetitions

# $loser (text), $offence (text), $moves (text), $times (number), $done (text)
repetition-loss = { $loser } loses by { $offence }: { $moves }, { $done }
# $loser (text), $offence (text), $moves (text), $times (number), $done (text)
repetition-loss-warning = If this repeats again, { $loser } loses by { $offence }: { $moves }, { $done }
# $moves (text)
repetition-draw = A draw: the position occurs for the third time. { $moves }
# $offence (text), $moves (text)
repetition-draw-both = A draw: { $offence } by both sides. { $moves }
# $moves (text)
repetition-draw-warning = If this repeats again, it is a draw. { $moves }
# $offence (text), $moves (text)
repetition-draw-both-warning = If this repeats again, it is a draw: { $offence } by both sides. { $moves }
repetition-offence-check = perpetual check
repetition-offence-chase = perpetual chase
repetition-offence-attack = perpetual attack
# $times (number)
repetition-done-checks = { $times } checks in a row
# $times (number)
repetition-done-attacks = { $times } checks, mate threats or chases in a row
# $times (number)
repetition-done-pinned-rook = { $times } attacks in a row on a rook that a horse pins
# $times (number), $victims (text)
repetition-done-chases = { $times } attacks in a row on { $victims }
repetition-victims-separator = { " and " }
repetition-victim-king-red = the general
repetition-victim-king-black = the general
repetition-victim-advisor-red = an unprotected advisor
repetition-victim-advisor-black = an unprotected advisor
repetition-victim-elephant-red = an unprotected elephant
repetition-victim-elephant-black = an unprotected elephant
repetition-victim-horse = an unprotected horse
repetition-victim-rook = a rook
repetition-victim-cannon = an unprotected cannon
repetition-victim-pawn-red = an unprotected pawn
repetition-victim-pawn-black = an unprotected pawn

## How games end

outcome-you-won = You won
outcome-you-lost = You lost
outcome-red-won = Red won
outcome-black-won = Black won
outcome-drawn = Draw
outcome-aborted = No result
reason-agreement = By agreement
reason-time-without-attackers = Time ran out; opponent has no attackers
reason-abandonment = A player left the game
reason-too-long = The game reached the maximum length
reason-quiet-steps = Too many moves without a battle
reason-repetition = The position was repeated three times
reason-natural-limit = 60 rounds without a capture
reason-no-attackers = Neither side has attacking pieces left
# $side (text)
reason-requested = { $side } aborted the game
# $side (text)
reason-no-first-move = { $side } made no first move in time
# $side (text)
reason-absent = { $side } was away too long at the start
reason-both-away = Both players were away too long
reason-organiser = An organiser of the tournament stopped the game
reason-server-shutdown = The server was shut down
win-checkmate = Checkmate
# $loser (text)
win-stalemate = { $loser } has no legal move
# $loser (text)
win-resignation = { $loser } resigned
# $loser (text)
win-game-time = { $loser } ran out of time
# $loser (text)
win-move-time = { $loser } ran out of move time
# $loser (text)
win-abandonment = { $loser } left the game
# $loser (text)
win-flag-captured = { $loser }'s flag was captured
# $loser (text)
win-no-movable-piece = { $loser } has no piece left to move
# $loser (text)
win-perpetual-check = Perpetual check by { $loser }
# $loser (text)
win-perpetual-chase = Perpetual chase by { $loser }
# $loser (text)
win-perpetual-attack = Perpetual attack by { $loser }

## Why there is no connection

# $oldest (number), $newest (number)
offline-version = The server needs version { $oldest } to { $newest }; please update the program
# $version (number)
offline-one-version = The server needs version { $version }; please update the program
offline-by-server = The server closed the connection
offline-broken = The server sent malformed data
# $words (text)
offline-failed = The connection failed: { $words }
server-silent = The server does not answer. Trying again…
# after what is said of a lost connection, while the user is led back to a seat
seat-waits = Your game or your invitation waits there.
server-answers = The server answers again
server-missing = This page has no server
connect-unknown-host = This address does not exist
connect-refused = No server is running at this address
connect-timed-out = The server does not respond
connect-unreachable = This address cannot be reached from your network
connect-not-chuhe = This is not a Chuhe server
connect-no-tls = Not connected: the server does not support TLS
connect-certificate-changed = Not connected: the server's certificate has changed
# $words (text)
connect-tls-failed = TLS failed: { $words }
# $words (text)
connect-other = Could not connect: { $words }
closed-quit = You left the server
closed-superseded = You joined from elsewhere, which closed this connection
closed-other-tab = You play on in another tab
closed-other-window = You play on in another window
closed-no-greeting = The server closed the connection: no name arrived in time
closed-silent = The server closed the connection: it received nothing for too long
closed-flood = The server closed the connection: too many requests
closed-slow-reader = The server closed the connection: your network is too slow
closed-broken-frame = The server closed the connection: it received malformed data
closed-shutting-down = The server has shut down
closed-server-full = The server is full; try again later
closed-signed-out = You signed out everywhere
closed-address-full = Too many connections from your address
closed-tls-required = This server accepts TLS connections only
closed-kicked = The server's operator closed your connection
closed-name-registered = Another player has registered this name; choose another
closed-banned = You are banned from this server
# $minutes (number)
closed-banned-for = You are banned from this server for another { $minutes } min
closed-hall-moved = The hall has moved to another machine

## Refusals

refusal-no-formations = This game has no set-up phase
# $seconds (number)
refusal-claim-too-soon = You can do this in { $seconds } s
# $seconds (number)
refusal-chat-too-fast = You are writing too fast; wait { $seconds } s
refusal-not-joined = Join the server first
refusal-already-joined = You have already joined
refusal-name-taken = This name is taken; choose another one
refusal-name-reserved = This name is reserved for the people who run the server or for the computer; choose another one
refusal-unknown-token = Your last session has expired; join again
refusal-shutting-down = The server is shutting down: no new games
refusal-no-such-player = This player has left
refusal-challenge-self = You cannot challenge yourself
refusal-opponent-busy = This player is in a game
refusal-you-are-busy = You are in a game
refusal-already-challenged = You have already challenged this player
refusal-too-many-challenges-out = You have too many open challenges; cancel one or wait
refusal-too-many-challenges-in = This player has too many open challenges; try again later
refusal-no-such-challenge = This challenge no longer exists
refusal-not-your-challenge = This challenge is not yours
refusal-no-such-game = This game is unknown here: it may be over and its board closed
refusal-not-your-game = You do not sit at the board of this game
refusal-not-watching = You are not watching this game
refusal-game-over = The game is over
refusal-game-running = The game is not over yet
refusal-wrong-ply = The position has changed, so the move was not played
refusal-resign-too-early = You cannot resign yet
refusal-abort-too-late = Both sides have moved, so the game can no longer be aborted
refusal-nothing-to-claim = There is nothing to claim until both sides have moved
refusal-opponent-not-away = Your opponent is not offline
refusal-opponent-left = Your opponent has left the board
refusal-chat-empty = Write something first
refusal-chat-too-long = Too long: at most 200 characters
refusal-too-many-offers = You have made too many offers in this game
refusal-name-registered = This name is registered: choose another one, or enter its password
refusal-wrong-password = Wrong name or password
refusal-invalid-password = A password needs 8 to 128 characters
refusal-already-registered = Your name is already registered
refusal-request-pending = The last request is still in progress; please wait
refusal-paused = Games are paused: the server cannot store them now
refusal-opponent-away = The other player is offline; wait a moment
refusal-cannot-watch = You sit at the board of this game, so you cannot watch it
refusal-too-many-spectators = This game has too many spectators
refusal-unreadable = The game record cannot be read
refusal-registry-full = This server cannot register more names
refusal-no-challenges = This player does not accept challenges now
refusal-registered-challengers-only = This player accepts challenges from registered players only
refusal-player-blocked = You have blocked this player; unblock them to play
# $count (number)
refusal-too-many-blocks = You can block at most { $count } players
refusal-block-self = You cannot block yourself
refusal-no-such-hall = The server has no such hall
refusal-hall-full = The hall is full; choose another one
refusal-other-hall = Connect again to enter another hall
refusal-no-registration = Names cannot be registered on this server
refusal-hall-elsewhere = The hall is moving to another machine; try again in a moment
refusal-no-such-invitation = This invitation is unknown here: ask your friend for a new link
refusal-invitation-accepted = Somebody else has already accepted this invitation
refusal-invitation-withdrawn = This invitation was withdrawn
refusal-invitation-expired = This invitation has expired
refusal-invitation-busy = The player who invited you has begun another game
refusal-invitation-gone = The player who invited you has left
refusal-own-invitation = This is your own invitation: send the link to a friend
refusal-too-many-invitations = You already have an invitation open
refusal-invitations-full = Too many invitations are open here; try again later
# $most (number)
seek-refused-count = You can look for between 1 and { $most } kinds of game at once
seek-refused-start = To start from a position, send a challenge or an invitation
seek-refused-odds = You cannot look for an opponent with different times; send a challenge or an invitation
seek-refused-full = Too many people look for an opponent here; try again later
seek-refused-gone = This player is no longer looking for this game
seek-refused-reach = This player looks for somebody nearer to their own rating
seek-refused-guest = Only registered players can be told later; register your name first
seek-refused-answers = Too many people are to be told already; try again later
seek-refused-asleep = You can look for an opponent once Chuhe is in front again
refusal-invitation-taken = Somebody else has accepted this invitation and waits
refusal-invitation-missed = You were not both here within the hour
refusal-invitation-left = You have left this invitation
# $seconds (number)
refusal-challenge-too-soon = You can challenge this player again in { $seconds } s
# $seconds (number)
refusal-too-many-attempts = Too many attempts; wait { $seconds } s
silenced = An operator has silenced you
# $minutes (number)
silenced-for = An operator has silenced you for another { $minutes } min
illegal-other-game = This move belongs to another game
# $seconds (number)
offer-too-soon = You can ask again in { $seconds } s
# $plies (number)
offer-draw-too-often = You can offer a draw again in { $plies } half-moves
offer-takeback-off = This game is played without takebacks
offer-nothing-to-take-back = You have not moved yet
offer-pending = You have already asked; wait for the answer
offer-before-both-moved = You can offer a draw once both sides have moved
offer-no-open-offer = This offer is no longer open
illegal-not-your-turn = It is not your turn
illegal-no-piece = There is no piece there
illegal-not-your-piece = This piece is not yours
illegal-own-piece-there = Your own piece is there
illegal-not-its-move = This piece does not move like that
illegal-horse-leg-blocked = The horse's leg is blocked
illegal-elephant-eye-blocked = The elephant's eye is blocked
illegal-elephant-may-not-cross-river = An elephant cannot cross the river
illegal-outside-palace = This piece cannot leave the palace
illegal-path-blocked = A piece blocks the way
illegal-cannon-no-screen = A cannon captures by jumping over a piece
illegal-cannon-too-many-screens = A cannon jumps over exactly one piece
illegal-pawn-may-not-retreat = A pawn cannot move backwards
illegal-pawn-may-not-step-aside-yet = A pawn moves sideways only after crossing the river
illegal-general-in-check = Your general would be in check
illegal-generals-would-face = The generals would face each other
illegal-same-point = The piece would stay where it is
illegal-not-begun = Both players must confirm their layouts first
illegal-off-the-board = This board has no such station
illegal-never-moves = Mines and flags never move
illegal-in-headquarters = A piece in a headquarters never moves again
illegal-camp-occupied = An occupied camp cannot be entered
illegal-only-engineers-turn = Only engineers turn on the railway
illegal-no-path = This piece cannot get there
illegal-battle-undecided = The battle of this piece is not decided yet
formation-too-many = This is not a complete set of pieces
formation-flag-outside-headquarters = The flag must be in a headquarters
formation-mine-too-far-forward = Mines must be in the two back rows
formation-bomb-in-front = Bombs cannot be in the front row
setup-already-begun = The game has already begun
setup-already-confirmed = You have confirmed; withdraw first to change your layout
setup-not-confirmed = You have not confirmed your layout yet
setup-nothing-placed = You have not set up yet
name-empty = Enter a name
# $count (number)
name-too-long = A name has at most { $count } characters
name-space = A name cannot contain spaces
name-invisible = The name contains an invisible character
# $character (text)
name-character = A name cannot contain "{ $character }"; use letters, digits, _ and -
filter-opponent-too-long = The name to search for is too long
filter-position = The position is not a legal one
terms-increment-without-game-time = An increment needs a game time
terms-read-seconds-without-game-time = Byo-yomi needs a game time
terms-too-long = Each time is at most one day
terms-too-short = Each time is at least one second
terms-start-position = The start position is not legal
terms-start-is-over = The game is already over in this position
terms-watch-delay = The spectator delay is 0 to 40 moves
terms-no-takeback = Luzhanqi has no takebacks
# $most (number)
options-resign-too-late = Resigning must be possible by move { $most }
# $fewest (number), $most (number)
options-quiet-steps = A draw needs { $fewest } to { $most } moves without a battle
options-notice-too-early = The warning before a draw comes too early
# $most (number)
options-passes = A side must lose after 1 to { $most } passed turns
# $found (number)
fen-rank-count = The FEN needs 10 ranks; this one has { $found }
# $rank (number), $row (number)
fen-rank-length = Rank { $rank } of the FEN does not have 9 points
# $rank (number), $row (number)
fen-adjacent-digits = Rank { $rank } of the FEN has two numbers in a row
# $letter (text)
fen-unknown-letter = { $letter } in the FEN is not a piece
# $side (text), $found (number)
fen-king-count = { $found ->
        [0] { $side } has no general
       *[other] { $side } has { $found } generals
    }
# $piece (text)
fen-too-many = Too many pieces of one kind: { $piece }
# $piece (text), $square (text)
fen-misplaced = A { $piece } can never be on { $square }
# $side (text), $square (text)
fen-pawns-on-one-file = { $side } has two pawns on the file of { $square } that have not crossed the river
fen-generals-facing = The generals face each other
fen-opponent-in-check = The side not to move is in check
fen-invalid-side = The side to move must be w or b
fen-invalid-dash = The third and fourth fields of the FEN must be dashes
fen-invalid-halfmove-clock = The fifth field of the FEN must be a number from 0 to 9999
fen-invalid-fullmove-number = The sixth field of the FEN must be a number from 1 to 9999
fen-missing-field = A field of the FEN is missing
fen-trailing-field = There is extra text after the FEN
# $count (number)
password-too-short = Too short: at least { $count } characters
password-too-long = This password is too long
password-differ = The two passwords differ
denied-offline = The connection is lost
denied-game-gone = The server no longer has this game
# $steps (number)
denied-resign-later = You can resign after { $steps } more moves
# $part (text)
form-not-a-number = { $part }: not a number

## Layouts of luzhanqi in files

# $path (text)
layout-saved = Layout saved to { $path }
# $name (text)
layout-loaded = Layout { $name } loaded
# $name (text)
layout-exists = There is a layout { $name } already
# $name (text)
layout-deleted = Layout { $name } deleted
# $name (text), $line (number), $column (number), $why (text)
layout-bad-layout = { $name } is not a valid layout: line { $line }, column { $column }: { $why }
layout-no-name = Enter a name for the layout
# $character (text)
layout-name-character = A name cannot contain "{ $character }"; use letters, digits, spaces and _ - · ， ( )
# $count (number), $most (number)
layout-name-long = The name has { $count } characters, at most { $most } are possible
# $path (text)
file-not-a-file = { $path } is not a file
# $path (text)
file-missing = There is no file { $path }
# $path (text), $words (text)
file-refused = { $path } cannot be opened: { $words }
# $words (text)
layout-failed = The file operation failed: { $words }
layout-full = The browser has no more space for layouts
layout-fault-heading = the file must begin with luzhanqi layout 1
layout-fault-too-short = the file is too short
layout-fault-too-long = there is extra text
# $letter (text)
layout-fault-unknown-letter = { $letter } is not a piece
layout-fault-camp-expected = a camp must be written as a dot
layout-fault-piece-expected = this station is not a camp

## Notices

notice-opponent-ready = Your opponent is ready
notice-opponent-withdrew = Your opponent withdrew and is setting up again
notice-play-begins = The pieces are set up: Red moves first
notice-own-flag-shown = You lost your marshal: your opponent now sees your flag
# $side (text)
notice-flag-shown = { $side } lost the marshal: the flag is revealed
notice-flags-shown = Both marshals fell: both flags are revealed
notice-in-check = Check!
notice-not-kept = Settings and progress are not kept: there is no space left
notice-taken-back = Move taken back
notice-opponent-away = Your opponent is offline
notice-opponent-asleep = Your opponent's phone is asleep: their time away counts after 3 minutes
notice-opponent-back = Your opponent is back
notice-opponent-left = Your opponent has left the board
notice-reconnected = Reconnected
notice-sent-again = Reconnected. What you asked for last was sent again
# $fingerprint (text)
notice-certificate-pinned = Encrypted. First visit to this server: its certificate { $fingerprint } is now remembered
notice-copied = Copied
invitation-heading = Invite a friend by link
invitation-create = Create the link
invitation-instead = Send a link instead
invitation-open = Your invitation
invitation-explained = Send this link to a friend. The first to open it plays you.
invitation-copy = Copy link
invitation-share = Share …
invitation-code = QR code
invitation-code-explained = A friend beside you opens the link with the camera of their phone.
invitation-withdraw = Withdraw
# $name (text)
invitation-from = { $name } invites you to a game
invitation-asking = Asking about the invitation …
invitation-over = There is no game behind this link
invitation-later = Not now
invitation-ended = Your invitation has ended
invitation-expired = Your invitation has expired
# $minutes (number)
invitation-minutes-left = { $minutes } min left
invitation-hint = A friend opens the link and plays at once, also in a browser
invitation-play = Accept and play
# $number (text)
invitation-guest-name = Guest{ $number }
# $name (text)
invitation-waiting = Waiting for { $name }
# $name (text)
invitation-accepted-by = { $name } has accepted
# $name (text), $ago (text)
invitation-seen = { $name } was here: { $ago }
invitation-both = The game begins as soon as you are both here. You can do something else meanwhile.
invitation-leave = Stop waiting
invitation-missed = Your invitation has ended: you were not both here within the hour
link-unreadable = This link is incomplete or damaged: copy all of it
link-unknown-place = This link leads to a place that this version does not have
link-during-game = Finish your game first, then open the link again
# $name (text)
not-online = { $name } is not online
host-port-taken = This port is in use; try another one
host-port-forbidden = This port is not allowed; try one above 1024
host-already-running = A server is already running on this computer
host-unavailable = This program cannot host a server
# $words (text)
host-failed = The server could not be started: { $words }
notice-host-stopped = Your server has stopped
notice-game-set-aside = Your game could not be restored after the server restarted; it has no result
# $text (text)
notice-announcement = Message from the server: { $text }
notice-bad-date = Write dates as 2026-11-22
notice-registered = Your name is registered
notice-password-changed = Your password is changed. All other devices are signed out
notice-signed-out = Signed out
notice-signed-out-everywhere = Signed out everywhere else
notice-bad-port = The port must be a number from 1 to 65535
notice-no-host = Enter the server's address
# $name (text)
ended-accepted = { $name } accepted
# $name (text)
ended-declined = { $name } declined
# $name (text)
ended-declined-busy = { $name } is busy
# $name (text)
ended-later = { $name } would rather play later
# $name (text)
ended-too-fast = { $name } wants more time
# $name (text)
ended-too-slow = { $name } wants a clock, or less time
# $name (text)
ended-other-terms = { $name } wants different terms
ended-cancelled = The challenge was cancelled
# $name (text)
ended-expired = { $name } did not answer
# $name (text)
ended-busy = { $name } is already in a game
# $name (text)
ended-gone = { $name } has left
# $name (text)
lapsed-cancelled = { $name } cancelled the challenge
# $name (text)
lapsed-expired = The challenge from { $name } has expired
# $name (text)
lapsed-busy = { $name } has started another game
# $name (text)
lapsed-closed = The challenge from { $name } is closed
watch-ended-left = You stopped watching
watch-ended-elsewhere = You are in another game, so you no longer watch this one
watch-ended-closed = Both players have left, so the broadcast has ended
watch-ended-rematch = The players have begun a rematch
# $path (text)
library-set-aside = The library was damaged, so a new one was created; the old one is now { $path }
# $games (number)
library-games-set-aside = { $games ->
        [one] 1 game of the library could not be read, and was set aside
       *[other] { $games } games of the library could not be read, and were set aside
    }
library-too-new = A newer version of Chuhe wrote the library
library-full = The library is full, so this game was not added to it. Delete games there to make room.
# $games (number)
library-deleted = { $games ->
        [one] 1 game deleted
       *[other] { $games } games deleted
    }
# $games (number)
library-undeleted = { $games ->
        [one] 1 game restored
       *[other] { $games } games restored
    }
library-too-large = This game is too long for the library
library-saved = Saved to the library
library-saved-as-new = Saved to the library as a new game: the one that you opened has changed or was deleted
# $parts (text)
library-saved-without = Saved to the library without { $parts }
# $parts (text)
library-saved-as-new-without = Saved to the library as a new game, without { $parts }: the one that you opened has changed or was deleted
library-no-such-game = This game is no longer in the library
library-nothing-to-export = There is no game to export
# $why (text)
library-other = The library cannot be used: { $why }
# $path (text)
kept-set-aside = The game that you left could not be read. Its files were moved to { $path }
# $why (text)
kept-unavailable = The game that you left cannot be opened now, but is kept for the next start: { $why }
kept-elsewhere = Another window has your unfinished game
kept-in-use = Another window is saving its game, so this one is lost when you close the program
# $why (text)
kept-failed = This game will be lost when you close the program: { $why }
kept-full = This game will be lost when you close the page: the browser has no more space for it
# $seconds (number), $credit (number)
interrupted-seconds = The server was down for { $seconds } s; each side gets { $credit } s
# $minutes (number), $credit (number)
interrupted-minutes = The server was down for { $minutes } min; each side gets { $credit } s
# $passes (number), $of (number)
turn-passed-own = Your move time ran out, so the turn passes ({ $passes } of { $of })
# $side (text), $passes (number), $of (number)
turn-passed = { $side }'s move time ran out, so the turn passes ({ $passes } of { $of })
offer-declined-takeback = Your opponent declined the takeback
offer-declined-draw = Your opponent declined the draw
offer-declined-rematch = Your opponent declined the rematch
move-declined-takeback = Your move declined your opponent's request to take back
move-declined-draw = Your move declined your opponent's offer of a draw
move-declined-rematch = Your move declined your opponent's offer of a rematch
offer-withdrawn-takeback = Your opponent withdrew the takeback
offer-withdrawn-draw = Your opponent withdrew the draw
offer-withdrawn-rematch = Your opponent withdrew the rematch
# $games (number), $path (text)
exported = { $games ->
        [one] 1 game
       *[other] { $games } games
    } exported to { $path }
# $left-out (number)
exported-nothing = Nothing exported: PGN cannot hold luzhanqi ({ $left-out ->
        [one] 1 game
       *[other] { $left-out } games
    })
# $games (number), $path (text), $left-out (number)
exported-partly = { $games ->
        [one] 1 game
       *[other] { $games } games
    } exported to { $path }, without { $left-out ->
        [one] 1 game
       *[other] { $left-out } games
    } of luzhanqi
# $said (text), $games (number)
exported-reduced = { $said }; PGN cannot hold all of { $games ->
        [one] 1 game
       *[other] { $games } games
    }

## Help: names of pages and sections

help-page-xiangqi = Xiangqi
help-page-luzhanqi = Luzhanqi
help-heading-board = The board
help-heading-pieces = The pieces
help-heading-setting-up = Setting up
help-heading-moving = Moving
help-heading-battle = Battle
help-heading-known = Hidden pieces
help-heading-ends = Wins and draws
help-heading-conduct = During the game

## Help: xiangqi

help-xiangqi-board-title = Palaces and river
help-xiangqi-board-caption = The starting position
help-xiangqi-board =
    Pieces stand on the points where nine files and ten ranks cross. The river runs through the middle, and the areas with diagonals at both ends are the palaces.
    Red moves first, and the sides take turns. A piece that moves to an enemy piece's point captures it.
    Click one of your pieces and then a point, or drag the piece. A refused move says why.
help-xiangqi-board-fingers =
    Pieces stand on the points where nine files and ten ranks cross. The river runs through the middle, and the areas with diagonals at both ends are the palaces.
    Red moves first, and the sides take turns. A piece that moves to an enemy piece's point captures it.
    Tap one of your pieces and then a point, or drag the piece. A refused move says why.
help-xiangqi-board-typed =
    Pieces stand on the points where nine files and ten ranks cross. The river runs through the middle, and the areas with diagonals at both ends are the palaces.
    Red moves first, and the sides take turns. A piece that moves to an enemy piece's point captures it.
    Type a move, such as C2.5 or h2e2. A refused move says why.
help-xiangqi-king-title = General
help-xiangqi-king-caption-1 = Inside the palace
help-xiangqi-king-caption-2 = They may not face
help-xiangqi-king =
    It moves one point along a line and stays in its palace.
    The two generals may never face each other on an open file: no move may leave a file between them without a piece.
help-xiangqi-advisor-title = Advisor
help-xiangqi-advisor-caption = Along the palace's diagonals
help-xiangqi-advisor = It moves one point along a diagonal and stays in the palace.
help-xiangqi-elephant-title = Elephant
help-xiangqi-elephant-caption-1 = A blocked eye
help-xiangqi-elephant-caption-2 = Never across the river
help-xiangqi-elephant = It moves two points diagonally. A piece on the point between (the eye) blocks it. It never crosses the river.
help-xiangqi-horse-title = Horse
help-xiangqi-horse-caption = A blocked leg
help-xiangqi-horse = It moves one point straight and then one point diagonally. A piece right next to it (the leg) blocks both points in that direction.
help-xiangqi-rook-title = Rook
help-xiangqi-rook-caption = Any distance along an open line
help-xiangqi-rook = It moves any distance along a line but cannot jump. It can capture the first enemy piece in its way.
help-xiangqi-cannon-title = Cannon
help-xiangqi-cannon-caption = Capturing over a screen
help-xiangqi-cannon = It moves like a rook. To capture, it jumps over exactly one piece of either side (the screen).
help-xiangqi-pawn-title = Pawn
help-xiangqi-pawn-caption-1 = Before the river
help-xiangqi-pawn-caption-2 = After crossing it
help-xiangqi-pawn = It moves one point forward. Once it has crossed the river, it can also move one point left or right. It never moves backwards.
help-xiangqi-check-title = Check
help-xiangqi-check-caption = Black is in check and has three ways out
help-xiangqi-check =
    A side whose general could be captured next is in check. It must move the general away, block the check, or capture the checking piece.
    A move that leaves your own general in check is not allowed.
help-xiangqi-mate-title = Checkmate and stalemate
help-xiangqi-mate-caption-1 = Checkmate
help-xiangqi-mate-caption-2 = Stalemate
help-xiangqi-mate =
    A side that is in check and has no legal move is checkmated and loses.
    A side that is not in check but has no legal move is stalemated. In xiangqi it loses too.
help-xiangqi-repetition-title = Perpetual check, perpetual chase and draws
help-xiangqi-repetition-caption-1 = Rook and general to and fro: check
help-xiangqi-repetition-caption-2 = Rook and cannon to and fro: a chase
help-xiangqi-repetition =
    When a position occurs for the third time, the game ends by a ruling on the moves since the first time. At the second time both players are warned: who would lose, and by which moves. A player who then plays another move is not penalised.
    Asian rules: a side that checked with every move loses, and so does a side that chased the same unprotected piece with every move. If one side checked and the other chased, the checker loses. A general or a pawn may chase, and a pawn that has not crossed the river may be chased; an offer to exchange is not a chase. A horse or a cannon also chases a rook that is protected. Any other repetition is a draw.
    Chinese rules: a side also loses if each of its moves checked, threatened mate or chased. If both sides did the same, it is a draw.
    Simple rules: only perpetual check loses. Any other repetition is a draw.
    A challenge names the rules, usually the Asian ones.
help-xiangqi-draws-title = Draws
# $plies (number)
help-xiangqi-draws =
    The players can agree on a draw. It is also a draw if one side's time runs out and the other has no rook, horse, cannon or pawn left, and after { $plies } moves, counting both sides.
    60 rounds without a capture are a draw, too; only ten checks of each side count. So is a position in which neither side has a rook, horse, cannon or pawn left.

## Help: setting up in luzhanqi

help-setup-arm-title = Your arm
help-setup-arm-caption = The front row is at the top. Thick lines are railway, thin lines are roads
help-setup-arm =
    Each side has an arm of six rows of five stations: 23 posts (兵站), five camps (行营) and two headquarters (大本营). Row 1 (the front), row 5 and the two outer columns are railway. All other lines are roads.
    Your own arm is always at the bottom.
help-setup-boards-title = Two boards
help-setup-boards-caption-1 = The usual board
help-setup-boards-caption-2 = The cross
help-setup-boards =
    The usual board: two arms face each other. Railway joins the fronts at columns 1, 3 and 5, and mountains block columns 2 and 4.
    The cross: four arms around a centre. The players have south and north. East and west are empty at the start, and pieces can move there.
    The board is chosen with the challenge.
help-setup-set-title = Twenty-five pieces
help-setup-set =
    Each side has 25 pieces. The marshal is the strongest and the engineer the weakest. Bombs, mines and the flag follow special rules.
    The list of moves, and tiles if you wish, have short names: Mar (marshal), Gen (general), MajG (major general), Brig (brigadier), Col (colonel), Maj (major), Capt (captain), Lt (lieutenant), Eng (engineer).
help-setup-placing-title = Where pieces may start
help-setup-placing-caption-1 = Flag
help-setup-placing-caption-2 = Mines
help-setup-placing-caption-3 = Bombs
help-setup-placing =
    Before the game both players set up at the same time, on the 25 stations that are not camps.
    The flag goes into a headquarters, mines into the two back rows, and no bomb into the front row.
help-setup-layout-title = Swapping and confirming
help-setup-swapping = Click one piece and then another to swap them. A refused swap says why. You can also shuffle the pieces, save a layout to a file, or load one.
help-setup-swapping-fingers = Tap one piece and then another to swap them. A refused swap says why. You can also shuffle the pieces, save a layout to a file, or load one.
help-setup-swapping-typed = Type the two points whose pieces you want to swap, such as swap A1 B2. A refused swap says why. You can also shuffle the pieces.
# $minutes (number)
help-setup-layout =
    When both players have confirmed, the game begins and Red moves first. You can withdraw until your opponent confirms. After { $minutes } minutes the game begins with the current layouts.

## Help: playing luzhanqi

help-play-road-title = Roads
help-play-road-caption = A camp has eight neighbours
help-play-road = Along a road a piece moves one step. A camp is connected to all eight stations around it.
help-play-rail-title = Railways
help-play-rail-caption = Straight ahead, no turns, no jumps
help-play-rail = Along a railway a piece moves straight over empty stations, and can attack the first enemy piece it meets.
help-play-engineer-title = Engineers
help-play-engineer-caption = Around its own piece
help-play-engineer = Only engineers turn on the railway. In one move they go wherever it leads over empty stations.
help-play-curve-title = Curved rails
help-play-curve-caption = Along the curve into the west arm
help-play-curve = On the cross, curved rails join neighbouring arms. A piece moving along the side of an arm can follow them.
help-play-centre-title = The centre
help-play-centre-caption = Straight through the centre
help-play-centre = The nine stations in the middle of the cross are all railway. Columns 1, 3 and 5 of each arm run through them to the opposite arm. Here too, only engineers turn.
help-play-still-title = Pieces that cannot move
help-play-still = Mines and flags never move. Nor does a piece that has entered a headquarters of either side.
help-play-battles-title = Who wins a battle
help-play-battles =
    A piece that moves to an enemy piece's station attacks it. The stronger piece wins, and the other is removed. From strong to weak: marshal, general, major general, brigadier, colonel, major, captain, lieutenant, engineer. Equal pieces are both removed. A bomb and the piece it meets are both removed.
    An engineer clears a mine. Any other piece that attacks a mine is removed, and the mine stays (both are removed if the two players agreed so before the game). Any piece captures the flag.
    In the table, the piece on the left attacks the piece at the top; "both" means that both are removed.
help-play-camp-title = Safe in a camp
help-play-camp-caption = The piece in front can be attacked, the one in the camp cannot
help-play-camp = A piece in a camp cannot be attacked, because nothing can enter its camp. Both sides can enter an empty camp.
help-play-hidden-title = Face down
help-play-hidden-caption = Black's arm as Red sees it
help-play-hidden =
    You see your own pieces, but only the backs of your opponent's. After a battle both players learn which piece was removed (or both), but not what the other piece was.
    Spectators see neither side's pieces until the end of the game. Then everything is revealed, unless the game ends before both sides have moved.
help-play-flag-shown-title = Losing the marshal
help-play-flag-shown-caption = Black has lost the marshal, so its flag is revealed
help-play-flag-shown = When a side loses its marshal, its opponent sees where its flag is.
help-play-wins-title = Winning
help-play-wins = You win by capturing the flag, with any piece or a bomb. A player who is to move and has no piece that can move loses. So does a player who runs out of game time, resigns, or leaves the game.
help-play-draws-title = Draws
# $moves (number), $warning (number)
help-play-draws = The players can agree on a draw. The game is also a draw after { $moves } moves without a battle; a warning comes { $warning } moves before.

## Help: during the game

help-conduct-clocks-title = Clocks
# $seconds (number), $minutes (number), $credit (text), $quota (text), $premove (text)
help-conduct-clocks =
    The challenge can set several limits: a game time for all moves, a time for each move, an increment added after each move, and byo-yomi, the seconds for each move once the game time is used up.
    The server's clock decides, and the player who runs out of time loses. The first move of each side is not timed, but has a deadline of its own, usually { $seconds } s, or { $minutes } min in a game without clocks. Then the game is aborted without a result.
    The network delay that the server measures is not charged: at most { $credit } s a move and { $quota } s in a row. It is shown under the clock.
    A move that you choose during your opponent's turn is played as soon as it is legal, and costs { $premove } s.
help-conduct-passed-turn-title = Out of move time
# $passes (number)
help-conduct-passed-turn = In luzhanqi, when a player's move time runs out, the turn passes to the opponent. After { $passes } passed turns the player loses. Running out of game time loses at once.
help-conduct-takeback-title = Takeback
# $seconds (number)
help-conduct-takeback =
    After your first move you can ask to take a move back, and your opponent must agree. If your opponent has not replied yet, one move is taken back, otherwise two. The clocks go back too.
    After a refusal you can ask again in { $seconds } s. Each further refusal makes the wait longer.
help-conduct-no-takeback-title = No takebacks
help-conduct-no-takeback = Every move gives both players information, so this game has no takebacks.
help-conduct-draw-offer-title = Offering a draw
# $plies (number)
help-conduct-draw-offer = Once both sides have moved you can offer a draw, at most once every { $plies } moves of both sides. Your opponent can accept or decline, and declines by moving. You can withdraw the offer.
help-conduct-resigning-title = Resigning and aborting
help-conduct-resigning = Resigning ends the game at once, after a confirmation. Until both sides have moved, the button aborts the game instead, without a result; it asks you to confirm that, too.
# $plies (number)
help-conduct-late-resigning = After { $plies } moves, counting both sides, you can resign; against the built-in computer, as soon as both sides have moved. Before both have moved, the button aborts the game instead, without a result. The program asks you to confirm either.
help-conduct-absence-title = When your opponent is offline
# $seconds (number), $quit (number), $total (number)
help-conduct-absence =
    Their seat is reserved and their clock keeps running. After { $seconds } s ({ $quit } s if they closed the program) you can claim a win, claim a draw, or keep waiting. Nothing happens automatically, and they can come back.
    All absences of a player in one game count together: once they add up to { $total } s, each further one can be claimed at once. Restarts of the server do not count.
    Until both sides have moved there is nothing to claim: after that time the game is aborted without a result.

## Records: opening

records-review = Review
records-review-games = Review games
records-review-explained = Replay and annotate your games, or open a file from any xiangqi program
# $name (text)
records-continue-review = Continue the review: { $name }
records-open = Open
records-open-title = Open a game
records-open-hint = Path of a file
records-choose-file = Choose a file
records-choose-place = Choose a place
records-no-chooser = This system has no file chooser. Type the path instead.
records-paste = Paste
records-paste-here = The browser does not show the program the clipboard. Paste the text here:
records-paste-hint = A game, a position or moves
records-drop-hint = Or drop a file on the window, or paste a game, a position (FEN) or moves with Ctrl+V. Several files go into the library.
records-drop-hint-fingers = You can also paste a game, a position (FEN) or moves.
records-games-of-file = Games of this file
records-search-games = Player, competition, date or result
# $found (number), $total (number)
records-games-found = { $found } of { $total } games
# $count (number)
records-notes-on-reading = { $count ->
        [one] 1 note on reading
       *[other] { $count } notes on reading
    }
records-notes-title = Notes on reading
# $count (number)
records-more-notes = { $count } more
# $encoding (text)
records-read-as = Read as { $encoding }
# $encoding (text)
records-read-as-guess = Read as { $encoding } (a guess)
records-encoding-hint = If names look wrong, choose another encoding:

## Records: the place in the record

records-play = Play through (Space)
records-play-fingers = Play through
records-replay = Replay the game
records-stop-replay = Stop the replay
records-more-tools = More tools
records-more-tools-explained = Analysis, comments, variations and files
records-fewer-tools = Fewer tools
records-pause = Pause (Space)
records-pause-fingers = Pause
records-previous-variation = Previous variation (↑)
records-next-variation = Next variation (↓)
records-no-moves = No moves yet. Play on the board to add some.

## Records: editing

records-comment-hint = Comment on this move…
records-comment-on-game = Comment on the game…
records-comment-before-hint = Comment before this move…
records-notes = Notes
records-comment-after = After the move
records-comment-before = Before the move
records-edit-tags = Details
records-edit-tags-hint = Edit the players, the competition and the result
records-tags-title = Details of the game
records-result-open = No result
records-promote = Up
records-promote-hint = Move this variation up
records-demote = Down
records-demote-hint = Move this variation down
records-make-main = Main line
records-make-main-hint = Make this the main line
records-delete = Delete
records-delete-hint = Delete this move and all that follow (Del)
records-undo = Undo
records-redo = Redo
records-nothing-to-undo = You have not changed the record yet.
records-nothing-to-redo = You have undone no change.
records-without-moves = The record has no moves.
records-no-move-here = This is the start. Go to a move first.
records-none-above = There is no variation above this one.
records-none-below = There is no variation below this one.
records-is-main-line = This is the main line already.
records-no-marks = There are no circles or arrows on this position.
records-clear-marks = Clear marks
records-marks-hint = Right button: circles and arrows. Shift, Alt: other colours.
records-marks-hint-fingers = Hold a finger on a point for a circle, and move it for an arrow.
records-assess = Assess this move

## Records: saving

records-save = Save
records-save-to-library = Save to the library
records-save-title = Save or copy the game
records-save-hint = File name or path
records-file-exists = This file exists. Replace it?
records-replace = Replace
records-copy-fen = Copy FEN
records-copy-moves = Copy moves
records-save-picture = Save picture
records-unsaved = Not saved
records-discard-question = Discard the changes?
records-discard-explained = The changes to this game are not saved.
records-discard-yes = Discard
records-untitled = New game

## Records: setting up

records-set-up = Set up
records-set-up-hint = Choose a piece and click the board, or drag pieces. The right button removes a piece.
records-set-up-hint-fingers = Choose a piece and tap the board, or drag pieces. Hold a finger on a piece to remove it.
records-eraser = Eraser
records-start-position = Start position
records-clear-board = Clear
records-legal-position = The position is legal
records-review-position = Review from here
records-use-position = Use this position

## Records: the move list

records-notation = Move notation
records-notation-of-language = Usual
records-notation-simplified = 炮二平五
records-notation-traditional = 馬８進７
records-notation-vietnamese = P2-5
records-tag-red = Red
records-tag-black = Black
records-tag-red-team = Red team
records-tag-black-team = Black team
records-tag-event = Competition
records-tag-site = Place
records-tag-date = Date
records-tag-round = Round
records-tag-opening = Opening
records-tag-annotator = Annotator
records-red-won = Red won
records-black-won = Black won
records-drawn = Draw
records-aborted = Aborted
records-format = Format
# $endings (text)
records-formats = The extension sets the format: { $endings }
# $parts (text)
records-pgn-would-lack = PGN would not hold { $parts }, so another format is proposed
# $count (number), $at (text), $why (text)
refused-games = { $count ->
        [one] 1 game cannot be read, { $at }: { $why }
       *[other] { $count } games cannot be read; the first, { $at }: { $why }
    }
# $count (number)
unlisted-games = The list is too long: { $count ->
        [one] 1 game is left out
       *[other] { $count } games are left out
    }
# $line (number)
at-line = line { $line }
# $offset (number)
at-offset = byte { $offset }
# $number (number), $side (text)
note-move = { $number } ({ $side })
# $number (number), $side (text)
note-move-in-variation = { $number } ({ $side }, in a variation)
# $which (text), $text (text), $at (text), $why (text)
note-illegal-move = Ends early: move { $which }, { $text }, is illegal ({ $at }): { $why }
note-unanswered-check = it does not answer the check
# $which (text), $text (text), $at (text), $why (text)
note-unreadable-move = Ends early: move { $which }, { $text }, cannot be read ({ $at }): { $why }
# $which (text), $text (text), $at (text)
note-pass = Move { $which }, { $text }, is a pass, which a record cannot hold; the rest of its line is kept as a comment ({ $at })
# $which (text), $text (text), $at (text)
note-other-battle = Ends early: the battle of move { $which }, { $text }, has another outcome ({ $at })
# $at (text)
note-detached = A variation or comment without its move is left out ({ $at })
# $encoding (text)
note-invalid-characters = Some characters are not valid { $encoding }
# $text (text), $at (text)
note-aside = "{ $text }" is no part of the game and was left out ({ $at })
# $name (text), $at (text)
note-unquoted = The tag { $name } was read without its usual quotes ({ $at })
# $name (text), $at (text)
note-damaged-field = The field { $name } is damaged and was left out; the rest of the game was kept ({ $at })
# $name (text), $at (text)
note-unclosed-field = The field { $name } does not end as it should; what it holds was kept ({ $at })
# $at (text)
note-unclosed-comment = A comment does not end; the rest of the game was read as its text ({ $at })
# $at (text)
note-unclosed-variation = A variation does not end; the rest of the game was read as a part of it ({ $at })
# $at (text)
note-completed-position = The start position lacks fields; the usual ones were added ({ $at })
# $at (text)
note-ranks-from-one = The ranks of the moves count from 1 ({ $at })
notation-malformed = this is not a move
notation-no-such-piece = there is no such piece
notation-ambiguous = several moves fit
omitted-moves = moves
omitted-variations = variations
omitted-comments = comments
omitted-comment-space = spaces in comments
omitted-comment-places = the place of comments
omitted-glyphs = assessments
omitted-marks = circles and arrows
omitted-times = move times
omitted-result = the result
omitted-result-reason = the reason for the result
# $name (text)
omitted-tag = "{ $name }"
omitted-characters = some characters
omitted-counters = the counters of the start position
omitted-long-text = the end of long texts
limit-nodes = A game has at most a million moves with its variations
limit-plies = A line has at most 10,000 half-moves
limit-comment = The comment is too long
limit-text = The comments of the game are too long
limit-tags = The game has too many tags
limit-marks = The position has too many marks
limit-glyphs = The move has too many assessments
fault-too-large = The file is too large
fault-unknown-format = This is not a game, a position or a list of moves in a known format
fault-western-chess = This is a record of Western chess, not of xiangqi
fault-no-game = There is no game in it
fault-too-many-games = The file has too many games
fault-too-many-notes = The file has too many faults
fault-invalid-tag = a tag is a name and a value in quotes, in brackets
fault-variation-without-move = a variation begins before the first move
fault-nested-too-deep = variations are nested too deep
# $why (text)
fault-formation = the formation is not legal: { $why }
# $square (text)
fault-two-pieces = two pieces stand on { $square }
fault-truncated = the file ends too early
# $version (number)
fault-version = version { $version } of this format is not known
fault-checksum = the checksum is wrong, so the file is damaged
fault-malformed = this is not valid in this format
# $at (text), $why (text)
unreadable-at = Cannot be read, { $at }: { $why }
# $path (text)
record-saved = Game saved to { $path }
# $path (text)
record-file-saved = Saved to { $path }
# $path (text), $parts (text)
record-saved-without = Game saved to { $path } without { $parts }
# $path (text)
record-picture-saved = Picture saved to { $path }
record-other-game = This format is for another game; choose another extension
record-not-a-collection = This format holds exactly one game
record-read-only = This format can only be read; choose another extension
record-no-name = Enter a file name
record-no-format = The extension of the file name belongs to no known format
record-nothing-to-paste = There is no text on the clipboard
record-during-game = Finish your game first
record-hidden = The layouts of this game are hidden, so it cannot be reviewed

## The analysis of a record

analysis-title = Analysis
analysis-analyse = Analyse
analysis-analyse-hint = Show the best lines of this position
analysis-whole-game = Whole game
analysis-whole-game-hint = Evaluate each position of the game and mark the mistakes
analysis-practise = Practise
analysis-practise-hint = Find better moves for yourself, or in a game of others for the side at the bottom
analysis-find-mistakes = Find my mistakes
analysis-engine = Engine
analysis-engine-hint = Threads, memory and the number of lines
analysis-options = Options
analysis-settings-hint = Memory and the number of lines
analysis-annotate = Annotate
analysis-annotate-hint = Add the better lines and assessments of all mistakes to the record
analysis-thinking = Thinking…
# $depth (number)
analysis-depth = depth { $depth }
# $depth (number), $speed (number)
analysis-depth-and-speed = depth { $depth } · { $speed } kN/s

## Analysis: options

analysis-options-title = Analysis engine
analysis-options-explained = With more threads and memory it searches deeper. Leave a core to other programs.
analysis-settings-explained = With more memory it searches deeper.
analysis-threads = Threads
analysis-memory = Memory
analysis-lines = Lines

## Analysis: learning from mistakes

analysis-checking = Checking your move…
analysis-wrong = There is a better move.
analysis-right = Good move!
analysis-try-again = Try again
analysis-solve = Show
analysis-no-mistakes-known = No mistakes of this side are known. Analyse the whole game first.
analysis-nothing-to-add = No mistakes are known. Analyse the whole game first.
analysis-nothing-to-retry = You can try again after a wrong move.
analysis-is-solved = The better move is shown already.
analysis-no-mistakes = No mistakes of this side are found.
analysis-only-inaccuracies = This side has played inaccuracies, and no mistakes.
analysis-none-found = No mistakes are found in this game.
analysis-no-more-mistakes = This was the last mistake.
# $all (number), $found (number)
analysis-practised = That was the last of { $all }. Better moves found at the first try: { $found }.
analysis-next-mistake = Next
analysis-end-practice = End
# $line (text)
analysis-inaccuracy = Inaccuracy. Better: { $line }
# $line (text)
analysis-mistake = Mistake. Better: { $line }
# $line (text)
analysis-blunder = Blunder. Better: { $line }
# $moves (number)
analysis-mate-red = +M{ $moves }
# $moves (number)
analysis-mate-black = −M{ $moves }
analysis-ruling-red = +ruling
analysis-ruling-black = −ruling
# $done (number), $all (number)
analysis-progress = { $done } of { $all }
# $place (number), $all (number), $played (text)
analysis-question = { $place } of { $all }: { $played } was a mistake. Find a better move.
# $line (text)
analysis-solution = Better: { $line }
# $mib (number)
analysis-mib = { $mib } MiB
# $gib (number)
analysis-gib = { $gib } GiB

## The coach in a game against the computer, and what was wrong with a move

coach-ask = What should the hint show?
coach-threat = Threat
coach-best-move = Best move
coach-why = Why?
coach-last-move = My last move
coach-no-last-move = You have not moved yet
coach-cost = Your last move cost a lot.
coach-fine = Your last move was good.
coach-unknown = The engine found no explanation.
coach-check = You are in check.
coach-no-threat = No threat of mate or of winning a piece now.
# $shown (text), $moves (number)
coach-threat-mate = The threat is { $shown }, mate in { $moves }.
# $shown (text), $piece (text)
coach-threat-wins = The threat is { $shown }, winning the { $piece }.
# $shown (text), $moves (number)
coach-allows-mate = This allows { $shown }, mate in { $moves }.
# $shown (text), $moves (number)
coach-misses-mate = This misses { $shown }, mate in { $moves }.
# $shown (text), $piece (text)
coach-hangs = The { $piece } is unprotected: { $shown }.
# $shown (text), $piece (text)
coach-exchange = A losing trade of the { $piece }: { $shown }.
# $shown (text), $piece (text)
coach-loses = This loses the { $piece }: { $shown }.
# $shown (text), $piece (text)
coach-misses-piece = This misses { $shown }, winning the { $piece }.
# $shown (text), $piece (text), $moves (number)
coach-loses-later = In { $moves } moves the { $piece } is lost: { $shown }.
# $shown (text), $piece (text)
coach-takes-protection = The { $piece } loses its protector: { $shown }.
# $shown (text), $piece (text)
coach-opens-line = A line opens to the { $piece }: { $shown }.
# $shown (text), $piece (text)
coach-lost-by-check = A check wins the { $piece }: { $shown }.
# $shown (text), $piece (text)
coach-lost-by-fork = A fork wins the { $piece }: { $shown }.
# $shown (text), $piece (text)
coach-lost-by-pin = A pin wins the { $piece }: { $shown }.
# $shown (text), $piece (text)
coach-lost-by-trap = The { $piece } is trapped: { $shown }.
# $shown (text)
coach-exposes-general = The general is exposed to checks: { $shown }.
# $shown (text), $piece (text)
coach-loses-tempo = This lets { $shown } chase the { $piece }.
# $shown (text), $piece (text)
coach-blocks = This blocks the { $piece }; better: { $shown }.
# $shown (text)
coach-misses-check = This misses a strong check: { $shown }.
# $shown (text), $piece (text)
coach-misses-attack = Better: { $shown } attacks the { $piece }.
# $shown (text), $piece (text)
coach-misses-exchange = Better: { $shown } takes the { $piece }.
# $shown (text), $piece (text)
coach-misses-activity = Better: { $shown } activates the { $piece }.
# $shown (text)
coach-better = There was a better move: { $shown }.

## Local: the entries of the first screen

local-short-computer = Alone
local-short-two = Two
local-short-join = Join
local-short-host = Host
local-short-review = Review
local-puzzles = Puzzles
local-puzzles-hint = Find the mate, one puzzle a day
local-short-puzzles = Puzzles
local-play-computer = Play the computer
local-play-computer-hint = Ten levels, with hints
local-two-here = Two at this screen
local-two-here-hint = Take turns on one board
local-join-hint = Play over the network
# $count (number)
local-servers-found = { $count ->
        [one] 1 found nearby
       *[other] { $count } found nearby
    }
local-host-title = Host one here
local-host-hint = Friends connect to you
local-review-hint = Records and your games
local-review-long = Open a record from a file or the clipboard, play it through, add variations and comments, and save it. Every game that you finish is kept in your library.

## Local: the choices

local-level = Level
local-side = You play
local-pieces = Pieces
local-handicap = Odds
local-board = Board
local-board-still = Stays
local-board-turns = Turns each move
local-begin = Start
local-begin-again = New game
local-continue-game = Continue
local-meanwhile-hint = You stay in the lobby: challenges appear below the board, and if you accept one, this game waits for you.
local-replaces-game = A new game replaces the one you left.
local-replace-left = Discard the unfinished game?
local-hidden-note = The board is covered between turns, so that neither of you sees the other's pieces.

## Local: names of players

local-player = Player
local-engine-player = Engine
local-first-player = Player-1
local-second-player = Player-2

## Local: at the table

local-menu = Menu
local-computer-thinks = thinking…
local-hint = Hint
local-hint-sought = Hint…
local-draw = Draw
local-draw-question = Offer the computer a draw? If it accepts, the game ends.
local-hand-over = Hand over
local-no-server = Against the computer
local-both-here = Two at this screen
local-quit-loses-game = The game is not over and cannot be saved. If you close the window, it is lost.
# $level (number)
local-computer = Computer { $level }
local-level-1 = First steps
local-level-2 = Beginner
local-level-3 = Novice
local-level-4 = Improver
local-level-5 = Intermediate
local-level-6 = Club player
local-level-7 = Strong club player
local-level-8 = Expert
local-level-9 = Master
local-level-10 = Grandmaster
# $level (number)
local-level-of = Level { $level }
# $level (number), $won (number), $games (number), $at (number)
local-suggested-level = Suggested: level { $level } (you won { $won } of { $games } at level { $at })
local-side-red = Red
local-side-black = Black
local-side-random = Random
local-handicap-none = None
local-handicap-two-moves = 2 moves
local-handicap-three-moves = 3 moves
local-handicap-horse = Horse
local-handicap-two-horses = 2 horses
local-handicap-rook = Rook
# $name (text)
local-hand-over-to = Hand the screen over to { $name }
# $offer (text), $side (text)
local-offer-to = { $offer }. { $side }, do you accept?
# $name (text), $side (text)
local-cover-player = { $name }, { $side }
# $name (text)
local-cover-explained = The board is covered. Only { $name } should look when it is shown.
# $name (text)
local-sit-down = I am { $name }: show the board

## The board of luzhanqi

table-tile-names = Names on tiles
table-own-half = Zoom in
table-whole-board = Whole board
table-zoom-hint = Show your half of the board larger, or all of it (Z)
table-material-values = Balance of material: rook 9, cannon 4½, horse 4, elephant 2, advisor 2, pawn 1
# $side (text), $lead (text)
table-side-is-ahead = { $side } is ahead: { $lead }
table-sides-are-level = Material is level
table-material = Material
table-material-explained = Which side has lost fewer pieces, and by how many

## The table while there is no connection

table-state-unknown = unknown
# $since (text)
table-cut-off-own-clock = No connection for { $since }; your clock may run on
# $since (text)
table-cut-off-opponents-clock = No connection for { $since }; your opponent's clock may run on
# $since (text)
table-cut-off-no-clock = No connection for { $since }

## The title of the window, and calls for attention

table-title-turn = Your turn
table-title-over = Game over
table-call-begins = The game begins
table-call-user = In the background
table-call-urgent = Highlight the window
table-call-notification = Notify on the desktop
table-call-permission = Your browser asks first whether this page may notify you.
table-call-refused = Your browser does not notify you of this page; you can turn that on in its settings
# $opponent (text)
table-against = against { $opponent }
# $red (text), $black (text)
table-title-watching = Watching { $red } – { $black }

## Sounds

table-sounds = Sounds
table-mute = Mute
table-unmute = Unmute

## External engines

engines-title = Engines
engines-explained = Any xiangqi engine that speaks UCI or UCCI can play and analyse.
engines-path = Program
engines-path-missing = Enter the path of the program
engines-path-hint = /path/to/engine
engines-options = Options
engines-options-hint = Hash=256; Threads=2
engines-add = Add
engines-save = Save
engines-checking = Starting the engine…
engines-new = New engine
engines-edit = Change
engines-remove = Remove
engines-full = The list is full. Remove an engine first.
engines-declared = Its other options, with their defaults. Click one to set it:
engines-rejected = Not used
# $name (text), $protocol (text)
engines-found-from-zero = { $name } · { $protocol } · ranks from 0
# $name (text), $protocol (text)
engines-found-from-one = { $name } · { $protocol } · ranks from 1

## Engines: choosing one

engines-engine = Engine
engines-own = Chuhe
engines-manage = Other…
engines-move-time = Per move
# $seconds (text)
engines-seconds = { $seconds } s
# $seconds (text)
engines-per-move = { $seconds } s a move

## Engines: failures

engines-retry = Try again
engines-use-own = Use Chuhe
# $name (text)
engines-not-found = There is no program { $name }
# $name (text)
engines-not-executable = { $name } is not executable
# $name (text)
engines-not-a-program = { $name } is not a program for this computer
# $name (text), $reason (text)
engines-cannot-start = { $name } does not start: { $reason }
# $name (text)
engines-not-an-engine = { $name } does not answer as an engine (UCI or UCCI)
# $name (text)
engines-other-game = { $name } does not play xiangqi
# $name (text)
engines-ended = { $name } has ended unexpectedly
# $name (text), $seconds (number)
engines-hung = { $name } has not answered for { $seconds } s
# $name (text), $text (text)
engines-nonsense = { $name } answered "{ $text }", which is not a move
# $name (text), $text (text)
engines-illegal-move = { $name } played { $text }, which is illegal
engines-removed = The engine of this game is no longer in the list
engines-own-fault = The computer finds no move because of a fault in the program
engines-no-thread = The computer cannot think: the system starts no more threads

## Settings

settings-page-general = General
settings-page-board = Board and pieces
settings-page-display = Display
settings-page-sounds = Sounds and calls
settings-page-server = Players
look-scale = Size
look-scale-automatic = Automatic
# $percent (number)
look-scale-now = Now { $percent }%. Ctrl + and Ctrl − change it, Ctrl 0 is automatic.
look-scale-keys = Ctrl + and Ctrl − change it, Ctrl 0 is automatic.
# $percent (number)
look-scale-now-fingers = Now { $percent }%.
# $percent (number)
look-scale-limited = This window has room for { $percent }%.
# $percent (number)
look-scale-board = With a board, at most { $percent }%.
look-board = Board
look-board-wood = Wood
look-board-baize = Green cloth
look-board-paper = Rice paper
look-board-note = The material also applies to the board of luzhanqi.
look-pieces = Pieces of xiangqi
look-pieces-traditional = Traditional characters
look-pieces-simplified = Simplified characters
look-pieces-western = Western figures
look-palette = Colours
look-palette-usual = Usual
look-palette-color-blind = Colour-blind safe
look-palette-high-contrast = High contrast
look-palette-usual-note = Green and gold.
look-palette-color-blind-note = Blue and orange. The sides also differ by their rings.
look-palette-high-contrast-note = Strong text and marks. The sides also differ by their rings.
look-motion = Animations
look-motion-system = As the system
look-motion-full = On
look-motion-reduced = Off
look-window = Window
look-switch-move-times = Time per move
look-switch-full-screen = Full screen (F11)
look-switch-full-screen-fingers = Full screen

## The pinyin composer

pinyin-on = 拼
pinyin-off = EN
pinyin-explained = Pinyin: type nihao for 你好. Ctrl+Space switches
pinyin-explained-fingers = Pinyin: type nihao for 你好

## Keys

keys-title = Keys
keys-hold = In fields the keys are letters. Shift+Tab goes back.
keys-board = Board: the arrows move the cursor, Enter picks and drops
keys-everywhere = Everywhere
keys-on-board = On the board
keys-at-table = At the table
keys-in-review = In a review
keys-in-chat = In the chat
keys-in-tournament = In a tournament
keys-in-results = In an organiser's list of boards
keys-list = this list
keys-rules = rules of the games
keys-next = next button or field
keys-larger = larger
keys-smaller = smaller
keys-automatic-scale = automatic size
keys-full-screen = full screen on and off
keys-cursor = move the cursor
keys-pick = pick a piece, drop it
keys-let-go = let go
keys-step = previous and next move
keys-ends = start and end
keys-enter-board = keyboard to the board
keys-zoom = own half in luzhanqi
keys-cancel = cancel
keys-variation = other variations
keys-play = play by itself
keys-delete = delete the variation
keys-undo = undo
keys-redo = redo
keys-save = save
keys-open = open a record
keys-tournament-page = page
keys-pair-next = pair the next round
keys-mark-board = choose a board
keys-type-result = Red won, draw, Black won, both absent
keys-pause = pause, continue
# $example (text)
keys-move-hint = Move, as { $example }
keys-no-move = no legal move begins so
keys-letters = letters, digits
keys-type-move = type a move
keys-right-button = right button
keys-draw = draw a circle or an arrow
keys-draw-in-record = circle or arrow in the record
keys-color-keys = + Shift / Alt / both
keys-draw-in-color = in red, blue, yellow
keys-clipboard = cut, copy, paste
keys-pinyin = pinyin on and off

## The text mode

## Words that begin a command, and words for pieces and choices, are separated by spaces: each is accepted.

console-verb-help = help ?
console-meaning-help = this list
console-verb-menu = menu
console-meaning-menu = menu: list what the screen offers; menu 3: do what is number 3; menu 3 TEXT: type into the field that is number 3
console-verb-connect = connect join
console-meaning-connect = connect HOST:PORT NAME joins a server
console-verb-password = password
console-meaning-password = password: asks for the password for the next connect, without showing it
console-type-password = Type the password. It is not shown.
console-password-alone = Type password alone. The next line is the password, and it is not shown.
console-no-password = No password was read.
console-verb-hall = hall
console-meaning-hall = hall NAME enters a hall of the server
# $name (text), $players (number), $capacity (number)
console-hall-line = { $name }: { $players } of { $capacity }
console-verb-computer = computer
console-meaning-computer = computer LEVEL GAME: play the computer, level 1 to 10
console-verb-continue = continue
console-meaning-continue = go on with the game that you left
console-verb-players = players who
console-meaning-players = who is online; with a part of a name, as in who bo, only those names
console-verb-more = more
console-meaning-more = the next page of who is online, where there are many
console-verb-challenge = challenge
console-meaning-challenge = challenge NAME GAME COLOUR TIME, as in: challenge Bo xiangqi red 10+5; between registered players also rated or unrated
console-verb-seek = seek
console-meaning-seek = seek GAME COLOUR TIME looks for an opponent, as in: seek xiangqi 10+5, or seek xiangqi luzhanqi 10+5 quick for either game at either time, and for registered players ±200 or anyone for the opponent's rating, and tell-me to be told later who would play; seek alone takes your last terms, or stops looking
# $terms (text)
console-seeking = You are looking for an opponent: { $terms }. Type seek again to stop.
# $name (text), $terms (text)
console-sought = { $name } wants a game: { $terms }. Type accept { $name } to play.
# $name (text), $terms (text)
console-sought-several = { $name } wants a game: { $terms }. Type accept { $name } for the first of these, or add the game or the time of another.
# $name (text), $terms (text)
console-sought-away = { $name } is offline and wants a game: { $terms }. Type accept { $name } to tell them that you would play.
# $name (text), $terms (text)
console-sought-idle = { $name } is here and wants a game: { $terms }. Type accept { $name } to ask them.
# $name (text), $terms (text)
console-answer-here = { $name } is here and would play you: { $terms }. Type accept { $name } to challenge them, or decline { $name }.
# $terms (text)
console-seek-kept = Others can still answer your search: { $terms }. Type seek to look again, or cancel to end it.
# $name (text)
console-not-sought = { $name } is not looking for this game.
# $times (text)
console-seek-times = Of several times, only one can be other than { $times }.
console-seek-computer = Nobody has come yet. Type computer to play the computer meanwhile; the search goes on.
# $game (text), $level (number)
console-seek-computer-level = Nobody has come yet. Type computer { $game } { $level } to play the computer meanwhile, at a level that fits your rating; the search goes on.
console-verb-challenges = challenges
console-meaning-challenges = the open challenges, and who looks for an opponent
console-verb-accept = accept
console-meaning-accept = accept a challenge; accept NAME GAME TIME plays somebody who wants several games or times, as in: accept Bo xiangqi 10+5
console-verb-decline = decline
console-meaning-decline = decline a challenge
console-verb-cancel = cancel
console-meaning-cancel = cancel your challenges, and stop looking for an opponent
console-verb-invite = invite
console-meaning-invite = invite GAME COLOUR TIME makes a link for a friend, as in: invite xiangqi red 10+5
console-verb-watch = watch
console-meaning-watch = watch NAME: watch this player's game
console-verb-profile = profile
console-meaning-profile = profile NAME: the ratings and games of a registered player; profile alone shows your own
console-verb-leaderboard = leaderboard top
console-meaning-leaderboard = leaderboard GAME SPEED: who has the highest rating, as in: leaderboard xiangqi fast
console-verb-board = board b
console-meaning-board = the board, row by row
console-verb-pieces = pieces
console-meaning-pieces = the board, piece by piece
console-verb-where = where
console-meaning-where = where HORSE, where E3, or where RAILWAY: a piece, a point, or a kind of station
console-verb-moves = moves
console-meaning-moves = the legal moves; moves C only those that begin so
console-verb-hint = hint
console-meaning-hint = hint: the computer recommends a move, in a game against it
console-verb-threat = threat
console-meaning-threat = threat: what your opponent threatens, in a game against the computer
console-verb-why = why
console-meaning-why = why: what was wrong with your last move, in a game against the computer
console-verb-rules = rules
console-meaning-rules = the rules of the game
console-verb-list = list
console-meaning-list = the moves played so far
console-verb-clock = clock time
console-meaning-clock = both clocks
console-verb-status = status
console-meaning-status = where you are and whose turn it is
console-verb-draw = draw
console-meaning-draw = offer a draw
console-verb-takeback = takeback undo
console-meaning-takeback = ask for a takeback
console-verb-rematch = rematch
console-meaning-rematch = ask for a rematch
console-verb-resign = resign abort
console-meaning-resign = resign, or abort before both have moved, after you confirm it
console-verb-claim = claim
console-meaning-claim = claim the game while your opponent is away
console-verb-yes = yes y
console-meaning-yes = answers a question or an offer: yes
console-verb-no = no n
console-meaning-no = answers a question or an offer: no
console-verb-say = say
console-meaning-say = say WORDS: chat
console-verb-shuffle = shuffle
console-meaning-shuffle = luzhanqi: a random layout
console-verb-swap = swap
console-meaning-swap = swap A1 B2: swap two pieces of your layout (on the cross board: swap G1 H1)
console-verb-ready = ready
console-meaning-ready = confirm your layout
console-verb-withdraw = withdraw
console-meaning-withdraw = withdraw your offer, or your layout
console-verb-language = language
console-meaning-language = language en, zh, zh-hant or vi
console-verb-leave = leave
console-meaning-leave = leave the game, or the server
console-verb-quit = quit exit
console-meaning-quit = end the program
console-verb-nearby = nearby
console-meaning-nearby = nearby: search for servers on your network
console-group-begin = To begin
console-group-lobby = In the lobby
console-group-set-up = While you set up your pieces
console-group-game = In a game
console-group-always = At any time
console-searching-nearby = Searching your network for servers.
# $name (text), $address (text)
console-nearby = Found nearby: { $name }. Type connect { $address } and your name.
console-welcome = Chuhe as lines of text. Type help for the commands.
console-unknown = I do not know this command. Type help for the commands.
# $word (text)
console-unknown-word = I do not understand "{ $word }" here.
console-not-here = This is not possible here.
console-nothing-left = You have left no game that could go on.
console-left-for-two = The game that you left is for two at this screen. Type menu to choose it.
console-nothing-asked = There is nothing to answer.
console-menu-gone = This is not offered now. Type menu for what is.
# $label (text)
console-menu-chosen = { $label } (chosen)
# $heading (text)
console-dialog = { $heading } Type menu for the answers.
# $name (text)
console-no-such-player = Nobody here is called { $name }.
console-no-challenges = No open challenges.
# $what (text)
console-withdrawn = Withdrawn: { $what }
# $server (text)
console-connecting-to = Connecting to { $server }.
# $server (text), $name (text)
console-joined = You are in the lobby of { $server } as { $name }.
console-camp = camp
console-headquarters = headquarters
console-railway = railway
console-left = You are no longer at the table.
console-not-connected = You are not connected to a server.
# $name (text)
console-review-kept = The review of { $name } is kept. Type menu to go on with it.
# $names (text)
console-online = Online: { $names }
# $names (text), $game (text)
console-is-playing = { $names }, playing { $game }
# $name (text), $game (text), $time (text), $color (text)
console-challenged = { $name } challenges you to { $game }, { $time }. Their colour: { $color }. Type accept or decline.
# $name (text), $game (text), $time (text)
console-challenging = You challenge { $name } to { $game }, { $time }.
# $link (text)
console-invitation = Send this link to a friend; whoever opens it first plays you: { $link }
console-invitation-here = The server is on this machine. If it listens at 127.0.0.1 only, as you joined it, the link works on this machine only.
# $name (text)
console-invited-as = Accept, and you play as { $name }
# $name (text), $ago (text)
console-invitation-waiting = Waiting for { $name } ({ $ago }). The game begins as soon as you are both here; cancel ends the wait.
# $name (text), $ago (text)
console-invitation-accepted = { $name } has accepted your invitation ({ $ago }). The game begins as soon as you are both here.
console-color-red = red
console-color-black = black
console-color-random = random
# $opponent (text), $game (text), $color (text), $time (text)
console-begins = Game against { $opponent }: { $game }, { $time }. You play { $color }.
# $red (text), $black (text)
console-watching = You watch { $red }, red, against { $black }, black.
# $plies (number)
console-resumed = { $plies ->
        [one] 1 half-move was played so far.
       *[other] { $plies } half-moves were played so far.
    }
# $first (text), $second (text)
console-set-up = Set up your pieces: board, shuffle, swap { $first } { $second }, then ready.
# $first (text), $second (text)
console-swapped = Swapped: { $first }, { $second }.
console-your-turn = Your move.
# $who (text), $notation (text), $piece (text), $from (text), $to (text)
console-moved = { $who }: { $notation }, { $piece } { $from } to { $to }
# $moved (text), $piece (text)
console-moved-captured = { $moved }, takes { $piece }
# $moved (text)
console-moved-check = { $moved }, check
# $offer (text)
console-answer-offer = { $offer }. Type yes or no.
# $question (text)
console-question = { $question } Type yes or no.
# $outcome (text), $reason (text)
console-over = { $outcome }. { $reason }. Type rematch or leave.
# $time (text)
console-low-time = Little time left: { $time }.
# $name (text), $line (text)
console-said = { $name } says: { $line }
# $row (text), $content (text)
console-row = Row { $row }: { $content }
console-empty = empty
# $piece (text)
console-none-left = There is no { $piece } on the board.
console-unknown-piece-red = red piece
console-unknown-piece-black = black piece
# $piece (text)
console-known-piece-red = red { $piece }
# $piece (text)
console-known-piece-black = black { $piece }
# $piece (text), $strength (text)
console-range-at-least = { $piece }, at least { $strength }
# $piece (text), $strength (text)
console-range-at-most = { $piece }, at most { $strength }
# $piece (text), $lowest (text), $highest (text)
console-range-between = { $piece }, from { $lowest } to { $highest }
# $piece (text), $strength (text)
console-range-only = { $piece }, surely { $strength }
# $piece (text)
console-has-moved = { $piece } that has moved, so neither a mine nor the flag
# $piece (text), $strength (text)
console-marked = { $piece }, which you marked as { $strength }
# $count (number), $moves (text)
console-legal-moves = { $count } legal: { $moves }
# $clock (text)
console-clock-running = { $clock }, running
console-game-left = You have left a game. Type continue to go on with it, or the command again to drop it.
console-trust-changed = Compare the fingerprint with the server's owner before you type yes to trust it, or no.
console-wins-unclaimed = Type claim to end the game.
console-piece-king-red = red general
console-piece-king-black = black general
console-kind-king = general king k
console-piece-advisor-red = red advisor
console-piece-advisor-black = black advisor
console-kind-advisor = advisor guard a
console-piece-elephant-red = red elephant
console-piece-elephant-black = black elephant
console-kind-elephant = elephant bishop e b
console-piece-horse-red = red horse
console-piece-horse-black = black horse
console-kind-horse = horse knight h n
console-piece-rook-red = red rook
console-piece-rook-black = black rook
console-kind-rook = rook chariot r
console-piece-cannon-red = red cannon
console-piece-cannon-black = black cannon
console-kind-cannon = cannon c
console-piece-pawn-red = red pawn
console-piece-pawn-black = black pawn
console-kind-pawn = pawn soldier p
console-word-xiangqi = xiangqi chess
console-word-luzhanqi = luzhanqi
console-word-cross = luzhanqi-cross
console-word-cross-board = cross
console-word-rated = rated
console-word-unrated = unrated
console-word-anyone = anyone
console-word-tell-me = tell-me
console-word-red = red
console-word-black = black
console-word-random = random
console-word-untimed = untimed

## The mirror for screen readers

mirror-play = Play this move
# $example (text)
mirror-swap = Stations to swap, as { $example }
mirror-swap-now = Swap
# $name (text)
mirror-about = About { $name }
mirror-phrases = Ready-made phrases
mirror-any = Any
mirror-result = Result
mirror-side-to-move = Side to move
mirror-squares = Squares for the chosen piece or the eraser, as e3 c4
mirror-use-tool = Put there
# The second line says what the keys do.
mirror-entrance =
    Text version of this screen
    Enter opens it, Tab goes to the picture, Escape goes from the text to the picture

# The page in a browser, before the program runs. scripts/web takes these texts.
page-loading = Loading …
page-no-script = This page needs JavaScript. Please turn it on in the settings of your browser.
page-again = Load the page again
page-continue = Play anyway
page-retry = Try again
page-alone = Play without the server
page-no-webassembly = This browser is too old: it cannot run WebAssembly. Please update it, or use another browser.
page-no-webgl = This browser does not draw with WebGL. Please turn on hardware acceleration in its settings, or use another browser.
page-no-storage = This browser keeps no data of this page. You can play, but settings and games are forgotten when you close it.
page-full-storage = The browser has no more space for this page. You can play, but new settings and games are not kept. To make space, delete games in the library.
page-no-answer = The server does not answer. Please check your network.
page-no-program = A part of the program is missing on the server.
page-failed = The program has stopped because of an error. Load the page again: games on a server go on, and you return to your seat.
page-unreadable = A part of the program did not understand another. If something does not go on, please load the page again: games on a server go on, and you return to your seat.
page-old = The server has a newer version. The page is loaded again …
page-is-old = The server has a newer version. Please load the page again to get it.
page-still-old = This page does not fit the version of the server, and loading it again has not helped. Please try again in a minute.
page-no-websocket = This browser has no WebSocket, so it cannot play with people over the network. You can play against the computer, play for two at this screen, and review games.
page-blocked = The server answers, but the connection for playing (WebSocket) does not get through: a proxy or a firewall may block it, or the server is slow or full. Without it, you can play against the computer, play for two at this screen, and review games.
# $name (text), $game (text)
page-card-title = { $name } invites you to play: { $game }
page-card-description = Open the link and play at once, in the browser. Nothing to install, no account.

## Lessons

learn-title = Learn the game
learn-hint = Short lessons, move by move
learn-short = Learn
learn-newcomer = New to the game? Learn it
learn-explained = Every lesson takes a minute or two. Do them in any order.
learn-done = done
learn-begin = Begin
learn-again = Again
learn-next = Next
learn-next-lesson = Next lesson
learn-list = All lessons
learn-play = Play the computer at level 1
learn-right = Right!
learn-goal-stars = Take the stars.
learn-goal-moves = Find the right move.
learn-goal-legal = Play a move that is allowed.
learn-goal-check = Give check.
learn-goal-mate = Checkmate in one move.
learn-goal-stalemate = Leave your opponent without a move, but not in check.
learn-goal-lasting = Play a move after which you do not lose.
learn-goal-capture = Win a battle: remove a piece and keep yours.
learn-goal-swap = Swap the places of the two pieces.
learn-goal-mark = What is the marked piece?
learn-not-the-stars = Take only what bears a star, and leave the general alone for now
learn-other = That is allowed, but it is not what is asked for
learn-no-check = That gives no check
learn-no-mate = Check, but there is a way out: see the arrow
learn-can-move = Your opponent can still move: see the arrow
learn-repeats = The position would stand for the third time. You gave check with every move, so you would lose
learn-no-battle = That attacks nothing
learn-loses = Your piece would be removed: the other is stronger
learn-both-fall = Both pieces would be removed
learn-not-a-slot = That is no free place for your set-up
learn-other-mark = What you know speaks against it
# $example (text)
learn-typed = Move, such as { $example }
# $piece (text)
learn-place = Put this piece where it may start: { $piece }.
# $number (number), $of (number)
learn-step = Step { $number } of { $of }
# $done (number), $of (number)
learn-progress = { $done } of { $of } lessons done
guess-begin = Guess
guess-begin-hint = Guess the moves of this game one by one, from the shown position on
guess-title = Guess the move
guess-judging = Judging your move…
guess-go-on = This is what was played.
guess-done = That was the last move.
guess-next = Next move
guess-again = Begin again
guess-show = Show it
guess-show-hint = Shows what was played; it earns no points
guess-leave = Back to the record
guess-guess-first = Guess the move first, or have it shown
guess-nothing-to-show = The move is on the board already
guess-sides = Guess for
guess-both = Both sides
guess-no-guesses = You have guessed no move.
guess-grade-hit = as in the game
guess-grade-mirrored = the mirror image of the move of the game
guess-grade-best = the engine's first choice
guess-grade-good = as good as the best
guess-grade-as-game = as good as the move of the game
guess-grade-fair = a little worse
guess-grade-inaccuracy = inaccurate
guess-grade-mistake = a mistake
guess-grade-shown = the move was shown
guess-grade-unjudged = the engine did not judge it, so it does not count
# $number (number), $of (number)
guess-place = Move { $number } of { $of }
# $points (number), $most (number)
guess-points = { $points } of { $most } points
# $side (text)
guess-task = { $side } to move. What was played?
# $points (number)
guess-worth = { $points ->
        [one] 1 point
       *[other] { $points } points
    }
# $written (text)
guess-tried = Your move: { $written }
# $written (text), $percent (number)
guess-tried-loses = Your move: { $written }, which gives away { $percent } % of a win
# $written (text)
guess-played = Played: { $written }
# $written (text)
guess-best = The engine's first choice: { $written }
# $guesses (number), $hits (number), $points (number), $most (number)
guess-summary = Moves: { $guesses } · as in the game: { $hits } · { $points } of { $most } points
# $number (number), $written (text), $percent (number)
guess-look = Move { $number }: { $written }, −{ $percent } %
# $example (text)
guess-typed = Move, such as { $example }
guess-live-hint = Choose a move on the board before it is played. You get points when it comes, and nobody else sees them.
guess-live-end = Stop guessing
# $side (text)
guess-live-task = { $side } to move. What will be played?
guess-live-waits = it can be changed until the move comes
guess-live-choose = Guess this move
puzzle-explained = Find the shortest mate. The first attempt at a puzzle counts for your rating; what you miss comes back later.
puzzle-today = Today's puzzle
puzzle-done = solved
puzzle-next = Next puzzle
puzzle-again = Begin again
puzzle-leave = Back
puzzle-hint = Hint
puzzle-hint-piece = Which piece?
puzzle-show = Show the move
puzzle-counts = The puzzle then counts as not solved
puzzle-marked = Move the marked piece
puzzle-right = Right! Go on.
puzzle-solved = Solved!
puzzle-shown-move = The move was shown. Go on.
puzzle-shown = That is the mate. Try the puzzle again another day.
puzzle-not-check = Every move must give check here
puzzle-undecided = This takes too long to judge: try another move
puzzle-thinking = Checking the move…
# $number (number)
puzzle-number = Puzzle { $number }
# $side (text), $moves (number)
puzzle-task = { $side } to move. Mate in { $moves }.
# $side (text), $moves (number)
puzzle-task-checks = { $side } to move. Mate in { $moves }; every move gives check.
# $number (number)
puzzle-difficulty = Difficulty { $number }
# $names (text)
puzzle-theme = Theme: { $names }
# $moves (number)
puzzle-longer = This wins too, in { $moves } moves, but there is a shorter way
# $played (text)
puzzle-wrong = { $played } does not mate in time
# $played (text), $reply (text)
puzzle-wrong-reply = After { $played }, { $reply } prevents the mate in time
# $rating (number)
puzzle-rating = Your puzzle rating: { $rating }
# $before (number), $after (number)
puzzle-rated = Puzzle rating: { $before } → { $after }
# $days (number)
puzzle-streak = { $days ->
        [one] 1 day in a row
       *[other] { $days } days in a row
    }
# $solved (number), $of (number)
puzzle-progress = { $solved } of { $of } puzzles solved
# $puzzles (number)
puzzle-due = { $puzzles ->
        [one] 1 puzzle to repeat today
       *[other] { $puzzles } puzzles to repeat today
    }
# $example (text)
puzzle-typed = Move, such as { $example }
puzzle-mistake = Your mistake
puzzle-mend = My mistakes
puzzle-mend-hint = Find better moves than in your own games. They come from games that you have analysed in the review
puzzle-mend-show = Show it
puzzle-mend-next = Next mistake
puzzle-mend-counts = The mistake then comes back tomorrow
puzzle-mend-shown = A good move is on the board already
puzzle-mend-same = That is what you played. Look for something better
puzzle-mend-unjudged = The engine could not judge this
# $open (number), $due (number)
puzzle-mistakes = Own mistakes: { $open } · to repeat today: { $due }
# $side (text), $written (text)
puzzle-mend-task = { $side } to move. You played { $written }: find a better move.
# $written (text)
puzzle-mend-right = Right! { $written } is as good as the best move
# $written (text)
puzzle-mend-wrong = { $written } is not good enough. Try another move
# $written (text)
puzzle-mend-best = The best move was { $written }
puzzle-flags = Take the flag
puzzle-flags-explained = Luzhanqi: find the move that takes the flag for certain, whatever the hidden pieces are.
# $number (number)
puzzle-flag-number = Flag { $number }
# $moves (number)
puzzle-flags-in = { $moves ->
        [one] In 1 move
       *[other] In { $moves } moves
    }
# $side (text), $moves (number)
puzzle-flag-task = { $moves ->
        [one] { $side } to move. Take the flag for certain with this move.
       *[other] { $side } to move. Take the flag for certain within { $moves } moves.
    }
# $side (text), $pieces (text)
puzzle-flag-left = { $side } has left: { $pieces }
# $place (text)
puzzle-flag-moved = { $place }: has moved
# $place (text), $piece (text)
puzzle-flag-took = { $place }: has attacked your { $piece } and taken it
# $place (text), $piece (text)
puzzle-flag-held = { $place }: your { $piece } attacked it and fell
# $played (text), $piece (text)
puzzle-flag-stands = { $played } is not certain; the piece there may be: { $piece }
# $played (text), $reply (text)
puzzle-flag-reply = { $played } is not certain: if the pieces stand like this, { $reply } prevents it
# $played (text)
puzzle-flag-late = { $played } does not take the flag in time
# $played (text)
puzzle-flag-unsure = { $played } is not certain: you could not know that the pieces stand like this
puzzle-theme-double-cannon = Double cannon
puzzle-theme-cannon-behind-horse = Cannon behind horse
puzzle-theme-smothered = Smothered palace
puzzle-theme-crouching-horse = Crouching horse
puzzle-theme-palace-corner-horse = Palace-corner horse
puzzle-theme-angler-horse = Angler horse
puzzle-theme-octagon-horse = Octagon horse
puzzle-theme-two-rooks = Alternating rooks
puzzle-theme-iron-bolt = Iron bolt
puzzle-theme-facing-generals = Facing generals
puzzle-theme-double-check = Double check
puzzle-theme-stalemate = Stalemate
puzzle-theme-heart-pierce = Piercing the heart
endgame-title = Endgames
endgame-explained = Play known endgames against the engine, and keep the result of the books: win the won ones, hold the drawn ones.
endgame-puzzles = Back to the puzzles
endgame-won = To win
endgame-drawn = To hold
endgame-done = mastered
endgame-next = Next endgame
endgame-thinking = The engine is thinking…
endgame-no-reply = The engine could not reply. Try your move again
endgame-verdict-win = The books: a win
endgame-verdict-draw = The books: a draw
# $solved (number), $of (number)
endgame-progress = { $solved } of { $of } endgames mastered
# $side (text)
endgame-task-win = { $side } to move. Win.
# $side (text), $moves (number)
endgame-task-hold = { $side } to move. Hold the draw: do not lose within { $moves } moves.
# $reason (text)
endgame-kept = Mastered! { $reason }
# $moves (number)
endgame-held = Mastered! You have held the draw for { $moves } moves
# $reason (text)
endgame-lost = The result is lost. { $reason }
# $attacker (text), $defender (text)
endgame-against = { $attacker } – { $defender }
endgame-bare = bare general
endgame-guards = full defence
# $count (number)
endgame-kind-king = { $count ->
        [one] general
       *[other] { $count } generals
    }
# $count (number)
endgame-kind-advisor = { $count ->
        [one] advisor
       *[other] { $count } advisors
    }
# $count (number)
endgame-kind-elephant = { $count ->
        [one] elephant
       *[other] { $count } elephants
    }
# $count (number)
endgame-kind-horse = { $count ->
        [one] horse
       *[other] { $count } horses
    }
# $count (number)
endgame-kind-rook = { $count ->
        [one] rook
       *[other] { $count } rooks
    }
# $count (number)
endgame-kind-cannon = { $count ->
        [one] cannon
       *[other] { $count } cannons
    }
# $count (number)
endgame-kind-pawn = { $count ->
        [one] pawn
       *[other] { $count } pawns
    }

## Tournaments in the lobby
tournaments = Tournaments
# $open (number): how many are open
tournaments-open = Tournaments ({ $open })
tournaments-hint = Tournaments of this server: enter one, follow one, or plan your own
back-to-tournament = Back to the tournament

## Tournaments
evening-none = No tournaments yet. Plan one, or type the code that an organiser gave you.
evening-plan = Plan a tournament
evening-plan-guest = Register your name to list a tournament in the lobby.
evening-code = Code or link
evening-code-open = Open
evening-back-to-list = All tournaments
evening-back-to-lobby = Back to the lobby
# $players (number)
evening-players-count = { $players ->
        [one] 1 player
       *[other] { $players } players
    }
evening-stage-entry = Entries open
# $round (number), $rounds (number)
evening-stage-round-of = Round { $round } of { $rounds }
evening-stage-ended = Over
evening-you-play = You play
evening-you-organise = You organise
# $minutes (number)
evening-begins-in = Begins in { $minutes } min
# $when (text)
evening-begins-at = Begins { $when }
evening-begins-by-hand = The organiser begins it

## The systems
evening-system = System
evening-system-swiss = Swiss
evening-system-round-robin = Round robin
evening-system-knock-out = Knock-out
evening-system-arena = Arena
evening-system-team-match = Team match
evening-swiss-explained = Players with similar points meet, and nobody meets twice.
evening-round-robin-explained = Everyone plays everyone.
evening-knock-out-explained = The loser is out.
evening-arena-explained = Whoever waits is paired, until the organiser ends it.
evening-team-match-explained = Two teams meet board by board. The club of a player is the team.

## The plan
evening-plan-send = Plan it
evening-title = Title
evening-title-example = Friday evening
evening-void-below-half = Games of players who leave before half of them count for nobody
evening-level = Who advances from a match that stays level
evening-level-better-seed = The better number
evening-level-black = Black of the last game
evening-level-lot = By lot
evening-streaks = Double points after two wins in a row
evening-decider = One more game on a level board
evening-decider-none = None
evening-decider-red = A draw is a win of Red
evening-decider-black = A draw is a win of Black
evening-clock = Clock
evening-pace = Next round
evening-pace-by-hand = When I say so
evening-pace-after-all = After a break
evening-pace-slots = At fixed intervals
evening-start = Beginning
evening-start-by-hand = When I say so
# $minutes (number)
evening-start-in = In { $minutes } min
evening-check-in = Only players who check in are paired
evening-public = Listed in the lobby
evening-numbering = Starting numbers
evening-numbering-entry = In order of entry
evening-numbering-rating = By rating
evening-numbering-lot = By lot
evening-absence = Out after absences
evening-absence-never = Never
evening-tie-breaks = Order of equal points
# $name (text)
evening-tie-break-up = Move up: { $name }
# $least (number), $most (number)
evening-number-fault = A number from { $least } to { $most }
evening-tie-break-opponents-score = Opponents' score
evening-tie-break-opponents-score-short = Opp.
evening-tie-break-cumulative = Cumulative score
evening-tie-break-cumulative-short = Cum.
evening-tie-break-wins = Wins
evening-tie-break-wins-short = Wins
evening-tie-break-wins-as-second = Wins as second player
evening-tie-break-wins-as-second-short = W 2nd
evening-tie-break-games-as-second = Games as second player
evening-tie-break-games-as-second-short = G 2nd
evening-tie-break-direct-encounter = Direct encounter
evening-tie-break-direct-encounter-short = Direct
evening-tie-break-sonneborn-berger = Sonneborn-Berger
evening-tie-break-sonneborn-berger-short = SB
evening-tie-break-fouls = Fewer fouls
evening-tie-break-fouls-short = Fouls
evening-tie-break-drop-rounds = Points without the last rounds
evening-tie-break-drop-rounds-short = Drop
evening-tie-break-earlier-finish = Earlier last result
evening-tie-break-earlier-finish-short = Time

## The pages of a tournament
evening-page-round = Round
evening-page-standings = Standings
evening-page-players = Players
evening-page-log = Log
evening-page-organise = Organise
evening-wall = Wall view
evening-wall-hint = The whole window in large letters, for a projector
evening-wall-end = End the wall view
evening-wall-next = Next page
evening-boards = Watch the boards
evening-boards-hint = The leading boards side by side, as they are played
# $first (number), $last (number), $all (number)
evening-boards-shown = Boards { $first }–{ $last } of { $all }
# $board (number), $all (number)
evening-boards-one = Board { $board } of { $all }
evening-boards-none = No board is played on the server now.
evening-boards-earlier = Boards before
evening-boards-later = Boards after
evening-boards-over = The game is over
# $written (text)
evening-boards-last = last move { $written }
evening-link = Link
evening-copy = Copy the link
evening-qr = QR code
evening-qr-explained = Scan it to open the tournament.
# $code (text)
evening-code-is = Code { $code }
# $names (text)
evening-organised-by = Organised by { $names }

## The user's own part
evening-enter = Enter
evening-enter-late = Enter late
evening-club = Club or team
evening-club-example = may stay empty
evening-check-me-in = I am here
evening-withdraw = Withdraw
evening-play-again = Play again
evening-watch = Watch
evening-you-entered = You have entered.
evening-you-are-checked-in = You are checked in.
evening-you-entered-check-in = You have entered. Say that you are here before it begins.
evening-you-watch = You are watching; entries are closed.
evening-may-enter = You can enter.
# $board (text), $opponent (text)
evening-you-red = Board { $board }: you have Red against { $opponent }
# $board (text), $opponent (text)
evening-you-black = Board { $board }: you have Black against { $opponent }
evening-you-bye = You have the bye this round.
evening-you-wait = You wait for an opponent.
evening-you-eliminated = You are out: you have lost your match.
evening-you-are-done = You have played as many games as one player may.
evening-own-sheet = My games
# $time (text)
evening-object-until = You can object to the result for { $time } more.
# $place (number), $points (number)
evening-own-standing = Place { $place } · Points { $points }
# $points (number), $games (number), $least (number)
evening-arena-unplaced = Points { $points } · { $games } of { $least } games needed for a place
# $time (text)
evening-next-in = Next round in { $time }
# $time (text)
evening-arena-next-in = Next pairing in { $time }
# $time (text)
evening-first-in = Begins in { $time }
evening-next-by-hand = The organiser begins the next round.
evening-played-out = All rounds are played; the organiser ends the tournament.
# $running (number)
evening-games-running = { $running ->
        [one] 1 board has no result yet
       *[other] { $running } boards have no result yet
    }
# $time (text)
evening-late-you = Sit down: you lose in { $time }
# $time (text)
evening-late-opponent = Your opponent is not here: they lose in { $time }

## Boards
# $round (number)
evening-round = Round { $round }
# $round (number)
evening-arena-round = Pairing { $round }
evening-earlier-round = Previous round
evening-later-round = Following round
evening-arena-earlier = Earlier pairing
evening-arena-later = Later pairing
evening-no-round = The first round is not paired yet.
evening-arena-no-round = Nobody is paired yet.
evening-board = Board
evening-red = Red
evening-black = Black
evening-result = Result
evening-bye = Bye
evening-board-playing = Playing
evening-board-waiting = Waiting
# $name (text), $time (text)
evening-board-late = { $name } is not here ({ $time })
# $time (text)
evening-board-both-late = Neither is here ({ $time })
evening-board-wooden = Real board
# $win (number), $loss (number)
evening-result-red = 1–0
# $draw (number)
evening-result-draw = ½–½
# $win (number), $loss (number)
evening-result-black = 0–1
evening-result-forfeit-red = + –
evening-result-forfeit-black = – +
evening-result-forfeit-both = – –
evening-objected = Objection
# $board (number)
evening-why-board = Why board { $board } is paired like this
evening-object = Object to the result
evening-object-words = What was wrong
evening-object-send = Object

## Why a pair meets
# $first (number), $second (number), $group (number), $points (number)
evening-meeting-same-points = Both have { $points } points: places { $first } and { $second } of the { $group } with these points.
# $name (text), $difference (number)
evening-meeting-floats = { $name } has { $difference } more and floats down: the group was odd, or had no other opponent.
# $name (text)
evening-meeting-bye = { $name } has the bye: nobody with fewer points may have it.
evening-meeting-table = The table of the system has this pair in this round.
evening-meeting-waiting = Both waited.
evening-meeting-by-hand = The organiser decided.
evening-colours-table = The table says who has which side.
evening-colours-boards = Nobody had played: boards alternate, and a lot decided the first.
# $name (text)
evening-colours-due-red = { $name } was due Red.
# $name (text)
evening-colours-due-black = { $name } was due Black.
evening-colours-exchanged = Both were due the same side: they exchanged the sides of the last round in which they differed.
# $criterion (text)
evening-costs = Unavoidable: { $criterion }
evening-criterion-forbidden = a pair that no rule allows
evening-criterion-second-meetings = a second meeting
evening-criterion-second-byes = a second bye
evening-criterion-third-colours = the same side three times in a row
evening-criterion-bye-points = a bye for a player with more points
evening-criterion-points-difference = pairs with different points
evening-criterion-repeated-floats = floating the same way again
evening-criterion-same-club = a pair of one club
evening-criterion-strong-colours = a side that does not balance
evening-criterion-mild-colours = a side that does not alternate
evening-criterion-bye-place = a bye far from the last place
evening-criterion-order = the order within a group
# $one (text), $other (text)
evening-why-not = Why not { $one } – { $other }?
# $name (text)
evening-why-no-bye = Why does { $name } not have the bye?
evening-why-not-me = Why not against me?
evening-why-not-they-meet = They do meet.
# $name (text)
evening-why-not-is-bye = { $name } has the bye.
evening-why-not-no-pairing = No pairing is possible now.
# $name (text)
evening-why-not-away = { $name } does not take part in the round.
evening-why-not-same = That is one player.
# $round (number)
evening-why-not-have-met = They met in round { $round }.
evening-why-not-had-bye = They have had points without a game.
evening-why-not-even = The number of players is even: nobody has the bye.
# $round (number)
evening-why-not-table = The table has them in round { $round }.
evening-why-not-table-none = The table does not have them yet.
evening-why-not-stuck = The others could not be paired then without a second meeting.
# $criterion (text), $chosen (number), $instead (number)
evening-why-not-costs = The round would be worse in this: { $criterion } ({ $instead } instead of { $chosen }).
evening-why-not-equal = It would be as good; the starting numbers decided.
# $pairs (text)
evening-why-not-changes = The pairs then: { $pairs }

## Standings and the sheet of a player
evening-place = Place
evening-name = Name
evening-points-short = Points
evening-games-short = Games
evening-no-standings = Nobody has played yet.
evening-standings-final = Final standings
# $round (number)
evening-standings-after = Standings after round { $round }
# $round (number)
evening-standings-in = Standings during round { $round }
evening-standings-now = Standings so far
# $name (text), $points (number)
evening-below-points = Below { $name } by points ({ $points } fewer).
# $name (text), $tie_break (text)
evening-below-tie-break = Level with { $name }, and behind by: { $tie_break }.
# $name (text)
evening-below-stage = Below { $name }, who came further or has played enough games.
# $name (text)
evening-below-nothing = Level with { $name } in everything: a shared place.
evening-below-first = Nobody is above.
# $tie_break (text), $value (text), $parts (text): the parts are a sum
evening-breakdown = { $tie_break }: { $value } = { $parts }
# $tie_break (text), $value (text)
evening-breakdown-alone = { $tie_break }: { $value }
evening-does-not-apply = does not apply
evening-score-win = Won
evening-score-draw = Drawn
evening-score-loss = Lost
evening-score-forfeit-win = Won by absence
evening-score-forfeit-loss = Absent
evening-score-running = Playing
evening-score-bye = Bye
evening-score-excused = Excused
evening-score-late = Not entered yet
evening-score-unpaired = Not paired
evening-score-void = Counts for nobody
# $fouls (number)
evening-fouls = { $fouls ->
        [one] 1 foul
       *[other] { $fouls } fouls
    }

## Players
evening-no-players = Nobody has entered yet.
evening-rating = Rating
evening-state = State
evening-player-here = Here
evening-player-away = Away
evening-player-checked-in = Checked in
evening-player-not-checked-in = Not checked in
evening-player-missing = Missing at the start
evening-player-withdrawn = Withdrawn
evening-player-out = Out for absences
evening-player-wooden = Real board

## Tournaments: the log
evening-log-empty = Nothing has happened yet.
evening-log-organiser = Organiser
# $name (text)
evening-log-entered = { $name } entered.
# $name (text)
evening-log-entered-late = { $name } entered late.
# $name (text)
evening-log-checked-in = { $name } checked in.
# $name (text)
evening-log-withdrew = { $name } withdrew.
# $name (text)
evening-log-returned = { $name } plays again.
# $name (text), $round (number)
evening-log-excused = { $name } is excused from round { $round }.
evening-log-started = The tournament began.
# $turn (text), $boards (number)
evening-log-paired = { $turn }: { $boards ->
        [one] 1 board paired
       *[other] { $boards } boards paired
    }.
# $turn (text), $why (text)
evening-log-paired-by-hand = { $turn } was made by hand: { $why }
# $turn (text), $why (text)
evening-log-repaired = { $turn }: players were exchanged: { $why }
# $place (text), $winner (text), $loser (text)
evening-log-won = { $place }: { $winner } beat { $loser }.
# $place (text), $red (text), $black (text)
evening-log-drawn = { $place }: { $red } and { $black } drew.
# $place (text), $name (text)
evening-log-forfeited = { $place }: { $name } did not appear.
# $place (text)
evening-log-forfeited-both = { $place }: neither appeared.
# $place (text), $name (text)
evening-log-fouled = { $place }: a foul by { $name }.
# $place (text), $result (text), $why (text)
evening-log-corrected = { $place } was corrected to { $result }: { $why }
# $turn (text), $why (text)
evening-log-annulled = { $turn } was annulled: { $why }
# $why (text)
evening-log-conceded-meetings = Second meetings are allowed: { $why }
# $why (text)
evening-log-conceded-byes = Second byes are allowed: { $why }
evening-log-ended = The tournament ended.
# $what (text), $why (text)
evening-log-undone = Undone: "{ $what }" ({ $why })
# $what (text)
evening-log-void = { $what } (undone)
evening-undo = Undo

## Organise
evening-all-well = Nothing needs you.
evening-problems = To do
# $place (text), $name (text), $words (text)
evening-problem-objection = { $place }: { $name } objects: "{ $words }"
evening-problem-confirm = Confirm the result
evening-problem-correct = Correct it
# $board (text), $name (text), $time (text)
evening-problem-late = Board { $board }: { $name } is late ({ $time })
# $board (text), $time (text)
evening-problem-both-late = Board { $board }: neither is here ({ $time })
# $count (number), $names (text)
evening-problem-away = { $count ->
        [one] 1 player is away: { $names }
       *[other] { $count } players are away: { $names }
    }
# $boards (number)
evening-late-boards = { $boards ->
        [one] Players are late at 1 board.
       *[other] Players are late at { $boards } boards.
    }
evening-problem-no-pairing = The rules allow no pairing of all players.
# $players (number)
evening-problem-too-few = Too few players: { $players }
evening-problem-decided = Everything is decided: end the tournament.
evening-problem-wait = Nobody who waits can be paired yet.
# $names (text)
evening-problem-met-everyone = Have met everyone: { $names }
evening-problem-everyone-had-bye = Everyone has had the bye.
evening-concede-second-meetings = Allow second meetings
evening-concede-second-byes = Allow second byes
# $name (text)
evening-remedy-excuse = Excuse { $name } from the round
evening-remedy-end = End the tournament now
evening-begin = Begin the tournament
evening-pair-next = Pair the next round
evening-end = End the tournament
evening-annul = Annul the round
evening-results = Results
# $board (text), $red (text), $black (text)
evening-enter-result = Board { $board }: { $red } (Red) – { $black } (Black)
evening-set-red = Red won
evening-set-draw = Draw
evening-set-black = Black won
evening-set-absent-red = Red absent
evening-set-absent-black = Black absent
evening-set-absent-both = Both absent
evening-foul-red = Foul by Red
evening-foul-black = Foul by Black
evening-exchange = Exchange players
evening-reason = Reason, which everyone can read
evening-reason-missing = Type the reason first.
evening-entries = Entries
evening-paste = Players, one a line: name, club, rating
evening-paste-example = Wang Wei, Riverside, 1650
evening-paste-send = Add players…
# $players (number)
evening-paste-count = Enter { $players ->
        [one] 1 player
       *[other] { $players } players
    }
evening-excuse = Excuse from the next round
evening-allow-return = Let them play
evening-withdraw-player = Withdraw this player
evening-check-in-player = Check in
evening-appoint = Make an organiser
evening-appoint-name = Registered player
evening-appoint-already = Already an organiser
evening-appoint-computer = Computer players do not organise
# $present (number)
evening-few-checked-in = Only players who check in are paired, and at least two are needed; { $present ->
        [one] 1 has checked in
       *[other] { $present } have checked in
    }.
evening-sure-end = End the tournament? The standings are final then.
evening-sure-end-arena = End the arena now? The standings are final then, and games that run count for nobody.
evening-cancel = Cancel the tournament
evening-sure-cancel = Cancel the tournament? Everyone who has entered is told.
evening-enter-computers = Add computer players
# $count (number): the computer players that are free
evening-computers-free = { $count } free
evening-result-ends = The game runs on the server: a result ends it.
# $players (number)
evening-computers-entered = { $players ->
        [one] 1 computer player
       *[other] { $players } computer players
    } entered.
# $players (number)
evening-computers-entered-short = { $players ->
        [one] 1 computer player
       *[other] { $players } computer players
    } entered. No more are free.
evening-sure-annul = Annul the round? Its results count for nothing.
evening-sure-withdraw = Withdraw? Your running game is lost, and you are paired no more.
# $what (text)
evening-sure-undo = Undo "{ $what }"?
evening-close = Close

## News (notices, text mode): whether or not the screen is open
# $title (text), $board (number), $opponent (text)
evening-called = { $title }: board { $board } against { $opponent }
# $title (text)
evening-called-bye = { $title }: you have the bye
evening-closed = The tournament was closed.
evening-when = Time
evening-event = Event
evening-club-column = Club

## Tournaments: further words
evening-start-at = At a date and time
evening-start-field = Date and time
evening-start-example = 2026-12-04 19:30
evening-start-fault = A date and time such as 2026-12-04 19:30, not in the past
evening-absence-in-a-row = In a row
evening-absence-in-all = In all
evening-files = Save and print
evening-file-standings-csv = Standings as CSV
evening-file-pairings-csv = Pairings as CSV
evening-file-trf = Tournament as TRF
evening-file-pairings-by-board = Page to print: pairings by board
evening-file-pairings-by-name = Page to print: pairings by name
evening-file-standings-page = Page to print: standings
evening-file-crosstable-page = Page to print: crosstable
evening-file-certificates = Page to print: certificates
evening-number-rounds = Rounds
evening-number-clubs-apart = First rounds without pairs of one club
evening-number-cycles = How often everyone meets everyone
evening-number-games = Games of a match
evening-number-tie-break-games = Further games of a level match
evening-number-min-games = Games needed to be placed
evening-number-max-games = Most games per player
evening-number-break-minutes = Break in minutes
evening-number-slot-minutes = Minutes between beginnings
evening-number-late-minutes = Absent players lose after minutes
evening-number-absences = Absences until a player is out
evening-number-last-entry-round = Newcomers may begin until round
evening-number-no-result-before = No draw or resignation before move
evening-propose = Show the next pairing first
evening-proposal = The next pairing
evening-pair-by-hand = Pair by hand
evening-pairing-explained = Choose two players: they exchange places. The reason is for the players to read.
evening-pairing-turn = Exchange sides
evening-pairing-send = Use this pairing
# $name (text)
evening-pairing-picked = { $name } changes places with …
evening-share = Share
evening-copy-code = Copy the code
evening-loading = One moment …
evening-confirm = Confirm
evening-sure-correct = Replace the result? Everyone can read the reason.
evening-sure-decide = Enter this result? The game at this board is played on the server, and ends with it.
# $name (text)
evening-sure-withdraw-player = Does { $name } leave? They are paired no more.
evening-object-heading = Object to the result
# $boards (number)
evening-results-missing = { $boards ->
        [one] 1 result is missing
       *[other] { $boards } results are missing
    }
evening-begins-by-itself = The game begins by itself once both are here.
evening-you-excused = The organiser has excused you from this round.
evening-you-missing = You had not checked in when it began.
evening-you-withdrew = You have withdrawn.
evening-you-expelled = An organiser has withdrawn you; an organiser can let you return.
evening-you-out-for-absences = You are out for absences; an organiser can let you return.
# $place (number)
evening-you-placed = It is over: you finished in place { $place }.
evening-is-over = It is over.
evening-organisers = Organisers
evening-more-steps = Further steps
evening-line-no-name = The name is missing.
evening-line-too-long = A name or club is too long.
evening-line-rating = The rating is no number.
evening-line-too-many-parts = More than name, club and rating.
# $line (number)
evening-line-doubled = The same as line { $line }.
evening-line-entered = Has entered already.
# $line (number), $text (text), $fault (text)
evening-line-fault-of = Line { $line } "{ $text }": { $fault }
# $players (number)
evening-trf-taken = Read from a tournament file (TRF): { $players ->
        [one] 1 player
       *[other] { $players } players
    }. The federation stands for the club.
evening-trf-results = The file has results, too. Only its players are taken.
# $line (number), $column (number), $fault (text)
evening-trf-fault-of = Tournament file (TRF), line { $line }, column { $column }: { $fault }
evening-trf-too-long = The file is too long.
evening-trf-no-player = No line begins with 001, so there is no player.
# $most (number)
evening-trf-too-many-players = There are more than { $most } players.
# $most (number)
evening-trf-too-many-rounds = There are more than { $most } rounds.
evening-trf-too-short = The line ends too early.
# $text (text)
evening-trf-not-a-number = "{ $text }" is not a number.
evening-trf-number-missing = The starting number is missing.
# $number (number), $line (number)
evening-trf-doubled-number = Line { $line } has the starting number { $number }, too.
# $text (text)
evening-trf-not-blank = A space belongs here, not "{ $text }". The columns may be shifted.
# $text (text)
evening-trf-unknown-side = "{ $text }" is not a side: write w or b.
# $text (text)
evening-trf-unknown-mark = "{ $text }" is not a result.
evening-trf-mark-without-game = The result does not fit the opponent.
# $number (number)
evening-trf-unknown-opponent = There is no player { $number }.
evening-trf-own-opponent = The player is their own opponent.
# $line (number)
evening-trf-contradiction = Line { $line } says otherwise about this game.
# $text (text)
evening-trf-unknown-points = "{ $text }" is not a result that scores points.
# $most (number), $over (number)
evening-paste-over = A tournament has at most { $most } players. Leave out { $over ->
        [one] 1 line
       *[other] { $over } lines
    }.
# $lines (number)
evening-paste-cut = There is room for { $lines ->
        [one] 1 line
       *[other] { $lines } lines
    } of this text. The rest is left out: delete what is not needed, and paste it again.
evening-rules-heading = Further rules
evening-time-heading = Times
evening-wait-follow = Opening the tournament …
evening-unreadable = This tournament is of a newer version of the program.
# $board (text)
evening-board-number = Board { $board }
# $round (number), $board (number)
evening-board-of-round = Round { $round }, board { $board }
evening-current-result = Result so far
evening-correct-explained = A board that has a result is corrected with a reason.
# $rounds (number)
evening-rounds-count = { $rounds ->
        [one] 1 round
       *[other] { $rounds } rounds
    }
evening-begins-by-you = You begin it on the page "Organise". Players enter with the link or the code, or you add them there.
# $round (number)
evening-pair-round = Pair round { $round }
# $board (text)
evening-you-objected = Board { $board }: you have objected. The organisers decide.
# $board (text)
evening-objection-confirmed = Board { $board }: the organisers have confirmed the result.
evening-undo-end-first = The tournament is over. To change a result, first undo the end of the tournament in the log.
evening-undo-plays-again = The board is played again at once, and its players are called.
# $players (number)
evening-computers-at-wood = Computer players play on the server alone. { $players ->
        [one] One player here has a real board
       *[other] { $players } players here have real boards
    }: a computer makes no move against them, and you would enter the result.
evening-sure-leave = Withdraw? You are paired no more.
evening-quit-early = This is a game of a tournament. If you stay away, you lose it by absence. To play, open the program again at once.
evening-results-tap = Choose a board to enter its result.
evening-to-tournament = Tournament
evening-back-to-game = Back to the game
# $stage (number)
evening-knock-out-stage = Stage { $stage }
# $name (text)
evening-advances = { $name } advances
evening-fouls-heading = Fouls
evening-pages = Pages

## Refusals about tournaments
evening-refused-unknown = The server has no tournament with this code, or does not have it any more.
evening-refused-not-organiser = Only organisers may do this.
evening-refused-guest = Only registered players organise tournaments that the lobby lists.
evening-refused-not-entered = You have not entered this tournament.
evening-refused-no-pairing = No pairing of the next round is possible now.
evening-refused-not-by-hand = This cannot be recorded by hand.
evening-refused-needs-organiser = Only an organiser can bring you back.
evening-refused-no-computers = No computer player is free now.
evening-refused-not-planner = Only the one who planned the tournament may do that.
evening-refused-planner-stays = Whoever planned the tournament stays its organiser.
# $evenings (number)
evening-refused-too-many = You already organise { $evenings } tournaments, or the server has too many.
# $organisers (number)
evening-refused-too-many-organisers = A tournament has at most { $organisers } organisers.
evening-refused-no-objection = You cannot object to this result, or no longer.
# $most (number)
evening-refused-words = Type 1 to { $most } characters.
# $most (number)
evening-plan-refused-title = The title needs 1 to { $most } characters.
evening-plan-refused-sides = Both sides need the same times, and colours and takebacks are not for the plan to choose.
evening-plan-refused-untimed = The games of a tournament need a clock, or a round would not end.
evening-plan-refused-start = The beginning has passed or is more than 60 days ahead.
evening-plan-refused-pace = The break, the interval or the time for absent players is 0 or too long.
# $plies (number)
evening-plan-refused-least-ply = Resignations and draws can be refused for at most { $plies } half-moves.
evening-plan-refused-length = A number of rounds, games or cycles is 0 or too large.
evening-plan-refused-points = A result is worth too much.
# $tie_break (text)
evening-plan-refused-doubled-tie-break = "{ $tie_break }" stands twice in the order.
evening-plan-refused-absence = The absences after which a player is out are at least 1.
evening-event-name = The name is missing or too long.
evening-event-text-too-long = The text is too long.
evening-event-reason-missing = The reason is missing. Everyone may read it.
evening-event-doubled-name = This name has entered with this club. A club or an initial tells the two apart.
evening-event-doubled-account = This account has entered already.
evening-event-full = The tournament is full.
evening-event-journal-full = The log of the tournament is full.
evening-event-has-begun = The tournament has begun.
evening-event-not-begun = The tournament has not begun.
evening-event-has-ended = The tournament is over.
# $present (number)
evening-event-too-few-players = At least two players are needed; there { $present ->
        [one] is 1
       *[other] are { $present }
    }.
evening-event-not-two-teams = This needs exactly two teams of the same size.
evening-event-entry-closed = Nobody can enter any more.
evening-event-no-such-player = There is no such player.
# $round (number), $board (number)
evening-event-no-such-board = Round { $round } has no board { $board }.
# $round (number)
evening-event-not-the-last-round = Round { $round } is not the last one, and only that can be changed.
evening-event-already-so = That is so already.
# $round (number)
evening-event-round-passed = Round { $round } is paired already, or does not exist.
# $board (number)
evening-event-has-result = Board { $board } has a result; a correction replaces it.
# $board (number)
evening-event-no-result = Board { $board } has no result yet.
# $games (number)
evening-event-games-running = { $games ->
        [one] 1 game is not over.
       *[other] { $games } games are not over.
    }
# $rounds (number)
evening-event-no-round-left = All { $rounds } rounds have been paired.
evening-event-paired-twice = A player stands twice in the pairing.
evening-event-not-taking-part = A player of the pairing does not take part in this round.
evening-event-left-out = A player who takes part is missing in the pairing.
evening-event-no-board = The pairing has no board.
# $round (number)
evening-event-have-met = A pair has met in round { $round } already.
evening-event-had-bye = The player with the bye has already had points without a game.
evening-event-no-bye = Nobody can have the bye: the number of players is even, or the system has none.
evening-event-not-the-table = The system has other boards in this round.
evening-event-not-a-repair = Only players of boards without a result can be exchanged.
evening-event-conceded-before = This has been allowed before.
evening-event-nothing-to-undo = There is nothing to undo here any more.
evening-event-still-needed = Something later needs this. Undo the later one first.

## What organisers should deal with
evening-sure-concede-meetings = Allow second meetings in all rounds that follow?
evening-sure-concede-byes = Allow second byes in all rounds that follow?
evening-no-club = no club
evening-team-column = Team
# $name (text)
evening-sure-foul = Record a foul by { $name }?
# $name (text)
evening-sure-appoint = Make { $name } an organiser?
evening-appoint-explained = Organisers enter results, pair, pause and undo, as you do. Only they can step down.
evening-appoint-guest = This name is not registered: it is that of a guest.
evening-free = Free now
evening-free-finished = Game over
evening-free-without-board = Without a board
# $count (number)
evening-computers-count = { $count ->
        [one] 1 computer player
       *[other] { $count } computer players
    }
# $line (number), $name (text), $club (text)
evening-line-alike = Line { $line }: there is another { $name } ({ $club }). Is it somebody else?
# $what (text)
evening-undo-needed-by = "{ $what }" needs this. Undo that first.
# $side (text)
evening-no-first-move = { $side } made no first move in time, and loses by forfeit
# $side (text)
evening-left-game = { $side } left the tournament, and loses by forfeit
# $title (text), $board (number), $opponent (text)
evening-called-begun = { $title }, board { $board }: your game against { $opponent } has begun
# $title (text)
evening-closed-title = The tournament "{ $title }" was closed.

## Pages to print
# $turn (text)
evening-print-pairings = { $turn }: pairings
# $round (number)
evening-print-round-short = R{ $round }
evening-print-number = No.
evening-print-opponent = Opponent
evening-print-side = Side
evening-print-crosstable = Crosstable
evening-print-certificate = Certificate
# $place (number)
evening-print-certificate-place = { $place ->
        [1] First place
        [2] Second place
        [3] Third place
       *[other] Place { $place }
    }
# $name (text), $title (text), $points (number)
evening-print-certificate-words = { $name } played in "{ $title }" and scored { $points } points.
evening-print-certificate-signature = Organiser

## Tournaments: what is passed on, long tables, and keys
# $first (number), $last (number), $count (number)
evening-rows-shown = Rows { $first } to { $last } of { $count }
evening-rows-before = Rows before
evening-rows-after = Rows after
evening-copy-for-group = Copy for a group chat
evening-copy-table-round = Copy the round
evening-copy-table-standings = Copy the standings
evening-copy-table-crosstable = Copy the crosstable
evening-copy-hint = As plain text, for a group chat or a mail
evening-file-round-text = Text: pairings and results
evening-file-standings-text = Text: standings
evening-file-crosstable-text = Text: crosstable
evening-points = Points of a game
evening-worth-two-one-nil = Win 2, draw 1
evening-worth-three-one-nil = Win 3, draw 1
evening-results-keys = ↑ ↓ choose a board, and then a key is its result: 1 Red won, 2 draw, 3 Black won, 0 both absent
evening-play-meanwhile = Play the computer meanwhile
evening-meanwhile-hint = Your next game of the tournament opens by itself, and the one against the computer waits for you.

## Tournaments: pauses, and the games of all rounds
evening-pause-all = Pause all games
evening-continue-all = Continue all games
evening-pause-board = Pause this game
evening-continue-board = Continue this game
evening-board-paused = Paused
# $time (text)
evening-is-paused = An organiser has paused the tournament ({ $time }).
# $name (text), $time (text)
evening-is-paused-by = { $name } has paused the tournament ({ $time }).
evening-paused-short = Paused
evening-game-paused = An organiser has paused the game. The clocks stand.
# $credit (number)
evening-game-goes-on = The game goes on. Each side gets { $credit } s.
evening-refused-paused = An organiser has paused the game.
evening-refused-wooden = The game at this board is not played on the server.
# $plies (number)
evening-refused-draw-too-early = The rules of the tournament allow a draw later: after { $plies ->
        [one] 1 more half-move
       *[other] { $plies } more half-moves
    }.
evening-save-games = All games as a file
evening-save-games-hint = Xiangqi as one PGN file
evening-fetching-games = Fetching the games …
# $done (number), $all (number)
evening-fetching-games-of = Fetching the games: { $done } of { $all }
evening-stop-games = Stop
# $games (number)
evening-games-saved = { $games ->
        [one] 1 game
       *[other] { $games } games
    } saved.
# $games (number), $missing (number)
evening-games-saved-but = { $games ->
        [one] 1 game
       *[other] { $games } games
    } saved; { $missing } more cannot be had.
evening-no-games = The server has no record of a game of this tournament.
evening-no-text = The file has no text, so nothing was added.
evening-no-chooser = This system has no file chooser. Drop the file here, or paste its text.
evening-players-file = A list of names, or a tournament file (TRF)
