//! What a user does beside moving by the mouse: marks, premoves, the keyboard, chat and settings.

use super::manager::manage;
use super::*;
use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::Stdio;

/// A screen that is larger than the window that opens on it.
const LARGE: Pixels = (1600, 1000);
/// The most stops that Tab makes on one screen.
const MOST_STOPS: usize = 80;

#[test]
fn a_game_is_played_with_marks_premoves_and_the_keyboard() {
    let (programs, folder, _server, address) = serve();
    let program = programs.join("chuhe");
    let join = |lang, name| ["--lang", lang, "--connect", &address, "--name", name].map(str::to_owned);
    let large = screen(LARGE);
    manage(&large.1, None);
    let [english, chinese] = [join("en", "Bo"), join("zh", "Cy")];
    let mut bo =
        Window::open_on(large, "Bo", &program, folder.path(), &english.each_ref().map(String::as_str));
    let mut cy = Window::open("Cy", &program, folder.path(), &chinese.each_ref().map(String::as_str));

    play_the_computer_meanwhile(&mut bo);
    challenge_from_the_card(&mut bo, &mut cy);
    // the first move of each side is due within a minute
    bo.paste_move("炮二平五");
    await_move(&mut bo, &mut cy, "h2e2", 'C');
    cy.type_move("h9g7");
    await_move(&mut cy, &mut bo, "h9g7", 'n');

    draw_marks(&mut bo);
    cancel_a_drag(&mut bo);
    cancel_a_premove(&mut cy);
    cy.premove("b9", "c7");
    cy.save_screenshot("premove");
    play_with_the_cursor(&mut bo, "h0", "g2");
    await_move(&mut bo, &mut cy, "h0g2", 'N');
    await_move(&mut cy, &mut bo, "b9c7", 'n');
    bo.type_move("R1.2");
    await_move(&mut bo, &mut cy, "i0h0", 'R');

    chat_and_block(&mut bo, &mut cy);
    visit_all_widgets(&mut bo);
    turn_around(&mut bo);
    fill_the_screen(&mut bo);
    list_the_keys(&mut bo);
    change_settings(&mut bo);
}

impl Window {
    /// Moves the pointer along these squares with a button down, and keeps it down.
    fn hold(&self, from: &str, to: &str) {
        let ((x, y), (to_x, to_y)) = (self.square(from), self.square(to));
        let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(|pixel| pixel.to_string());
        self.xdotool(&["mousemove", &x, &y, "mousedown", "1", "mousemove", &to_x, &to_y]);
    }

    /// Draws a red circle, by a right click with Shift.
    fn draw_circle(&mut self, at: &str) {
        let (x, y) = self.square(at);
        let [x, y] = [x, y].map(|pixel| pixel.to_string());
        self.input(2, &["mousemove", &x, &y, "keydown", "shift", "click", "3", "keyup", "shift"]);
    }

    fn right_click_square(&mut self, at: &str) {
        let (x, y) = self.square(at);
        self.input(1, &["mousemove", &x.to_string(), &y.to_string(), "click", "3"]);
    }

    fn until_marks(&mut self, count: usize) {
        self.until(&format!("{count} marks are shown"), |page| page.marks == count);
    }

    /// Chooses a move during the opponent's turn.
    pub(super) fn premove(&mut self, from: &str, to: &str) {
        self.click_square(from);
        self.click_square(to);
        self.until("a premove is shown", |page| page.premove.is_some());
    }

    /// Types a move at the table, and enters it.
    fn type_move(&mut self, text: &str) {
        self.type_text(text);
        self.enter_move(text);
    }

    /// Begins to type a move, and pastes this one in its place: `xdotool` cannot type Chinese.
    fn paste_move(&mut self, text: &str) {
        self.copy(text);
        self.key("x");
        self.until("the field is open", |page| page.widget("table.move").is_some());
        self.key("ctrl+a");
        // while it asks for the clipboard, the window may miss the release of the keys
        self.xdotool(&["key", "ctrl+v"]);
        self.enter_move(text);
    }

    /// Enters the move that is typed.
    fn enter_move(&mut self, text: &str) {
        self.until(&format!("the field reads {text}"), |page| {
            page.widget("table.move").is_some_and(|widget| widget.label == text)
        });
        self.key("Return");
        self.until("the field is closed", |page| page.widget("table.move").is_none());
    }

    /// Copies a text to the clipboard of the screen.
    fn copy(&self, text: &str) {
        let mut xclip = Command::new("xclip");
        xclip.env("DISPLAY", &self.display).args(["-in", "-selection", "clipboard"]);
        let mut running = xclip.stdin(Stdio::piped()).spawn().expect("xclip can be run");
        let mut input = running.stdin.take().expect("standard input is piped");
        input.write_all(text.as_bytes()).expect("xclip reads its input");
        drop(input);
        assert!(running.wait().expect("xclip ends").success(), "xclip copies {text}");
    }

    /// Moves the cursor on the board to a place: first across, then up or down.
    fn go_to(&mut self, place: &str) {
        let wanted = self.square(place);
        for _ in 0..30 {
            let at = self.page.cursor.clone().expect("the board has the keyboard");
            let (x, y) = self.square(&at);
            let key = match ((x - wanted.0).signum(), (y - wanted.1).signum()) {
                (0, 0) => return,
                (1, _) => "Left",
                (-1, _) => "Right",
                (_, 1) => "Up",
                _ => "Down",
            };
            self.key(key);
            self.until("the cursor moves", |page| page.cursor.as_ref().is_some_and(|it| *it != at));
        }
        panic!("{}: the cursor does not reach {place}", self.name);
    }

    /// Waits until a widget is gone.
    fn until_gone(&mut self, id: &str) {
        self.until(&format!("{id} is gone"), |page| page.widget(id).is_none());
    }
}

/// The user leaves the lobby for a game against the computer, moves, and comes back.
fn play_the_computer_meanwhile(bo: &mut Window) {
    // the button moves down when the first other player joins
    bo.until("Cy is in the lobby", |page| page.widget("lobby.player.Cy").is_some());
    bo.click("lobby.computer");
    bo.click("lobby.computer.play");
    bo.until_piece(Some('C'), "h2");
    let (from, to) = if bo.square("h2").1 > bo.square("h7").1 { ("h2", "e2") } else { ("h7", "e7") };
    assert_eq!(bo.page.screen, "table");
    bo.hold(from, to);
    bo.until("the piece is dragged", |page| page.dragged.as_deref() == Some(from));
    bo.input(1, &["mouseup", "1"]);
    bo.click("table.menu");
    bo.until("the lobby is shown", |page| page.screen == "lobby");
}

/// The user challenges a player from their card, and sends the challenge with Enter.
fn challenge_from_the_card(bo: &mut Window, cy: &mut Window) {
    bo.click("lobby.player.Cy");
    bo.until("the card is shown", |page| page.widget("player.score").is_some());
    bo.save_screenshot("player-card");
    bo.key("Escape");
    bo.until_gone("player.score");
    bo.click("lobby.player.Cy");
    bo.click("player.challenge");
    bo.choose("form.red");
    bo.choose("form.preset.5");
    bo.key("Return");
    cy.click("challenge.accept");
    for window in [bo, cy] {
        window.until_piece(Some('C'), "b2");
        window.until("it is a table of two", |page| page.enabled("table.menu").is_none());
    }
}

/// Draws an arrow and a circle, and erases the circle.
fn draw_marks(bo: &mut Window) {
    bo.drag("3", "b2", "b9");
    bo.until_marks(1);
    bo.draw_circle("e3");
    bo.until_marks(2);
    bo.save_screenshot("marks");
    bo.draw_circle("e3");
    bo.until_marks(1);
}

/// Escape returns a dragged piece, which is not played when the button is released.
fn cancel_a_drag(bo: &mut Window) {
    bo.hold("b0", "c2");
    bo.until("the piece is dragged", |page| {
        page.dragged.as_deref() == Some("b0") && !page.pieces.contains_key("b0")
    });
    bo.key("Escape");
    bo.until_piece(Some('N'), "b0");
    assert_eq!(bo.page.dragged, None);
    bo.input(1, &["mouseup", "1"]);
    bo.until_piece(Some('N'), "b0");
    bo.until_piece(None, "c2");
}

/// A right click cancels a premove.
fn cancel_a_premove(cy: &mut Window) {
    cy.premove("b9", "c7");
    cy.right_click_square("e4");
    cy.until("the premove is cancelled", |page| page.premove.is_none());
    assert_eq!(cy.page.marks, 0, "the click draws nothing");
}

/// Moves a piece with the arrows and Enter.
fn play_with_the_cursor(window: &mut Window, from: &str, to: &str) {
    window.key("Up");
    window.until("the board has the keyboard", |page| page.cursor.is_some());
    for place in [from, to] {
        window.go_to(place);
        window.key("Return");
    }
}

/// One player composes Chinese in the chat; the other blocks them in the menu of their name.
fn chat_and_block(bo: &mut Window, cy: &mut Window) {
    cy.click("tab.chat");
    cy.click("chat.pinyin");
    cy.type_text("nihao");
    cy.until("the composer has the letters", |page| {
        page.widget("pinyin.letters").is_some_and(|it| it.label == "nihao")
    });
    cy.key("space");
    cy.until("the field reads 你好", |page| {
        page.widget("chat.text").is_some_and(|widget| widget.label == "你好")
    });
    cy.key("Return");
    bo.click("tab.chat");
    bo.click("chat.name.0");
    bo.until("the menu is open", |page| page.enabled("chat.block").is_some());
    bo.save_screenshot("player-menu");
    bo.click("chat.block");
    bo.until_gone("chat.name.0");
    bo.click("tab.moves");
}

/// Tab visits all widgets with a visible focus, and comes back to the first.
fn visit_all_widgets(bo: &mut Window) {
    let mut stops = BTreeSet::new();
    while stops.len() < MOST_STOPS {
        let before = bo.page.focus.clone();
        bo.key("Tab");
        bo.until("Tab moves on", |page| !page.focus.is_empty() && page.focus != before);
        let [width, height] = bo.page.window;
        let is_visible = match bo.page.ring {
            Some([x, y, w, h]) => w > 0 && h > 0 && x < width && y < height && x + w > 0 && y + h > 0,
            None => bo.page.cursor.is_some(),
        };
        assert!(is_visible, "the focus on {} is invisible", bo.page.focus);
        if !stops.insert(bo.page.focus.clone()) {
            break;
        }
    }
    let is_missed = |widget: &&Widget| widget.enabled && widget.focusable && !stops.contains(&widget.id);
    let missed: Vec<&Widget> = bo.page.widgets.iter().filter(is_missed).collect();
    assert!(missed.is_empty(), "Tab visits {stops:?}, but not {missed:#?}");
    assert!(stops.contains("board"));
}

/// Turns the board around with Tab and Enter.
fn turn_around(bo: &mut Window) {
    for _ in 0..MOST_STOPS {
        if bo.page.focus == "table.flip" {
            break;
        }
        let before = bo.page.focus.clone();
        bo.key("Tab");
        bo.until("Tab moves on", |page| page.focus != before);
    }
    bo.save_screenshot("focus");
    let corner = bo.square("a0");
    bo.key("Return");
    bo.until("the board is turned around", |page| page.squares["a0"] != <[i32; 2]>::from(corner));
}

/// The window covers the screen, and has its size again.
fn fill_the_screen(bo: &mut Window) {
    let usual = bo.page.window;
    let whole = [LARGE.0, LARGE.1].map(u32::cast_signed);
    // the hidden window may miss the release of the key
    bo.xdotool(&["key", "F11"]);
    bo.until("the window covers the screen", |page| page.window == whole);
    bo.save_screenshot("full-screen");
    bo.click("settings");
    bo.click("settings.page.display");
    bo.click("settings.full_screen");
    bo.until("the window has its usual size", |page| page.window == usual);
    bo.click("settings.close");
    bo.until_gone("settings.close");
}

fn list_the_keys(bo: &mut Window) {
    bo.key("shift+slash");
    bo.until("the keys are listed", |page| page.shows_text("F11"));
    bo.save_screenshot("keys");
    bo.key("Escape");
    bo.until_gone("keys.row");
}

/// Changes the look of the board, and the scale by keys.
fn change_settings(bo: &mut Window) {
    bo.click("settings");
    bo.click("settings.page.board");
    bo.choose("settings.pieces.western");
    bo.choose("settings.board.baize");
    bo.click("settings.page.display");
    bo.choose("settings.palette.high_contrast");
    bo.key("Escape");
    bo.until_gone("settings.close");
    bo.save_screenshot("settings-chosen");
    let scale = bo.page.scale;
    bo.key("ctrl+equal");
    bo.until("everything is larger", |page| page.scale > scale);
    bo.key("ctrl+0");
    bo.until("everything is as large as before", |page| page.scale <= scale);
}
