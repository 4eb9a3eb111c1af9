//! The last lines of chat of the lobby and of each table, for players who come back.
//!
//! They are not stored: a restart of the server loses them. Those of a table are dropped with its
//! room.

use chuhe_protocol::{ChatLine, ChatMessage, ChatRoom, GameId, PlayerId, PlayerName, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A line with those from whom it was withheld.
#[derive(Clone, Debug)]
struct LoggedLine {
    line: ChatLine,
    /// The players who blocked the sender when the line was said, in order.
    withheld_from: Vec<PlayerId>,
}

/// The last lines of one room, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct ChatLog {
    lines: VecDeque<LoggedLine>,
}

impl ChatLog {
    /// Appends a line; the oldest is dropped if there are more than `most` then.
    pub(super) fn push(&mut self, line: ChatLine, withheld_from: Vec<PlayerId>, most: usize) {
        if self.lines.len() >= most {
            self.lines.pop_front();
        }
        self.lines.push_back(LoggedLine { line, withheld_from });
    }

    /// Returns the lines that a player receives who blocks the players of whom `blocks` is true.
    ///
    /// A line that was withheld from them stays so after they have lifted the block.
    pub(super) fn seen_by(&self, player: PlayerId, blocks: impl Fn(PlayerId) -> bool) -> Vec<ChatLine> {
        let is_seen = |logged: &&LoggedLine| {
            logged.withheld_from.binary_search(&player).is_err() && !blocks(logged.line.from)
        };
        self.lines.iter().filter(is_seen).map(|logged| logged.line.clone()).collect()
    }

    /// Drops the lines of a player.
    fn remove_lines_of(&mut self, player: PlayerId) {
        self.lines.retain(|logged| logged.line.from != player);
    }

    /// Drops the oldest line if it was said at this time.
    fn drop_oldest(&mut self, at_ms: u64) {
        if self.lines.front().is_some_and(|logged| logged.line.at_ms == at_ms) {
            self.lines.pop_front();
        }
    }
}

/// The chat of the lobby and of the tables.
#[derive(Debug, Default)]
pub(super) struct ChatLogs {
    lobby: ChatLog,
    /// The number of the log of each table, which a rematch takes over: the time of its first line.
    tables: BTreeMap<GameId, u64>,
    logs: BTreeMap<u64, ChatLog>,
    /// The logs and times of the last lines at all tables, oldest first, with those dropped already.
    order: VecDeque<(u64, u64)>,
    last_at_ms: u64,
}

impl ChatLogs {
    /// Creates a line that is said now. No two lines have the same time.
    pub(super) fn line(
        &mut self,
        from: PlayerId,
        name: PlayerName,
        text: String,
        now: Timestamp,
    ) -> ChatLine {
        self.last_at_ms = now.as_ms().max(self.last_at_ms.saturating_add(1));
        ChatLine { at_ms: self.last_at_ms, from, name, text }
    }

    /// Keeps a line of the lobby.
    pub(super) fn keep_in_lobby(&mut self, line: ChatLine, withheld_from: Vec<PlayerId>) {
        self.lobby.push(line, withheld_from, limits::LOBBY_CHAT_LINES);
    }

    /// Keeps a line of a table.
    pub(super) fn keep_at_table(&mut self, game: GameId, line: ChatLine, withheld_from: Vec<PlayerId>) {
        if self.order.len() >= limits::TABLES_CHAT_LINES
            && let Some((oldest, at_ms)) = self.order.pop_front()
            && let Some(log) = self.logs.get_mut(&oldest)
        {
            log.drop_oldest(at_ms);
        }
        let log = *self.tables.entry(game).or_insert(line.at_ms);
        self.order.push_back((log, line.at_ms));
        self.logs.entry(log).or_default().push(line, withheld_from, limits::TABLE_CHAT_LINES);
    }

    /// Moves the lines of a table to that of the rematch.
    pub(super) fn continue_at(&mut self, rematch: GameId, before: GameId) {
        if let Some(log) = self.tables.remove(&before) {
            self.tables.insert(rematch, log);
        }
    }

    /// Drops the lines of a table whose room is closed.
    pub(super) fn close(&mut self, game: GameId) {
        if let Some(log) = self.tables.remove(&game) {
            self.logs.remove(&log);
        }
    }

    /// Drops the lines of a player everywhere.
    pub(super) fn remove_lines_of(&mut self, player: PlayerId) {
        self.lobby.remove_lines_of(player);
        self.logs.values_mut().for_each(|log| log.remove_lines_of(player));
    }

    pub(super) const fn lobby(&self) -> &ChatLog {
        &self.lobby
    }

    /// Returns the lines of a table, if there are any.
    pub(super) fn table(&self, game: GameId) -> Option<&ChatLog> {
        self.logs.get(self.tables.get(&game)?)
    }
}

/// Maximum number of marked lines of which the hub knows that they are, the oldest of which are forgotten first.
const MARKED_LINES: usize = 10_000;

/// The times of the last lines that have phrases of the operator's list.
#[derive(Debug, Default)]
pub(super) struct ChatMarks(BTreeSet<u64>);

impl ChatMarks {
    /// Notes that a line is marked.
    pub(super) fn add(&mut self, line: &ChatLine) {
        if self.0.len() >= MARKED_LINES {
            self.0.pop_first();
        }
        self.0.insert(line.at_ms);
    }

    /// Returns the messages that send lines, and before each which of them are marked.
    pub(super) fn history(&self, room: ChatRoom, lines: &[ChatLine]) -> Vec<ChatMessage> {
        let frames = lines.chunks(limits::CHAT_LINES_PER_FRAME);
        let sent = |lines: &[ChatLine]| {
            let lines = lines.to_vec();
            self.of(room, &lines).into_iter().chain([ChatMessage::History { room, lines }])
        };
        frames.flat_map(sent).collect()
    }

    /// Returns the message that says which lines of a frame are marked, if any is.
    pub(super) fn of(&self, room: ChatRoom, lines: &[ChatLine]) -> Option<ChatMessage> {
        let marked = lines.iter().map(|line| line.at_ms).filter(|at_ms| self.0.contains(at_ms));
        let at_ms: Vec<u64> = marked.collect();
        (!at_ms.is_empty()).then_some(ChatMessage::Marked { room, at_ms })
    }
}

/// Returns the message that sends a line to those who are here.
pub(super) fn live(room: ChatRoom, line: ChatLine) -> ChatMessage {
    let ChatLine { at_ms, from, name, text } = line;
    ChatMessage::Line { room, from, name, text, at_ms }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BO: PlayerId = PlayerId(1);
    const AN: PlayerId = PlayerId(2);
    const GAME: GameId = GameId(3);

    fn say(logs: &mut ChatLogs, game: GameId, text: &str, withheld_from: Vec<PlayerId>) {
        let name = PlayerName::parse("Bo").expect("a name");
        let line = logs.line(BO, name, text.into(), Timestamp::from_ms(5));
        logs.keep_at_table(game, line, withheld_from);
    }

    fn texts(logs: &ChatLogs, game: GameId, player: PlayerId, blocked: Option<PlayerId>) -> Vec<String> {
        let Some(log) = logs.table(game) else { return Vec::new() };
        log.seen_by(player, |from| Some(from) == blocked).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn the_oldest_lines_of_a_table_are_dropped() {
        let mut logs = ChatLogs::default();
        for n in 0..limits::TABLE_CHAT_LINES + 3 {
            say(&mut logs, GAME, &n.to_string(), Vec::new());
        }
        let lines = texts(&logs, GAME, AN, None);
        assert_eq!((lines.len(), lines[0].as_str()), (limits::TABLE_CHAT_LINES, "3"));
        let log = logs.table(GAME).expect("the table has lines").seen_by(AN, |_| false);
        assert!(log.windows(2).all(|two| two[0].at_ms < two[1].at_ms), "no two lines have the same time");
    }

    #[test]
    fn withheld_lines_stay_withheld() {
        let mut logs = ChatLogs::default();
        say(&mut logs, GAME, "rude", vec![AN]);
        say(&mut logs, GAME, "sorry", Vec::new());
        assert_eq!(texts(&logs, GAME, AN, None), ["sorry"]);
        assert_eq!(texts(&logs, GAME, AN, Some(BO)), [""; 0]);
        assert_eq!(texts(&logs, GAME, BO, None), ["rude", "sorry"]);
    }

    #[test]
    fn the_lines_of_all_tables_are_bounded() {
        let mut logs = ChatLogs::default();
        say(&mut logs, GAME, "first", Vec::new());
        for n in 0..limits::TABLES_CHAT_LINES {
            say(&mut logs, GameId(10 + (n / 50) as u64), "more", Vec::new());
        }
        assert_eq!(texts(&logs, GAME, AN, None), [""; 0]);
        assert_eq!(logs.order.len(), limits::TABLES_CHAT_LINES);
    }

    #[test]
    fn a_rematch_continues_the_chat() {
        let mut logs = ChatLogs::default();
        say(&mut logs, GAME, "again?", Vec::new());
        logs.continue_at(GameId(4), GAME);
        logs.close(GAME);
        assert_eq!(texts(&logs, GameId(4), AN, None), ["again?"]);
        logs.close(GameId(4));
        assert_eq!(texts(&logs, GameId(4), AN, None), [""; 0]);
    }
}
