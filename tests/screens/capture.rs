//! Resizes the window of this process and takes its picture, on a virtual screen without a window manager.

use std::fs;
use std::io::BufWriter;
use std::path::Path;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{ConfigureWindowAux, ConnectionExt as _, ImageFormat, MapState, Window};
use x11rb::rust_connection::RustConnection;

/// A size in pixels.
pub(super) type Pixels = (u16, u16);

/// A connection to the virtual screen, which shows one window.
pub(super) struct Display {
    connection: RustConnection,
    root: Window,
}

impl Display {
    pub(super) fn connect() -> Self {
        let (connection, screen) = x11rb::connect(None).expect("DISPLAY names a virtual screen");
        let root = connection.setup().roots[screen].root;
        Self { connection, root }
    }

    /// The only window that the screen shows. Others hold the clipboard, say.
    fn window(&self) -> Window {
        let tree = self.connection.query_tree(self.root).expect("the screen is there");
        let mut windows = tree.reply().expect("the root has a tree").children.into_iter().rev();
        let is_shown = |window: &Window| {
            let attributes = self.connection.get_window_attributes(*window).expect("the screen is there");
            attributes.reply().is_ok_and(|attributes| attributes.map_state == MapState::VIEWABLE)
        };
        windows.find(is_shown).expect("the window is open")
    }

    /// Puts the window into the corner, with this size.
    pub(super) fn resize(&self, (width, height): Pixels) {
        let place = ConfigureWindowAux::new().x(0).y(0).width(u32::from(width)).height(u32::from(height));
        self.connection.configure_window(self.window(), &place).expect("the window is open");
        self.connection.flush().expect("the screen is there");
    }

    /// Returns the pixels of the corner of the screen: red, green and blue.
    pub(super) fn picture(&self, (width, height): Pixels) -> Vec<u8> {
        let image = self.connection.get_image(ImageFormat::Z_PIXMAP, self.root, 0, 0, width, height, !0);
        let image = image.expect("the screen is there").reply().expect("the screen is as large");
        image.data.chunks_exact(4).flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect()
    }
}

/// Writes pixels as a PNG file.
pub(super) fn write(path: &Path, (width, height): Pixels, pixels: &[u8]) {
    fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("the folder can be created");
    let file = fs::File::create(path).expect("the file can be created");
    let mut encoder = png::Encoder::new(BufWriter::new(file), u32::from(width), u32::from(height));
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("the file can be written");
    writer.write_image_data(pixels).expect("the file can be written");
}
