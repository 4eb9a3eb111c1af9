//! The words of the help pages.

use super::Text;
use super::format::{in_units, whole_seconds};
use chuhe_model::help::{ConductTopic, Passage, PlayTopic, SetupTopic, Topic, XiangqiTopic};
use chuhe_protocol::limits;
use chuhe_rules::clock::{LAG_CREDIT_MS, LAG_QUOTA_MS, PREMOVE_CHARGE_MS};
use chuhe_rules::luzhanqi::Options;
use chuhe_rules::offers;

impl Text {
    /// The passage on a topic.
    pub fn help_passage(&self, topic: Topic) -> Passage {
        match topic {
            Topic::Xiangqi(topic) => self.help_xiangqi(topic),
            Topic::LuzhanqiSetup(topic) => self.help_setup(topic),
            Topic::LuzhanqiPlay(topic) => self.help_play(topic),
            Topic::Conduct(topic) => self.help_conduct(topic),
        }
    }

    fn help_xiangqi(&self, topic: XiangqiTopic) -> Passage {
        match topic {
            XiangqiTopic::Board => Passage::new(
                self.help_xiangqi_board_title,
                vec![self.help_xiangqi_board_caption],
                self.help_xiangqi_board,
            ),
            XiangqiTopic::King => Passage::new(
                self.help_xiangqi_king_title,
                vec![self.help_xiangqi_king_caption_1, self.help_xiangqi_king_caption_2],
                self.help_xiangqi_king,
            ),
            XiangqiTopic::Advisor => Passage::new(
                self.help_xiangqi_advisor_title,
                vec![self.help_xiangqi_advisor_caption],
                self.help_xiangqi_advisor,
            ),
            XiangqiTopic::Elephant => Passage::new(
                self.help_xiangqi_elephant_title,
                vec![self.help_xiangqi_elephant_caption_1, self.help_xiangqi_elephant_caption_2],
                self.help_xiangqi_elephant,
            ),
            XiangqiTopic::Horse => Passage::new(
                self.help_xiangqi_horse_title,
                vec![self.help_xiangqi_horse_caption],
                self.help_xiangqi_horse,
            ),
            XiangqiTopic::Rook => Passage::new(
                self.help_xiangqi_rook_title,
                vec![self.help_xiangqi_rook_caption],
                self.help_xiangqi_rook,
            ),
            XiangqiTopic::Cannon => Passage::new(
                self.help_xiangqi_cannon_title,
                vec![self.help_xiangqi_cannon_caption],
                self.help_xiangqi_cannon,
            ),
            XiangqiTopic::Pawn => Passage::new(
                self.help_xiangqi_pawn_title,
                vec![self.help_xiangqi_pawn_caption_1, self.help_xiangqi_pawn_caption_2],
                self.help_xiangqi_pawn,
            ),
            XiangqiTopic::Check => Passage::new(
                self.help_xiangqi_check_title,
                vec![self.help_xiangqi_check_caption],
                self.help_xiangqi_check,
            ),
            XiangqiTopic::Mate => Passage::new(
                self.help_xiangqi_mate_title,
                vec![self.help_xiangqi_mate_caption_1, self.help_xiangqi_mate_caption_2],
                self.help_xiangqi_mate,
            ),
            XiangqiTopic::Repetition => Passage::new(
                self.help_xiangqi_repetition_title,
                vec![self.help_xiangqi_repetition_caption_1, self.help_xiangqi_repetition_caption_2],
                self.help_xiangqi_repetition,
            ),
            XiangqiTopic::Draws => Passage::new(
                self.help_xiangqi_draws_title,
                vec![],
                self.help_xiangqi_draws(limits::GAME_PLIES),
            ),
        }
    }

    fn help_setup(&self, topic: SetupTopic) -> Passage {
        match topic {
            SetupTopic::Arm => Passage::new(
                self.help_setup_arm_title,
                vec![self.help_setup_arm_caption],
                self.help_setup_arm,
            ),
            SetupTopic::Boards => Passage::new(
                self.help_setup_boards_title,
                vec![self.help_setup_boards_caption_1, self.help_setup_boards_caption_2],
                self.help_setup_boards,
            ),
            SetupTopic::Set => Passage::new(self.help_setup_set_title, vec![], self.help_setup_set),
            SetupTopic::Placing => Passage::new(
                self.help_setup_placing_title,
                vec![
                    self.help_setup_placing_caption_1,
                    self.help_setup_placing_caption_2,
                    self.help_setup_placing_caption_3,
                ],
                self.help_setup_placing,
            ),
            SetupTopic::Layout => Passage::new(
                self.help_setup_layout_title,
                vec![],
                format!(
                    "{}\n{}",
                    self.help_setup_swapping,
                    self.help_setup_layout(limits::SETUP_MS / 60_000)
                ),
            ),
        }
    }

    fn help_play(&self, topic: PlayTopic) -> Passage {
        let options = Options::default();
        match topic {
            PlayTopic::Road => Passage::new(
                self.help_play_road_title,
                vec![self.help_play_road_caption],
                self.help_play_road,
            ),
            PlayTopic::Rail => Passage::new(
                self.help_play_rail_title,
                vec![self.help_play_rail_caption],
                self.help_play_rail,
            ),
            PlayTopic::Engineer => Passage::new(
                self.help_play_engineer_title,
                vec![self.help_play_engineer_caption],
                self.help_play_engineer,
            ),
            PlayTopic::Curve => Passage::new(
                self.help_play_curve_title,
                vec![self.help_play_curve_caption],
                self.help_play_curve,
            ),
            PlayTopic::Centre => Passage::new(
                self.help_play_centre_title,
                vec![self.help_play_centre_caption],
                self.help_play_centre,
            ),
            PlayTopic::Still => Passage::new(self.help_play_still_title, vec![], self.help_play_still),
            PlayTopic::Battles => Passage::new(self.help_play_battles_title, vec![], self.help_play_battles),
            PlayTopic::Camp => Passage::new(
                self.help_play_camp_title,
                vec![self.help_play_camp_caption],
                self.help_play_camp,
            ),
            PlayTopic::Hidden => Passage::new(
                self.help_play_hidden_title,
                vec![self.help_play_hidden_caption],
                self.help_play_hidden,
            ),
            PlayTopic::FlagShown => Passage::new(
                self.help_play_flag_shown_title,
                vec![self.help_play_flag_shown_caption],
                self.help_play_flag_shown,
            ),
            PlayTopic::Wins => Passage::new(self.help_play_wins_title, vec![], self.help_play_wins),
            PlayTopic::Draws => Passage::new(
                self.help_play_draws_title,
                vec![],
                self.help_play_draws(options.draw_after_quiet_steps, options.draw_notice_steps),
            ),
        }
    }

    fn help_conduct(&self, topic: ConductTopic) -> Passage {
        let options = Options::default();
        match topic {
            ConductTopic::Clocks => Passage::new(
                self.help_conduct_clocks_title,
                vec![],
                self.help_conduct_clocks(
                    whole_seconds(limits::FIRST_MOVE_MS),
                    whole_seconds(limits::UNTIMED_FIRST_MOVE_MS) / 60,
                    &in_units(LAG_CREDIT_MS.into(), 1_000),
                    &in_units(LAG_QUOTA_MS.into(), 1_000),
                    &in_units(PREMOVE_CHARGE_MS.into(), 1_000),
                ),
            ),
            ConductTopic::PassedTurn => Passage::new(
                self.help_conduct_passed_turn_title,
                vec![],
                self.help_conduct_passed_turn(options.passes_to_lose),
            ),
            ConductTopic::Takeback => Passage::new(
                self.help_conduct_takeback_title,
                vec![],
                self.help_conduct_takeback(whole_seconds(offers::TAKEBACK_WAIT_MS)),
            ),
            ConductTopic::NoTakeback => {
                Passage::new(self.help_conduct_no_takeback_title, vec![], self.help_conduct_no_takeback)
            }
            ConductTopic::DrawOffer => Passage::new(
                self.help_conduct_draw_offer_title,
                vec![],
                self.help_conduct_draw_offer(offers::DRAW_OFFER_PLIES),
            ),
            ConductTopic::Resigning => {
                Passage::new(self.help_conduct_resigning_title, vec![], self.help_conduct_resigning)
            }
            ConductTopic::LateResigning => Passage::new(
                self.help_conduct_resigning_title,
                vec![],
                self.help_conduct_late_resigning(options.resign_from_step),
            ),
            ConductTopic::Absence => Passage::new(
                self.help_conduct_absence_title,
                vec![],
                self.help_conduct_absence(
                    whole_seconds(limits::ABSENCE_MS),
                    whole_seconds(limits::QUIT_ABSENCE_MS),
                    whole_seconds(limits::GAME_ABSENCE_MS),
                ),
            ),
        }
    }
}
