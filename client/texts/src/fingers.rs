//! The words for people who use no mouse. Those who use fingers tap instead of clicking, hold a finger instead of
//! pressing the right button, and have no keys; in the text mode people type.

use super::generated::{self, HelpText, LookText, RecordsText, Text};
use chuhe_model::choices::lang::Lang;
use std::sync::OnceLock;

/// The texts of each language for fingers, made when they are needed first.
static TEXTS: [OnceLock<Text>; Lang::ALL.len()] = [const { OnceLock::new() }; Lang::ALL.len()];
static HELP: [OnceLock<HelpText>; Lang::ALL.len()] = [const { OnceLock::new() }; Lang::ALL.len()];
static TYPED: [OnceLock<Text>; Lang::ALL.len()] = [const { OnceLock::new() }; Lang::ALL.len()];
static TYPED_HELP: [OnceLock<HelpText>; Lang::ALL.len()] = [const { OnceLock::new() }; Lang::ALL.len()];
static LOOK: [OnceLock<LookText>; Lang::ALL.len()] = [const { OnceLock::new() }; Lang::ALL.len()];
static RECORDS: [OnceLock<RecordsText>; Lang::ALL.len()] = [const { OnceLock::new() }; Lang::ALL.len()];

impl Text {
    /// Returns the texts of this language for a screen that is used with fingers.
    pub fn for_fingers(lang: Lang) -> &'static Self {
        let text = generated::text_of(lang);
        let records = RECORDS[lang as usize].get_or_init(|| RecordsText {
            drop_hint: text.records.drop_hint_fingers,
            marks_hint: text.records.marks_hint_fingers,
            set_up_hint: text.records.set_up_hint_fingers,
            play: text.records.play_fingers,
            pause: text.records.pause_fingers,
            ..text.records.clone()
        });
        let help = HELP[lang as usize].get_or_init(|| HelpText {
            xiangqi_board: text.help.xiangqi_board_fingers,
            setup_swapping: text.help.setup_swapping_fingers,
            ..text.help.clone()
        });
        let look = LOOK[lang as usize].get_or_init(|| LookText {
            switch_full_screen: text.look.switch_full_screen_fingers,
            ..text.look.clone()
        });
        TEXTS[lang as usize].get_or_init(|| Self {
            click_twice: text.click_twice_fingers,
            setup_hint: text.setup_hint_fingers,
            marks_hint: text.marks_hint_fingers,
            pinyin_explained: text.pinyin_explained_fingers,
            help,
            look,
            records,
            ..text.clone()
        })
    }

    /// Returns the texts of this language for the text mode.
    pub fn for_typing(lang: Lang) -> &'static Self {
        let text = generated::text_of(lang);
        let help = TYPED_HELP[lang as usize].get_or_init(|| HelpText {
            xiangqi_board: text.help.xiangqi_board_typed,
            setup_swapping: text.help.setup_swapping_typed,
            ..text.help.clone()
        });
        TYPED[lang as usize].get_or_init(|| Self { help, ..text.clone() })
    }
}
