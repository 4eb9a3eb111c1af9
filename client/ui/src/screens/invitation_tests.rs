//! Tests of the widgets of invitations.

use super::tests::{SIZES, click_widget, find, shown, trace, widget};
use chuhe_app::testing::inviting::{code, invitation, inviting};
use chuhe_app::testing::{OTHER, World};
use chuhe_model::actions::action::{Action, Field, InvitationAction, JoinField};
use chuhe_model::choices::lang::Lang;
use chuhe_model::exchange::effect::WindowEffect;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_protocol::{
    ClientMessage, Invitation, InvitationEnd, InvitationRefusal, LobbyMessage, LobbyRequest, PlayerName,
    Refusal, ServerMessage, Terms,
};
use chuhe_view::Model;
use chuhe_view::invitation::FollowedView;
use std::cell::RefCell;

/// Returns a client that has followed the link to an invitation with a long name.
fn invited() -> World {
    let mut world = World::in_lobby();
    world.effects.clear();
    world.act(Action::Follow("#/play/7k3m9qpx02ab".into()));
    let name = PlayerName::parse("一炮定江山先生一炮定江山先生马马").expect("a name");
    let found = Invitation { name, ..invitation(OTHER) };
    world.receive(LobbyMessage::InvitationFound(Box::new(found)));
    world.take_sent();
    world
}

#[test]
fn the_lobby_opens_an_invitation_and_shows_its_link() {
    for lang in Lang::ALL {
        for size in SIZES.into_iter().filter(|size| size.y >= 640.0) {
            let world = RefCell::new(World::in_lobby());
            let mut harness = shown(&world, lang, size);
            world.borrow_mut().take_sent();
            click_widget(&mut harness, "lobby.invite");
            // a dialog is invisible on its first frame
            harness.run_steps(2);
            click_widget(&mut harness, "form.send");
            let sent = world.borrow_mut().take_sent();
            assert!(
                sent.contains(&ClientMessage::Lobby(LobbyRequest::Invite { terms: Terms::default() })),
                "{lang:?} {size}"
            );
            let world = RefCell::new(inviting());
            let mut harness = shown(&world, lang, size);
            let link = world.borrow().app.invitation_link().expect("it is open");
            assert_eq!(widget(&harness, "invitation.link").label, link, "{lang:?} {size}");
            harness.run_steps(1);
            let copy = widget(&harness, "invitation.copy");
            harness.run_steps(1);
            let withdraw = widget(&harness, "invitation.withdraw");
            harness.run_steps(1);
            assert!(!copy.rect.intersects(withdraw.rect) && withdraw.rect.right() < size.x, "{lang:?}");
            world.borrow_mut().effects.clear();
            click_widget(&mut harness, "invitation.copy");
            assert!(world.borrow().effects.contains(&WindowEffect::CopyText(link).into()), "{lang:?} {size}");
            click_widget(&mut harness, "invitation.withdraw");
            let sent = world.borrow_mut().take_sent();
            assert!(
                sent.contains(&ClientMessage::Lobby(LobbyRequest::WithdrawInvitation { code: code() })),
                "{lang:?} {size}"
            );
        }
    }
}

#[test]
fn a_followed_invitation_is_accepted_with_one_button() {
    for lang in Lang::ALL {
        for size in SIZES {
            let world = RefCell::new(invited());
            let mut harness = shown(&world, lang, size);
            let accept = widget(&harness, "invitation.accept").rect;
            assert!(accept.left() > 0.0 && accept.bottom() < size.y, "{lang:?} {size}");
            harness.run_steps(1);
            click_widget(&mut harness, "invitation.accept");
            let sent = world.borrow_mut().take_sent();
            assert!(
                sent.contains(&ClientMessage::Lobby(LobbyRequest::AcceptInvitation { code: code() })),
                "{lang:?} {size}"
            );
        }
    }
}

#[test]
fn an_invitation_that_is_gone_has_no_button_but_to_close() {
    for lang in Lang::ALL {
        let mut gone = World::in_lobby();
        gone.effects.clear();
        gone.act(Action::Follow("#/play/7k3m9qpx02ab".into()));
        let request = gone.last_request();
        let reason = Refusal::Invitation(InvitationRefusal::Closed { how: InvitationEnd::Expired });
        gone.receive(ServerMessage::Refused { request, reason });
        let world = RefCell::new(gone);
        let mut harness = shown(&world, lang, SIZES[0]);
        assert!(!widget(&harness, "invitation.refusal").label.is_empty());
        harness.run_steps(1);
        assert!(trace(&harness).widgets.iter().all(|widget| widget.id != "invitation.accept"));
        harness.run_steps(1);
        click_widget(&mut harness, "invitation.dismiss");
        assert!(
            world.borrow().app.sessions().visit().is_some_and(|visit| visit.invitations.followed.is_none())
        );
    }
}

#[test]
fn a_link_to_a_game_that_is_over_offers_the_lobby_and_the_computer() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SIZES.map(|size| (lang, size))) {
        let mut world = World::new();
        world.act(Action::Edit(Field::Join(JoinField::Name), String::new()));
        world.act(Action::Follow("https://play.example.org/?play=7k3m9qpx02ab&port=7878".into()));
        world.network(NetworkEvent::Connected);
        let how = InvitationEnd::Expired;
        let reason = Refusal::Invitation(InvitationRefusal::Closed { how });
        world.receive(ServerMessage::Refused { request: world.last_request(), reason });
        let world = RefCell::new(world);
        let mut harness = shown(&world, lang, size);
        harness.run_steps(2);
        let seen = trace(&harness);
        let places = ["invited.lobby", "invited.computer"].map(|id| find(&seen, id).rect);
        harness.run_steps(1);
        assert!(!places[0].intersects(places[1]) && places[1].right() < size.x, "{lang:?} {size} {places:?}");
        click_widget(&mut harness, "invited.computer");
        let world = world.borrow();
        let chosen = chuhe_view::start::StartView::of(&Model::of(&world.app, world.now)).chosen;
        assert_eq!(chosen, chuhe_model::choices::local_choice::StartEntry::Computer);
        assert!(world.app.entrance().invited(world.app.sessions()).is_none(), "{lang:?} {size}");
    }
}

#[test]
fn the_link_of_the_users_own_invitation_is_called_theirs() {
    let mut world = World::in_lobby();
    world.act(Action::Follow("#/play/7k3m9qpx02ab".into()));
    let reason = Refusal::Invitation(InvitationRefusal::Own);
    world.receive(ServerMessage::Refused { request: world.last_request(), reason });
    let followed = FollowedView::in_lobby(&Model::of(&world.app, world.now)).expect("it is shown");
    let text = chuhe_texts::Text::of(world.app.desk().lang());
    assert_eq!(followed.heading, text.invitation.open);
    assert!(followed.refusal.is_some_and(|why| why.label == text.refusal(reason)));
}

#[test]
fn the_terms_of_an_invitation_are_read_without_scrolling_on_low_phones() {
    let mut world = World::new();
    world.act(Action::Edit(Field::Join(JoinField::Name), String::new()));
    world.act(Action::Follow("https://play.example.org/?play=7k3m9qpx02ab&port=7878".into()));
    world.network(NetworkEvent::Connected);
    world.receive(LobbyMessage::InvitationFound(Box::new(invitation(OTHER))));
    let world = RefCell::new(world);
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| {
        [[844.0, 390.0], [640.0, 360.0], [360.0, 640.0], [320.0, 480.0]]
            .map(|size| (lang, egui::Vec2::from(size)))
    }) {
        let mut harness = shown(&world, lang, size);
        harness.run_steps(3);
        let model = |world: &World| FollowedView::before_joining(&Model::of(&world.app, world.now));
        let terms = model(&world.borrow()).and_then(|it| it.terms).expect("they are known");
        let read: Vec<String> = harness
            .output()
            .shapes
            .iter()
            .filter_map(|clipped| {
                let egui::Shape::Text(text) = &clipped.shape else { return None };
                let is_seen = clipped.clip_rect.contains_rect(text.visual_bounding_rect());
                is_seen.then(|| text.galley.text().replace('\n', " "))
            })
            .collect();
        // with labels, or in one sentence
        for ((_, term), said) in terms.lines.iter().zip(&terms.summary) {
            let is_read =
                read.iter().any(|read| read.contains(term.as_str()) || read.contains(said.as_str()));
            assert!(is_read, "{lang:?} {size} {term}: {read:?}");
        }
        // who reads no Chinese chooses the pieces before the first game
        let pieces = trace(&harness).widgets.into_iter().find(|it| it.id == "start.pieces.western");
        assert_eq!(
            pieces.as_ref().map(|it| it.whole),
            (!lang.is_chinese()).then_some(true),
            "{lang:?} {size}"
        );
    }
}

#[test]
fn a_fault_in_the_form_moves_nothing() {
    let mut world = World::in_lobby();
    world.act(Action::Invitation(InvitationAction::OpenForm));
    let world = RefCell::new(world);
    let mut harness = shown(&world, Lang::En, egui::vec2(1100.0, 657.0));
    harness.run_steps(2);
    let before = widget(&harness, "form.send").rect;
    harness.run_steps(1);
    click_widget(&mut harness, "form.start");
    harness.input_mut().events.push(egui::Event::Text("rubbish/x".into()));
    harness.run_steps(2);
    harness.press_key(egui::Key::Enter);
    harness.run_steps(3);
    let widgets = trace(&harness).widgets;
    let place = |id: &str| widgets.iter().find(|it| it.id == id).map(|it| it.rect);
    assert_eq!(place("form.send"), Some(before));
    assert!(place("form.start").is_some_and(|field| field.bottom() < before.top()), "the field is in sight");
    assert_eq!(place("notice"), None, "the form says it already");
}

#[test]
fn in_a_low_window_the_form_of_an_invitation_scrolls_below_the_settings() {
    let size = egui::vec2(427.0, 240.0);
    let mut world = World::new();
    world.act(Action::Follow("https://play.example.org/?play=7k3m9qpx02ab&port=7878".into()));
    world.network(NetworkEvent::Connected);
    world.receive(LobbyMessage::InvitationFound(Box::new(invitation(OTHER))));
    world.act(Action::Invitation(InvitationAction::Accept));
    world.network(NetworkEvent::Connected);
    world.receive(ServerMessage::Refused { request: world.last_request(), reason: Refusal::NameRegistered });
    let world = RefCell::new(world);
    for lang in Lang::ALL {
        let mut harness = shown(&world, lang, size);
        harness.run_steps(3);
        let widgets = trace(&harness).widgets;
        let settings = widgets.iter().find(|it| it.id == "settings").expect("it is in the corner").rect;
        let fields: Vec<_> = widgets.iter().filter(|it| it.id.starts_with("join.")).collect();
        assert!(!fields.is_empty(), "{lang:?}");
        for field in fields {
            assert!(field.rect.top() >= settings.bottom() - 5.0, "{lang:?}: {} at {}", field.id, field.rect);
        }
    }
}
