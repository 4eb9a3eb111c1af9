//! The analysis of a record in Chinese.

use crate::core::analysis::Judgement;
use crate::core::text::analysis_catalog::AnalysisText;
use chuhe_rules::Color;

pub(super) static TEXT: AnalysisText = AnalysisText {
    analyse: "分析",
    analyse_hint: "显示当前局面的最佳着法",
    whole_game: "全局分析",
    whole_game_hint: "评估每一步，标出失误",
    practise: "纠错",
    practise_hint: "从错误中学习：为下方的一方找出更好的着法",
    engine: "引擎",
    engine_hint: "线程、内存和显示几路变化",
    annotate: "全部写入",
    annotate_hint: "把所有失误的正着和评价写进棋谱",
    thinking: "思考中…",
    options_title: "分析引擎",
    options_explained: "线程和内存越多，算得越深。请给别的程序留一个核心。",
    threads: "线程",
    memory: "内存",
    lines: "变化数",
    checking: "正在检查这步棋…",
    wrong: "还有更好的着法。",
    right: "好棋！",
    try_again: "再试一次",
    solve: "看答案",
    next_mistake: "下一个",
    end_practice: "结束",
    better: |of, line| format!("{}，应走 {line}", judgement(of)),
    mate: |winner, moves| {
        let side = if winner == Color::Red { "红" } else { "黑" };
        if moves == 0 { format!("{side}胜") } else { format!("{side} {moves} 步杀") }
    },
    ruling: |winner| (if winner == Color::Red { "红判胜" } else { "黑判胜" }).to_owned(),
    progress: |done, all| format!("{done}/{all}"),
    question: |(place, all), played| format!("{place}/{all}：{played} 是失误，请找出更好的着法。"),
    solution: |line| format!("应走 {line}"),
    mib: |mib| if mib < 1_024 { format!("{mib} MB") } else { format!("{} GB", mib / 1_024) },
};

const fn judgement(judgement: Judgement) -> &'static str {
    match judgement {
        Judgement::Inaccuracy => "缓着",
        Judgement::Mistake => "失误",
        Judgement::Blunder => "败着",
    }
}
