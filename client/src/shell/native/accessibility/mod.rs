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

/// Whether somebody reads, which the thread of AccessKit says.
#[derive(Clone, Debug)]
struct Readers {
    are_there: Arc<AtomicBool>,
    window: Thread,
}

struct Requests {
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

impl ActionHandler for Requests {
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
        let window = thread::current();
        let (sender, requests) = mpsc::sync_channel(WAITING_REQUESTS);
        let readers = Readers { are_there: Arc::default(), window: window.clone() };
        let adapter =
            has_window.then(|| Adapter::new(readers.clone(), Requests { sender, window }, readers.clone()));
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
        let drafts = self.shown.drafts.clone();
        let shown = Shown { focus: frame.widgets.focus.clone(), places, drafts };
        if let Some(adapter) = &mut self.adapter {
            adapter.update_window_focus_state(frame.is_focused);
        }
        let has_changed = self.shown != shown;
        self.shown = shown;
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
                    self.shown.drafts.remove(&id);
                    Some(MirrorAct::Do { id, text: target.text })
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
        self.targets = rendered.targets;
        self.shown.drafts.retain(|id, _| self.targets.values().any(|target| target.id == *id));
        if let Some(adapter) = &mut self.adapter {
            adapter.update_if_active(|| rendered.update);
        }
    }
}
