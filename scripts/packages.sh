# Sourced by the scripts: installs what a Debian or Ubuntu machine lacks, and no more.

# need WHY PACKAGE...: makes sure that the packages are there, saying what is installed and why.
need() {
  local why=$1 missing=() package sudo=()
  shift
  if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "not a Debian or Ubuntu machine: $why needs the equivalents of: $*" >&2
    return 0
  fi
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "installing ${missing[*]}: $why" >&2
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || { echo "run as root or install sudo, or install by hand: ${missing[*]}" >&2; return 1; }
    sudo=(sudo)
  fi
  # a fresh machine has no package lists, and an old one stale ones: refresh only if installing fails
  install_packages "${missing[@]}" || { "${sudo[@]}" apt-get update -q >&2 && install_packages "${missing[@]}"; }
}

# the caller's sudo array is seen here: bash scopes names dynamically
install_packages() {
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >&2
}

# need_cargo: the one thing that the scripts do not install.
need_cargo() {
  command -v cargo >/dev/null 2>&1 && return 0
  echo "cargo is missing: install Rust $(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml) or newer, then run this again" >&2
  return 1
}

need_build() { command -v cc >/dev/null 2>&1 || need "building (a linker and the C library)" gcc libc6-dev; }
need_window() { need "the window (X11, keyboard and OpenGL, loaded at run time)" libx11-6 libxkbcommon0 libxi6 libgl1 libgl1-mesa-dri; }
need_window_tests() { need "the windowed test (a virtual screen, a hand on the mouse, pictures)" xvfb xauth xdotool x11-utils xclip imagemagick; }
