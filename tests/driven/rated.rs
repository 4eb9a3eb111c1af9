//! Two clients find each other, play a rated game to checkmate, and see both ratings move.

use super::{Driven, play};

/// Registers the client's name: only registered players have ratings.
fn register(client: &mut impl Driven) {
    client.click("account");
    for field in ["account.password", "account.again"] {
        client.click(field);
        client.type_text("long.enough.7");
    }
    client.click("account.register");
    client.until("the server has registered the name", |page| page.widget("account.close").is_none());
}

/// Looks for an opponent in a rated game of xiangqi, with this colour.
fn seek(client: &mut impl Driven, color: &str) {
    client.click("lobby.terms");
    for choice in ["form.xiangqi", color, "form.rated"] {
        client.reveal(choice);
        client.choose(choice);
    }
    client.click("form.send");
}

/// Two clients in the lobby register, look for an opponent, and play until red has won.
pub(crate) fn find_and_play(red: &mut impl Driven, black: &mut impl Driven) {
    register(red);
    register(black);
    seek(red, "form.red");
    red.until("the search is shown", |page| page.widget("seek.end").is_some());
    red.save_screenshot("rated-search");
    seek(black, "form.black");
    play(red, black, "b2b4", 'C');
    play(black, red, "d9e8", 'a');
    play(red, black, "b4g4", 'C');
    play(black, red, "b9c7", 'n');
    play(red, black, "g4g9", 'C');
    // what Glicko-2 makes of the first game of two new players
    red.until("the rating has risen", |page| page.shows_text("1662") && page.shows_text("+162"));
    black.until("the rating has fallen", |page| page.shows_text("1338") && page.shows_text("-162"));
    red.save_screenshot("rated-result");
    red.click("table.leave");
    red.until("the lobby is shown", |page| page.screen == "lobby");
    red.save_screenshot("rated-lobby");
}
