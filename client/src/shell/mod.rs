//! What touches the machine: the window, the painter, the socket, the settings file.
