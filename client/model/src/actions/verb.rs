//! The commands of the text mode.

use strum::VariantArray;

/// What a line of the text mode asks for, in groups by situation. The texts have the words that begin it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum Verb {
    // before a game or a server
    /// Play the computer.
    Computer,
    /// Go on with the game that was left.
    Continue,
    /// Join a server.
    Connect,
    /// Set the password for the next attempt to join.
    Password,
    /// Enter a hall of the server.
    Hall,
    /// Search for servers on the local network.
    Nearby,
    // in a lobby
    /// List who is online.
    Players,
    /// List the next page of who is online.
    More,
    /// Challenge a player.
    Challenge,
    /// Look for an opponent, or look no more.
    Seek,
    /// List the open challenges.
    Challenges,
    /// Accept a challenge.
    Accept,
    /// Decline a challenge.
    Decline,
    /// Cancel one's own challenges, and withdraw the invitation.
    Cancel,
    /// Open an invitation, whose link friends receive.
    Invite,
    /// Watch a game.
    Watch,
    /// Show the profile of a player.
    Profile,
    /// Show who has the best ratings.
    Leaderboard,
    // in a set-up
    /// Set up a random formation.
    Shuffle,
    /// Swap two pieces of the formation.
    Swap,
    /// Confirm the formation.
    Ready,
    /// Withdraw an offer or the formation.
    Withdraw,
    // in a game
    /// Read the board row by row.
    Board,
    /// Read the board piece by piece.
    Pieces,
    /// Say where a kind of piece is, or what stands on a point.
    Where,
    /// List the legal moves.
    Moves,
    /// Ask the computer for a move.
    Hint,
    /// Say what the opponent threatens.
    Threat,
    /// Say what was wrong with the user's last move.
    Why,
    /// List the moves played.
    List,
    /// Read both clocks.
    Clock,
    /// Offer a draw.
    Draw,
    /// Ask for a takeback.
    Takeback,
    /// Ask for a rematch.
    Rematch,
    /// Resign, after a confirmation.
    Resign,
    /// Claim the game of an absent opponent.
    Claim,
    /// Write a line of chat.
    Say,
    // always
    /// List the commands.
    Help,
    /// List what the screen offers, or do what is listed.
    Menu,
    /// Say where the user is and whose turn it is.
    Status,
    /// Read the rules of the game.
    Rules,
    /// Answer yes.
    Yes,
    /// Answer no.
    No,
    /// Choose the language.
    Language,
    /// Leave the game or the server.
    Leave,
    /// End the program.
    Quit,
}
