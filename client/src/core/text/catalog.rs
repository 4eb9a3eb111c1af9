//! The list of every text: what each language must provide.

use super::analysis_catalog::AnalysisText;
use super::define::texts;
use super::local_catalog::LocalText;
use super::record_catalog::RecordText;
use super::table_catalog::TableText;
use crate::core::account::PasswordError;
use crate::core::action::TimePart;
use crate::core::challenge::FormError;
use crate::core::denied::Denied;
use crate::core::game_choice::GameChoice;
use crate::core::help::{Heading, Page, Passage, Topic};
use crate::core::link::OfflineReason;
use crate::core::luzhanqi::notation::TurnNotation;
use crate::core::notice::Notice;
use crate::core::preset::Preset;
use crate::core::repetition::Repetition;
use chuhe_protocol::{
    ChallengePolicy, ColorChoice, DeclineReason, Fingerprint, PlayerResult, Refusal, TakebackPolicy,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::luzhanqi::{Battle, MineRule, Strength};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::RuleSet;
use chuhe_rules::{Color, Outcome};

texts! {
    /// All texts of one language: constants, lists of phrases, and functions of data.
    Text
    fixed {
        // everywhere
        app_name, tagline, settings, language, language_of_system, appearance, light, dark,
        help, legend_move, legend_capture, legend_blocked,
        close, copy, cancel, send, quit_question, quit_explained, quit_aborts, quit_stops_host, quit_yes, quit_no,
        // joining and hosting
        join_title, host, port, name, name_hint, host_hint, join, connecting, logging_in, login_slow, recent, forget, password, have_password, not_encrypted,
        hosting_title, hosting_explained, hosting_start, hosting_starting, hosting_tell, hosting_stop,
        hosting_join, hosting_no_address,
        // encryption
        tls, tls_settled, certificate_changed, certificate_changed_explained, previous_fingerprint, new_fingerprint, signed_by_authority, fingerprint_checked, trust,
        do_not_trust,
        // the connection
        retry_now, leave_server, game_forgotten,
        // the lobby
        players, my_games, loading, no_games_yet, more_games, no_games_found, filter_opponent, filter_from, filter_to, find_games,
        library, library_explained, library_empty, library_position, library_export, library_export_explained, open_game, to_games, versus, watch, unwatch,
        step_first, step_back, step_forward, step_last, to_live, from_start, broadcast_ended, watching,
        no_spectators, watch_delay, watch_delay_field, watch_delay_hint, paused, spectator_prefix, search, idle, playing, offline, challenge, lobby_empty, no_player_found, lobby_chat,
        registered, not_registered, registered_explained, register, register_explained, password_again,
        password_hint, change_password, change_explained, old_password, new_password, sign_out_everywhere, sign_out_explained, sign_out_yes, chat_hint, chat_empty, you, block, unblock, blocked, blocked_players, block_explained, challenge_policy, waiting_for_answer, shutting_down,
        // a challenge
        game, colors, time, takebacks, start, custom_start, accept, decline,
        decline_because, both_times, your_time, opponents_time, same_times, different_times, start_hint, send_challenge,
        minutes, seconds, no_limit_hint,
        // the board
        moves, available, chat, no_moves_yet, captured, lost_pieces, nothing,
        not_your_turn_list, click_twice, online, away, left, opponents_turn, in_check, you_are_in_check, sending, in_read_time,
        takeback, draw, resign, abort, rematch, to_lobby,
        accept_offer, decline_offer, withdraw, resign_question, resign_yes, resign_no, claim_win, claim_draw, to_current,
        flip, untimed, list_comma,
        // luzhanqi
        setting_up, still_setting_up, ready, setup_hint, setup_waiting, confirm_formation, withdraw_formation,
        shuffle, layouts, layout_name, layout_name_hint, save, load, no_layouts, layouts_in,
        losses, own_losses, enemy_losses, your_turn_short, mark_as, clear_mark, marks_hint, mines, red_losses,
        black_losses,
        // xiangqi
        repetitions,
    }
    listed { lobby_phrases, table_phrases }
    computed {
        records: &'static RecordText,
        analysis: &'static AnalysisText,
        local: &'static LocalText,
        table: &'static TableText,
        offline_reason: fn(&OfflineReason) -> String,
        notice: fn(&Notice) -> String,
        denied: fn(Denied) -> String,
        refusal: fn(Refusal) -> String,
        password_error: fn(PasswordError) -> String,
        paused_retry: fn(seconds: Option<u64>) -> String,
        form_error: fn(FormError) -> String,
        connection_lost: fn(attempt: u32, seconds: Option<u64>) -> String,
        policy: fn(ChallengePolicy) -> &'static str,
        blocked_count: fn(usize) -> String,
        lobby_state: fn(players: usize, games: usize) -> String,
        here_for: fn(seconds: u64) -> String,
        computer_of_level: fn(level: u8) -> String,
        challenge_by: fn(&str) -> String,
        challenge_to: fn(&str) -> String,
        seconds_left: fn(u64) -> String,
        time_control: fn(TimeControl) -> String,
        time_short: fn(TimeControl) -> String,
        time_part: fn(TimePart) -> &'static str,
        preset: fn(Preset) -> &'static str,
        labelled: fn(label: &str, value: &str) -> String,
        color_choice: fn(ColorChoice) -> &'static str,
        takeback_policy: fn(TakebackPolicy) -> &'static str,
        decline_reason: fn(DeclineReason) -> &'static str,
        color: fn(Color) -> &'static str,
        your_turn: fn(examples: &str, count: usize) -> String,
        move_time: fn(u64) -> String,
        read_time: fn(u64) -> String,
        round_trip: fn(u16) -> String,
        offered_by: fn(&str, OfferKind) -> String,
        offered: fn(OfferKind) -> String,
        opponent_away: fn(&str, Option<u64>) -> String,
        early_absence: fn(name: &str, seconds: u64) -> String,
        absence_left: fn(seconds: u64) -> String,
        lag_credit: fn(ms: u16) -> String,
        lag_credit_explained: fn(left_ms: u16) -> String,
        first_move: fn(mine: bool, seconds: u64) -> String,
        outcome: fn(Outcome, own: Option<Color>) -> &'static str,
        result: fn(PlayerResult) -> &'static str,
        plies: fn(usize) -> String,
        plies_late: fn(u8) -> String,
        delayed: fn(u8) -> String,
        spectators: fn(u32) -> String,
        and_more: fn(u64) -> String,
        is_offline: fn(&str) -> String,
        to_move: fn(Color) -> String,
        captured_by: fn(Color) -> &'static str,
        reason: fn(Outcome) -> String,
        repetition: fn(&Repetition, moves: &str) -> String,
        reviewing: fn(ply: usize, of: usize) -> String,
        connected_to: fn(&str) -> String,
        hosting_at: fn(u16) -> String,
        encrypted: fn(Fingerprint) -> String,
        strength: fn(Strength) -> &'static str,
        battle: fn(Battle) -> &'static str,
        help_page: fn(Page) -> &'static str,
        help_heading: fn(Heading) -> &'static str,
        help_passage: fn(Topic) -> Passage,
        game_choice: fn(GameChoice) -> &'static str,
        game_short: fn(GameChoice) -> &'static str,
        mine_rule: fn(MineRule) -> &'static str,
        rule_set: fn(RuleSet) -> &'static str,
        turn_notation: fn(&TurnNotation) -> String,
        setup_left: fn(seconds: u64) -> String,
        lost_count: fn(usize) -> String,
        quiet_steps: fn(quiet: u16, of: u16) -> String,
        passes: fn(Color, passes: u8, of: u8) -> String,
        draw_near: fn(steps: u16) -> String,
    }
}

impl std::fmt::Debug for Text {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Text({})", self.language)
    }
}
