//! The words for people who use no mouse. Those who use fingers tap instead of clicking, hold a finger instead of
//! pressing the right button, and have no keys; in the text mode people type.

use super::generated::{self, HelpText, LookText, RecordsText, Text};
use super::hands::Hands;
use chuhe_model::choices::lang::Lang;
use std::sync::OnceLock;

/// The texts of each language for fingers and for typing, made when they are needed first.
type Made<T> = [OnceLock<T>; Lang::ALL.len()];
static TEXTS: Made<Text> = [const { OnceLock::new() }; Lang::ALL.len()];
static LOOK: Made<LookText> = [const { OnceLock::new() }; Lang::ALL.len()];
static TYPED: Made<Text> = [const { OnceLock::new() }; Lang::ALL.len()];
static HELP: Made<HelpText> = [const { OnceLock::new() }; Lang::ALL.len()];
static TYPED_HELP: Made<HelpText> = [const { OnceLock::new() }; Lang::ALL.len()];
static RECORDS: Made<RecordsText> = [const { OnceLock::new() }; Lang::ALL.len()];

impl Hands {
    /// Returns the texts of this language for who gives orders with these.
    pub fn text(self, lang: Lang) -> &'static Text {
        let text = generated::text_of(lang);
        match self {
            Self::Mouse => text,
            Self::Fingers => TEXTS[lang as usize].get_or_init(|| Text {
                click_twice: text.click_twice_fingers,
                setup_hint: text.setup_hint_fingers,
                marks_hint: text.marks_hint_fingers,
                pinyin_explained: text.pinyin_explained_fingers,
                look: LOOK[lang as usize].get_or_init(|| LookText {
                    full_screen: text.look.full_screen_fingers,
                    ..text.look.clone()
                }),
                hands: self,
                ..text.clone()
            }),
            Self::Typing => TYPED[lang as usize].get_or_init(|| Text { hands: self, ..text.clone() }),
        }
    }
}

impl Text {
    /// The pages of the rules.
    #[inline(never)]
    pub fn help(&self) -> &'static HelpText {
        let help = self.help_for_mouse();
        match self.hands {
            Hands::Mouse => help,
            Hands::Fingers => HELP[self.lang as usize].get_or_init(|| HelpText {
                xiangqi_board: help.xiangqi_board_fingers,
                setup_swapping: help.setup_swapping_fingers,
                ..help.clone()
            }),
            Hands::Typing => TYPED_HELP[self.lang as usize].get_or_init(|| HelpText {
                xiangqi_board: help.xiangqi_board_typed,
                setup_swapping: help.setup_swapping_typed,
                ..help.clone()
            }),
        }
    }

    /// What concerns records of games.
    #[inline(never)]
    pub fn records(&self) -> &'static RecordsText {
        let records = self.records_for_mouse();
        match self.hands {
            Hands::Mouse => records,
            Hands::Typing => records,
            Hands::Fingers => RECORDS[self.lang as usize].get_or_init(|| RecordsText {
                drop_hint: records.drop_hint_fingers,
                marks_hint: records.marks_hint_fingers,
                set_up_hint: records.set_up_hint_fingers,
                play: records.play_fingers,
                pause: records.pause_fingers,
                ..records.clone()
            }),
        }
    }
}
