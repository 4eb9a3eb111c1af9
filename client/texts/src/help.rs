//! The words of the help pages.

use super::format::{in_units, whole_seconds};
use super::generated::HelpText;
use chuhe_model::help::{ConductTopic, Passage, PlayTopic, SetupTopic, Topic, XiangqiTopic};
use chuhe_protocol::limits;
use chuhe_rules::clock::{LAG_CREDIT_MS, LAG_QUOTA_MS, PREMOVE_CHARGE_MS};
use chuhe_rules::luzhanqi::Options;
use chuhe_rules::offers;

impl HelpText {
    /// The passage on a topic.
    pub fn passage(&self, topic: Topic) -> Passage {
        match topic {
            Topic::Xiangqi(topic) => self.xiangqi(topic),
            Topic::LuzhanqiSetup(topic) => self.setup(topic),
            Topic::LuzhanqiPlay(topic) => self.play(topic),
            Topic::Conduct(topic) => self.conduct(topic),
        }
    }

    fn xiangqi(&self, topic: XiangqiTopic) -> Passage {
        match topic {
            XiangqiTopic::Board => {
                Passage::new(self.xiangqi_board_title, vec![self.xiangqi_board_caption], self.xiangqi_board)
            }
            XiangqiTopic::King => Passage::new(
                self.xiangqi_king_title,
                vec![self.xiangqi_king_caption_1, self.xiangqi_king_caption_2],
                self.xiangqi_king,
            ),
            XiangqiTopic::Advisor => Passage::new(
                self.xiangqi_advisor_title,
                vec![self.xiangqi_advisor_caption],
                self.xiangqi_advisor,
            ),
            XiangqiTopic::Elephant => Passage::new(
                self.xiangqi_elephant_title,
                vec![self.xiangqi_elephant_caption_1, self.xiangqi_elephant_caption_2],
                self.xiangqi_elephant,
            ),
            XiangqiTopic::Horse => {
                Passage::new(self.xiangqi_horse_title, vec![self.xiangqi_horse_caption], self.xiangqi_horse)
            }
            XiangqiTopic::Rook => {
                Passage::new(self.xiangqi_rook_title, vec![self.xiangqi_rook_caption], self.xiangqi_rook)
            }
            XiangqiTopic::Cannon => Passage::new(
                self.xiangqi_cannon_title,
                vec![self.xiangqi_cannon_caption],
                self.xiangqi_cannon,
            ),
            XiangqiTopic::Pawn => Passage::new(
                self.xiangqi_pawn_title,
                vec![self.xiangqi_pawn_caption_1, self.xiangqi_pawn_caption_2],
                self.xiangqi_pawn,
            ),
            XiangqiTopic::Check => {
                Passage::new(self.xiangqi_check_title, vec![self.xiangqi_check_caption], self.xiangqi_check)
            }
            XiangqiTopic::Mate => Passage::new(
                self.xiangqi_mate_title,
                vec![self.xiangqi_mate_caption_1, self.xiangqi_mate_caption_2],
                self.xiangqi_mate,
            ),
            XiangqiTopic::Repetition => Passage::new(
                self.xiangqi_repetition_title,
                vec![self.xiangqi_repetition_caption_1, self.xiangqi_repetition_caption_2],
                self.xiangqi_repetition,
            ),
            XiangqiTopic::Draws => {
                Passage::new(self.xiangqi_draws_title, vec![], self.xiangqi_draws(limits::GAME_PLIES))
            }
        }
    }

    fn setup(&self, topic: SetupTopic) -> Passage {
        match topic {
            SetupTopic::Arm => {
                Passage::new(self.setup_arm_title, vec![self.setup_arm_caption], self.setup_arm)
            }
            SetupTopic::Boards => Passage::new(
                self.setup_boards_title,
                vec![self.setup_boards_caption_1, self.setup_boards_caption_2],
                self.setup_boards,
            ),
            SetupTopic::Set => Passage::new(self.setup_set_title, vec![], self.setup_set),
            SetupTopic::Placing => Passage::new(
                self.setup_placing_title,
                vec![
                    self.setup_placing_caption_1,
                    self.setup_placing_caption_2,
                    self.setup_placing_caption_3,
                ],
                self.setup_placing,
            ),
            SetupTopic::Layout => Passage::new(
                self.setup_layout_title,
                vec![],
                format!("{}\n{}", self.setup_swapping, self.setup_layout(limits::SETUP_MS / 60_000)),
            ),
        }
    }

    fn play(&self, topic: PlayTopic) -> Passage {
        let options = Options::default();
        match topic {
            PlayTopic::Road => {
                Passage::new(self.play_road_title, vec![self.play_road_caption], self.play_road)
            }
            PlayTopic::Rail => {
                Passage::new(self.play_rail_title, vec![self.play_rail_caption], self.play_rail)
            }
            PlayTopic::Engineer => {
                Passage::new(self.play_engineer_title, vec![self.play_engineer_caption], self.play_engineer)
            }
            PlayTopic::Curve => {
                Passage::new(self.play_curve_title, vec![self.play_curve_caption], self.play_curve)
            }
            PlayTopic::Centre => {
                Passage::new(self.play_centre_title, vec![self.play_centre_caption], self.play_centre)
            }
            PlayTopic::Still => Passage::new(self.play_still_title, vec![], self.play_still),
            PlayTopic::Battles => Passage::new(self.play_battles_title, vec![], self.play_battles),
            PlayTopic::Camp => {
                Passage::new(self.play_camp_title, vec![self.play_camp_caption], self.play_camp)
            }
            PlayTopic::Hidden => {
                Passage::new(self.play_hidden_title, vec![self.play_hidden_caption], self.play_hidden)
            }
            PlayTopic::FlagShown => Passage::new(
                self.play_flag_shown_title,
                vec![self.play_flag_shown_caption],
                self.play_flag_shown,
            ),
            PlayTopic::Wins => Passage::new(self.play_wins_title, vec![], self.play_wins),
            PlayTopic::Draws => Passage::new(
                self.play_draws_title,
                vec![],
                self.play_draws(options.draw_after_quiet_steps, options.draw_notice_steps),
            ),
        }
    }

    fn conduct(&self, topic: ConductTopic) -> Passage {
        let options = Options::default();
        match topic {
            ConductTopic::Clocks => Passage::new(
                self.conduct_clocks_title,
                vec![],
                self.conduct_clocks(
                    whole_seconds(limits::FIRST_MOVE_MS),
                    whole_seconds(limits::UNTIMED_FIRST_MOVE_MS) / 60,
                    &in_units(LAG_CREDIT_MS.into(), 1_000),
                    &in_units(LAG_QUOTA_MS.into(), 1_000),
                    &in_units(PREMOVE_CHARGE_MS.into(), 1_000),
                ),
            ),
            ConductTopic::PassedTurn => Passage::new(
                self.conduct_passed_turn_title,
                vec![],
                self.conduct_passed_turn(options.passes_to_lose),
            ),
            ConductTopic::Takeback => Passage::new(
                self.conduct_takeback_title,
                vec![],
                self.conduct_takeback(whole_seconds(offers::TAKEBACK_WAIT_MS)),
            ),
            ConductTopic::NoTakeback => {
                Passage::new(self.conduct_no_takeback_title, vec![], self.conduct_no_takeback)
            }
            ConductTopic::DrawOffer => Passage::new(
                self.conduct_draw_offer_title,
                vec![],
                self.conduct_draw_offer(offers::DRAW_OFFER_PLIES),
            ),
            ConductTopic::Resigning => {
                Passage::new(self.conduct_resigning_title, vec![], self.conduct_resigning)
            }
            ConductTopic::LateResigning => Passage::new(
                self.conduct_resigning_title,
                vec![],
                self.conduct_late_resigning(options.resign_from_step),
            ),
            ConductTopic::Absence => Passage::new(
                self.conduct_absence_title,
                vec![],
                self.conduct_absence(
                    whole_seconds(limits::ABSENCE_MS),
                    whole_seconds(limits::QUIT_ABSENCE_MS),
                    whole_seconds(limits::GAME_ABSENCE_MS),
                ),
            ),
        }
    }
}
