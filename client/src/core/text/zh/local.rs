//! The first screen and games without a server, in Simplified Chinese.

use super::sides::color;
use crate::core::local_choice::Handicap;
use crate::core::text::local_catalog::LocalText;
use chuhe_protocol::ColorChoice;

pub(super) static TEXT: LocalText = LocalText {
    play_computer: "人机对战",
    play_computer_hint: "十个级别，可以悔棋、提示",
    two_here: "双人同屏",
    two_here_hint: "两人在这里轮流走棋",
    join_hint: "联网与棋友对弈",
    host_title: "本机建房",
    host_hint: "让朋友连到这台电脑",
    review_hint: "棋谱、文件和自己的对局",
    review_long: "打开文件或剪贴板里的棋谱，逐步打谱，添加变着和注解，再保存下来。下完的每一局都会收进棋谱库。",

    level: "级别",
    side: "执子",
    handicap: "让子",
    board: "棋盘",
    board_still: "不转",
    board_turns: "每步翻转",
    begin: "开始",
    begin_again: "新开一局",
    continue_game: "继续对局",
    replaces_game: "新开一局后，上次没下完的棋就不再保留。",
    replace_left: "放弃没下完的那盘棋？",
    hidden_note: "换人时棋盘会遮住，谁也看不到对方的棋子。",

    player: "玩家",
    first_player: "玩家1",
    second_player: "玩家2",

    menu: "主菜单",
    computer_thinks: "思考中…",
    hint: "提示",
    hint_sought: "提示…",
    draw: "求和",
    hand_over: "请换人",
    no_server: "人机对战",
    quit_loses_game: "这盘棋还没有下完，也没有保存，关闭窗口后就不能接着下了。",
    both_here: "双人同屏",

    computer: |level| format!("电脑-{level}级"),
    level_name: |level| match level {
        0 | 1 => "新手",
        2 => "入门",
        3 => "初级",
        4 => "进阶",
        5 => "中级",
        6 => "棋手",
        7 => "高级",
        8 => "高手",
        9 => "大师",
        _ => "特级大师",
    },
    level_of: |level| format!("{level} 级"),
    side_choice: |side| match side {
        ColorChoice::Red => "红方先行",
        ColorChoice::Black => "黑方后行",
        ColorChoice::Random => "随机",
    },
    handicap_choice: |handicap| match handicap {
        Handicap::None => "不让",
        Handicap::ThreeMoves => "让三先",
        Handicap::Horse => "让一马",
        Handicap::TwoHorses => "让双马",
        Handicap::Rook => "让一车",
    },
    hand_over_to: |name| format!("请换 {name} 来走"),
    cover_title: |name, side| format!("{name}（{}）", color(side)),
    cover_explained: |name| format!("棋盘已遮住。揭开以后，只能让 {name} 看。"),
    sit_down: |name| format!("我是 {name}，揭开棋盘"),
};
