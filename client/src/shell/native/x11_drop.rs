//! Receives files that a file manager drops on the window: the protocol XDND.
//!
//! miniquad takes a drop only from programs that offer the path as text. File managers offer a list of URIs. A
//! window of the watching connection therefore speaks for the window of the program (`XdndProxy`), so that the drops
//! reach this file.

use super::x11_error::Error;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
    SelectionNotifyEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;
use x11rb::{COPY_FROM_PARENT, NONE};

/// The version of the protocol.
const VERSION: u32 = 5;
/// The most bytes of a list of dropped files.
const MAX_LIST_BYTES: u32 = 64 * 1024;
/// The most dropped files that are opened: one review shows one of them.
const MAX_FILES: usize = 16;
/// The most types that a source lists.
const MAX_TYPES: u32 = 256;

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        UTF8_STRING,
        XdndActionCopy,
        XdndAware,
        XdndDrop,
        XdndEnter,
        XdndFinished,
        XdndPosition,
        XdndProxy,
        XdndSelection,
        XdndStatus,
        XdndTypeList,
        URIS: b"text/uri-list",
    }
}

/// The window that receives the drops.
pub(super) struct DropTarget {
    atoms: Atoms,
    /// The window of the program, and the one that speaks for it.
    window: Window,
    proxy: Window,
    /// The window from which files are dragged, and the type in which it offers them.
    source: Option<(Window, Atom)>,
    files: Sender<PathBuf>,
}

impl DropTarget {
    /// Lets a window of this connection speak for the window of the program, and send the paths of the files that
    /// are dropped.
    pub(super) fn open(
        connection: &RustConnection,
        root: Window,
        window: Window,
        files: Sender<PathBuf>,
    ) -> Result<Self, Error> {
        let atoms = Atoms::new(connection)?.reply()?;
        let proxy = connection.generate_id().map_err(Error::Id)?;
        let (class, options) = (WindowClass::INPUT_ONLY, CreateWindowAux::new());
        connection.create_window(0, proxy, root, -1, -1, 1, 1, 0, class, COPY_FROM_PARENT, &options)?;
        let replace = PropMode::REPLACE;
        connection.change_property32(replace, proxy, atoms.XdndAware, AtomEnum::ATOM, &[VERSION])?;
        // a source believes in the proxy only if that says the same of itself
        for of in [proxy, window] {
            connection.change_property32(replace, of, atoms.XdndProxy, AtomEnum::WINDOW, &[proxy])?;
        }
        connection.flush()?;
        Ok(Self { atoms, window, proxy, source: None, files })
    }

    /// Handles an event of the connection, if it is about a drag.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most events are for others")]
    pub(super) fn handle(&mut self, connection: &RustConnection, event: &Event) -> Result<(), Error> {
        match event {
            Event::ClientMessage(message) => self.message(connection, message),
            Event::SelectionNotify(notice) => self.receive(connection, notice),
            _ => Ok(()),
        }
    }

    fn message(&mut self, connection: &RustConnection, message: &ClientMessageEvent) -> Result<(), Error> {
        let data = message.data.as_data32();
        let atoms = self.atoms;
        match message.type_ {
            kind if kind == atoms.XdndEnter => {
                let [source, flags, offered @ ..] = data;
                let offered = if flags & 1 == 0 { offered.to_vec() } else { self.types(connection, source)? };
                // a list of URIs is what file managers mean; the text may be anything
                let taken = [atoms.URIS, atoms.UTF8_STRING].into_iter().find(|it| offered.contains(it));
                self.source = taken.map(|kind| (source, kind));
            }
            kind if kind == atoms.XdndPosition => {
                let accepts = u32::from(self.source.is_some_and(|(source, _)| source == data[0]));
                let action = if accepts == 1 { atoms.XdndActionCopy } else { NONE };
                self.answer(connection, data[0], atoms.XdndStatus, [self.window, accepts, 0, 0, action])?;
            }
            kind if kind == atoms.XdndDrop => match self.source.filter(|(source, _)| *source == data[0]) {
                Some((_, kind)) => {
                    let (selection, time) = (atoms.XdndSelection, data[2]);
                    connection.convert_selection(self.proxy, selection, kind, selection, time)?;
                    connection.flush()?;
                }
                None => self.answer(connection, data[0], atoms.XdndFinished, [self.window, 0, 0, 0, 0])?,
            },
            _ => {}
        }
        Ok(())
    }

    /// The types that a source with more than three of them lists.
    fn types(&self, connection: &RustConnection, source: Window) -> Result<Vec<Atom>, Error> {
        let list = self.atoms.XdndTypeList;
        let types = connection.get_property(false, source, list, AtomEnum::ATOM, 0, MAX_TYPES)?.reply()?;
        Ok(types.value32().into_iter().flatten().collect())
    }

    /// Receives the list of the dropped files.
    fn receive(&mut self, connection: &RustConnection, notice: &SelectionNotifyEvent) -> Result<(), Error> {
        if notice.requestor != self.proxy {
            return Ok(());
        }
        let Some((source, _)) = self.source.take() else { return Ok(()) };
        let mut paths = Vec::new();
        if notice.property != NONE {
            let (property, any) = (notice.property, AtomEnum::ANY);
            let list =
                connection.get_property(true, self.proxy, property, any, 0, MAX_LIST_BYTES / 4)?.reply()?;
            paths = paths_of(&String::from_utf8_lossy(&list.value));
        }
        let (taken, action) = if paths.is_empty() { (0, NONE) } else { (1, self.atoms.XdndActionCopy) };
        for path in paths {
            // fails only when the window closes
            let _ = self.files.send(path);
        }
        self.answer(connection, source, self.atoms.XdndFinished, [self.window, taken, action, 0, 0])
    }

    fn answer(
        &self,
        connection: &RustConnection,
        source: Window,
        kind: Atom,
        data: [u32; 5],
    ) -> Result<(), Error> {
        let message = ClientMessageEvent::new(32, source, kind, data);
        connection.send_event(false, source, EventMask::NO_EVENT, message)?;
        Ok(connection.flush()?)
    }
}

/// The files of a list of URIs, or of paths.
fn paths_of(list: &str) -> Vec<PathBuf> {
    let lines = list.split(['\r', '\n', '\0']).map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(path_of)
        .take(MAX_FILES)
        .collect()
}

/// The file of a URI such as `file:///home/an/a%20game.pgn`, or of a path.
fn path_of(line: &str) -> Option<PathBuf> {
    let Some(rest) = line.strip_prefix("file:") else {
        return line.starts_with('/').then(|| line.into());
    };
    let rest = match rest.strip_prefix("//") {
        // the name of the machine comes before the path
        Some(rest) => &rest[rest.find('/')?..],
        None => rest,
    };
    let mut bytes = Vec::new();
    let mut left = rest.bytes();
    while let Some(byte) = left.next() {
        if byte == b'%' {
            let digits = [left.next()?, left.next()?];
            bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_a_list_are_found_whatever_the_file_manager_writes() {
        let list =
            "# a comment\r\nfile:///home/an/a%20game.pgn\r\nfile://host/tmp/%E6%A3%8B.xqf\r\nfile:/tmp/b\r\n";
        assert_eq!(paths_of(list), ["/home/an/a game.pgn", "/tmp/棋.xqf", "/tmp/b"].map(PathBuf::from));
        assert_eq!(paths_of("/tmp/a b.pgn\0"), [PathBuf::from("/tmp/a b.pgn")]);
        for hostile in
            ["", "http://example.org/a", "file://", "file:///%f", "file:///%zz", "file:///%ff", "a"]
        {
            assert_eq!(paths_of(hostile), Vec::<PathBuf>::new(), "{hostile}");
        }
        assert_eq!(paths_of(&"/a\n".repeat(100)).len(), MAX_FILES);
    }
}
