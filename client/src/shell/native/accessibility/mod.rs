//! Gives the mirror to the accessibility service of the desktop (AT-SPI), by AccessKit.
//!
//! AccessKit talks with the service on a thread of its own, and wakes the window when a screen reader comes or acts.
//! Without a service nothing is ever asked for, which is not an error.

mod tree;

use crate::shell::mirror::MirrorAct;
use crate::shell::trace::TracedFrame;
use accesskit::{Action, ActionData, ActionHandler, ActionRequest, ActivationHandler, DeactivationHandler};
use accesskit::{NodeId, Rect, TreeUpdate};
use accesskit_unix::Adapter;
use chuhe_web::Mirror;
use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, Thread};
use tree::{Shown, Target, render};

/// The most requests of screen readers that wait for the window; further ones are dropped.
const WAITING_REQUESTS: usize = 64;

/// The accessibility service, which may not be there.
#[derive(Debug)]
pub(super) struct Accessibility {
    /// Only for a program with a window: the text mode is read in its terminal.
    adapter: Option<Adapter>,
    readers: Readers,
    requests: Receiver<ActionRequest>,
    shown: Shown,
    targets: BTreeMap<NodeId, Target>,
}

/// The screen readers, as the thread of AccessKit knows them.
#[derive(Clone, Debug)]
struct Readers {
    are_there: Arc<AtomicBool>,
    sender: SyncSender<ActionRequest>,
    window: Thread,
}

impl ActivationHandler for Readers {
    fn request_initial_tree(&mut self) -> Option<TreeUpdate> {
        self.are_there.store(true, Ordering::Release);
        self.window.unpark();
        // the window sends it with its next frame
        None
    }
}

impl DeactivationHandler for Readers {
    fn deactivate_accessibility(&mut self) {
        self.are_there.store(false, Ordering::Release);
    }
}

impl ActionHandler for Readers {
    fn do_action(&mut self, request: ActionRequest) {
        if self.sender.try_send(request).is_ok() {
            self.window.unpark();
        } else {
            tracing::warn!("a screen reader asks for more than the window can do");
        }
    }
}

impl Accessibility {
    /// Looks for the service, if the program has a window. The calling thread is unparked when a screen reader comes
    /// or acts.
    pub(super) fn open(has_window: bool) -> Self {
        let (sender, requests) = mpsc::sync_channel(WAITING_REQUESTS);
        let readers = Readers { are_there: Arc::default(), sender, window: thread::current() };
        let adapter = has_window.then(|| Adapter::new(readers.clone(), readers.clone(), readers.clone()));
        let (shown, targets) = (Shown::default(), BTreeMap::new());
        Self { adapter, readers, requests, shown, targets }
    }

    /// Whether a screen reader is there.
    pub(super) fn is_read(&self) -> bool {
        self.readers.are_there.load(Ordering::Acquire)
    }

    /// Takes what the window shows: where the parts are, which one has the keyboard, and whether the window has it.
    /// Returns whether the places or the part have changed.
    pub(super) fn show_window(&mut self, frame: &TracedFrame<'_>) -> bool {
        let place = |rect: egui::Rect| {
            let pixels =
                [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(|it| f64::from(it * frame.scale));
            let [x0, y0, x1, y1] = pixels;
            Rect { x0, y0, x1, y1 }
        };
        let uncovered = frame.widgets.widgets.iter().filter(|it| !it.covered);
        let places = uncovered.map(|it| (it.id.clone(), place(it.rect))).collect();
        let focus = frame.widgets.focus.clone();
        if let Some(adapter) = &mut self.adapter {
            adapter.update_window_focus_state(frame.is_focused);
            if let Some((left, top)) = frame.origin {
                let size = frame.window * frame.scale;
                let (left, top) = (f64::from(left), f64::from(top));
                let inner = Rect::from_origin_size((left, top), (f64::from(size.x), f64::from(size.y)));
                // the service does not take the frame of the window manager from AccessKit
                adapter.set_root_window_bounds(inner, inner);
            }
        }
        let has_changed = self.shown.focus != focus || self.shown.places != places;
        self.shown = Shown { focus, places, ..mem::take(&mut self.shown) };
        has_changed
    }

    /// Returns what the user of a screen reader did next.
    pub(super) fn next_act(&mut self) -> Option<MirrorAct> {
        let mut acts = self.requests.try_iter().map(|request| {
            // the node may have gone meanwhile
            let target = self.targets.get(&request.target_node)?.clone();
            let id = target.id;
            match (request.action, request.data) {
                (Action::Click, _) => {
                    // the draft may be newer than the tree
                    let text = self.shown.drafts.remove(&id).unwrap_or(target.text);
                    Some(MirrorAct::Do { id, text })
                }
                (Action::SetValue, Some(ActionData::Value(text))) if target.is_sent_later => {
                    self.shown.drafts.insert(id, text.into());
                    None
                }
                (Action::SetValue, Some(ActionData::Value(text))) => {
                    Some(MirrorAct::Do { id, text: text.into() })
                }
                (Action::Focus, _) => Some(MirrorAct::Focus { part: target.part }),
                _ => None,
            }
        });
        acts.find_map(|act| act)
    }

    /// Passes the whole tree to AccessKit, which passes on to the service what differs from the one there.
    pub(super) fn show(&mut self, tree: &Mirror) {
        let rendered = render(tree, &self.shown);
        self.shown.before = rendered.update.nodes.iter().map(|(id, _)| *id).collect();
        self.targets = rendered.targets;
        self.shown.drafts.retain(|id, _| self.targets.values().any(|target| target.id == *id));
        if let Some(adapter) = &mut self.adapter {
            adapter.update_if_active(|| rendered.update);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use accesskit::TreeId;
    use chuhe_app::testing::World;
    use chuhe_rules::Color;

    #[test]
    fn a_typed_text_waits_for_its_button_and_a_request_for_a_part_that_is_gone_does_nothing() {
        let mut service = Accessibility::open(false);
        let world = World::at_board(Color::Red);
        service.show(&chuhe_web::of(&world.app, world.now));
        let field = service.targets.iter().find(|(_, target)| target.part == "move").unwrap();
        let button = service.targets.iter().find(|(_, target)| target.part == "move.play").unwrap();
        let (field, button) = (*field.0, *button.0);
        let request = |action, target_node, text: Option<&str>| {
            let data = text.map(|text| ActionData::Value(text.into()));
            ActionRequest { action, target_tree: TreeId::ROOT, target_node, data }
        };
        let ask = |service: &mut Accessibility, action, node, text| {
            service.readers.do_action(request(action, node, text));
            service.next_act()
        };
        assert_eq!(ask(&mut service, Action::SetValue, field, Some("h2e2")), None);
        let (id, text) = ("move".to_owned(), "h2e2".to_owned());
        assert_eq!(ask(&mut service, Action::Click, button, None), Some(MirrorAct::Do { id, text }));
        service.show(&chuhe_web::of(&world.app, world.now));
        assert_eq!(service.targets[&field].text, "", "the text was sent");
        assert_eq!(ask(&mut service, Action::Click, NodeId(1), None), None);
        for _ in 0..2 * WAITING_REQUESTS {
            service.readers.do_action(request(Action::Focus, field, None));
        }
        let acts = std::iter::from_fn(|| service.next_act()).count();
        assert_eq!(acts, WAITING_REQUESTS);
    }
}
