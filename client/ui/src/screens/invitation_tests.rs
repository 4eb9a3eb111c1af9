//! Tests of the widgets of invitations.

use super::tests::{SIZES, click_widget, shown, trace, widget};
use chuhe_app::testing::inviting::{code, invitation, inviting};
use chuhe_app::testing::{OTHER, World};
use chuhe_model::actions::action::Action;
use chuhe_model::choices::lang::Lang;
use chuhe_model::exchange::effect::Effect;
use chuhe_protocol::{
    ClientMessage, Invitation, InvitationEnd, InvitationRefusal, PlayerName, Refusal, ServerMessage, Terms,
};
use std::cell::RefCell;

/// Returns a client that has followed the link to an invitation with a long name.
fn invited() -> World {
    let mut world = World::in_lobby();
    world.effects.clear();
    world.act(Action::Follow("#/play/7k3m9qpx02ab".into()));
    let name = PlayerName::parse("一炮定江山先生一炮定江山先生马马").expect("a name");
    let found = Invitation { name, ..invitation(OTHER) };
    world.receive(ServerMessage::InvitationFound(Box::new(found)));
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
            assert!(sent.contains(&ClientMessage::Invite { terms: Terms::default() }), "{lang:?} {size}");
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
            assert!(world.borrow().effects.contains(&Effect::CopyText(link)), "{lang:?} {size}");
            click_widget(&mut harness, "invitation.withdraw");
            let sent = world.borrow_mut().take_sent();
            assert!(sent.contains(&ClientMessage::WithdrawInvitation { code: code() }), "{lang:?} {size}");
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
            assert!(sent.contains(&ClientMessage::AcceptInvitation { code: code() }), "{lang:?} {size}");
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
        assert!(world.borrow().app.sessions().visit().is_some_and(|visit| visit.followed.is_none()));
    }
}
