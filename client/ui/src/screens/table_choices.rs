//! The line with the server and the terms of the game.

use super::parts;
use super::view::View;
use crate::widgets::{theme, ui_trace};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::drawing::scene::Rect;
use chuhe_model::table::Table;
use chuhe_protocol::GameTerms;
use chuhe_rules::luzhanqi::MineRule;
use chuhe_rules::xiangqi::RuleSet;
use egui::{Sense, Ui};

/// Shows the server and the terms of the game.
pub(super) fn terms(view: &View<'_>, ui: &Ui, table: &Table, place: Rect) {
    let server = view.app.sessions().link().server().filter(|_| view.app.sessions().link().is_joined());
    let server = server.map(|server| match view.app.sessions().local() {
        Some(local) if local.is_shared() => view.text.local.both_here.to_owned(),
        Some(_) => view.text.local.no_server.to_owned(),
        None => view.text.connected_to(&format!("{}:{}", server.host, server.port)),
    });
    let time = view.text.clock.short(table.game().times()[table.game().me()]);
    let game = view.text.game_choice(GameChoice::of(table.game().terms().game.kind()));
    let special = match &table.game().terms().game {
        GameTerms::Luzhanqi { options, .. } if options.mine != MineRule::default() => {
            Some(view.text.labelled(view.text.mines, view.text.mine_rule(options.mine)))
        }
        GameTerms::Xiangqi { rules, .. } if *rules != RuleSet::Asian => {
            Some(view.text.rule_set(*rules).to_owned())
        }
        GameTerms::Luzhanqi { .. } | GameTerms::Xiangqi { .. } => None,
    };
    let font = theme::plain(theme::TEXT_SMALL);
    let rated = table.game().terms().rated.then(|| view.text.rating_rated.to_owned());
    let terms = [game.to_owned(), time].into_iter().chain(special).chain(rated);
    let mut message: Vec<String> = server.into_iter().chain(terms).collect();
    let is_cut = |message: &[String]| {
        parts::line(ui.ctx(), &message.join(" · "), font.clone(), view.theme.sub, place.width()).elided
    };
    // if there is too little room, leave out the server first
    if is_cut(&message) && message.len() > 2 {
        message.remove(0);
    }
    let message = message.join(" · ");
    let at = place.left_center();
    let rect = parts::in_two_lines(ui, at, &message, font, view.theme.sub, place.width());
    let response = ui.interact(rect, ui.id().with("terms"), Sense::hover());
    ui_trace::record(ui, "footer.terms", &message, &response);
}
