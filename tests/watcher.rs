//! Ends the programs that tests have started once the tests' process has ended, however it ended.
//!
//! A killed process runs no destructors. So each program leads a process group of its own, with all that it
//! starts, and a shell reads the numbers of these groups from a pipe: when the tests' process ends, the system closes
//! the pipe, and the shell kills the groups that are left.

use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// Reads `begin GROUP` and `end GROUP`. A group that ends is killed: its leader may have left others behind.
const SCRIPT: &str = "
    groups=
    while read -r what group; do
        if [ \"$what\" = begin ]; then
            groups=\"$groups $group\"
        else
            left=
            for other in $groups; do [ \"$other\" = \"$group\" ] || left=\"$left $other\"; done
            groups=$left
            kill -s KILL -- \"-$group\"
        fi
    done
    for group in $groups; do kill -s KILL -- \"-$group\"; done";

/// The pipe to the shell, and the shell.
struct Watcher {
    pipe: ChildStdin,
    /// It ends when the pipe does.
    _shell: Child,
}

fn watcher() -> &'static Mutex<Watcher> {
    static WATCHER: OnceLock<Mutex<Watcher>> = OnceLock::new();
    WATCHER.get_or_init(|| {
        let mut shell = Command::new("sh");
        // a signal to the group of the tests is not for it
        shell.args(["-c", SCRIPT]).process_group(0).stdin(Stdio::piped());
        let shell = shell.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut shell = shell.expect("a shell can be run");
        let pipe = shell.stdin.take().expect("its input is piped");
        Mutex::new(Watcher { pipe, _shell: shell })
    })
}

fn tell(what: &str, group: u32) {
    let mut watcher = watcher().lock().expect("nobody panics while they hold it");
    writeln!(watcher.pipe, "{what} {group}").expect("the shell reads until the tests end");
}

/// Starts a program that ends with the tests.
///
/// # Errors
/// Those of the system, as when there is no such program.
pub(crate) fn spawn(command: &mut Command) -> std::io::Result<Child> {
    let child = command.process_group(0).spawn()?;
    tell("begin", child.id());
    Ok(child)
}

/// Kills what a program that has ended has left behind.
pub(crate) fn end(child: &Child) {
    tell("end", child.id());
}

/// How long the end of a program may take.
const LONGEST: Duration = Duration::from_secs(60);
/// Set in a process of this test, which starts a program and waits until it is killed.
const VICTIM: &str = "CHUHE_WATCHER_VICTIM";

#[test]
fn programs_end_with_a_killed_test() {
    if std::env::var_os(VICTIM).is_some() {
        // the shell starts another program, which only the group ends
        let child = spawn(Command::new("sh").args(["-c", "sleep 600 & wait"]).stdout(Stdio::null()));
        println!("leader {}", child.expect("a shell can be run").id());
        std::thread::park();
    }
    let mut test = Command::new(std::env::current_exe().expect("a test knows its path"));
    test.args(["--exact", "--nocapture", "watcher::programs_end_with_a_killed_test"]).env(VICTIM, "1");
    let mut test = test.stdout(Stdio::piped()).spawn().expect("the test runs");
    let output = BufReader::new(test.stdout.take().expect("its output is piped"));
    let leader = output.lines().map_while(Result::ok).find_map(|line| {
        line.split_once("leader ").and_then(|(_, number)| number.trim().parse::<u32>().ok())
    });
    let leader = leader.expect("the test says the number of its program");
    let runs = || {
        let mut kill = Command::new("kill");
        kill.args(["-s", "0", "--", &format!("-{leader}")]).stderr(Stdio::null());
        kill.status().expect("kill runs").success()
    };
    assert!(runs(), "the program runs while the test does");
    test.kill().expect("the test runs");
    test.wait().expect("it has ended");
    let began = Instant::now();
    while runs() {
        assert!(began.elapsed() < LONGEST, "the program has not ended");
        std::thread::yield_now();
    }
}
