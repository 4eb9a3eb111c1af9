//! The program `chuhe-trainer`: plays games for training, trains a net, and measures it.
//!
//! Results go to standard output, progress to standard error.

use anyhow::{Context as _, anyhow, bail, ensure};
use chuhe_engine::xiangqi::evaluation::net::{BUCKETS, FEATURES, HIDDEN, Net};
use chuhe_engine::xiangqi::{Evaluation, Options, Searcher};
use chuhe_matches::{pairs, report};
use chuhe_trainer::duel::{Effort, play_game};
use chuhe_trainer::generate::{Settings as Play, play};
use chuhe_trainer::model::Target;
use chuhe_trainer::quantise::{error, model_of, quantise};
use chuhe_trainer::sample_file::{SampleWriter, read};
use chuhe_trainer::smoothing::{drop_late, smooth};
use chuhe_trainer::training::{Settings as Training, train};
use clap::{Args, Parser, Subcommand};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Trains the net of Chuhe's xiangqi engine on games of the engine against itself
#[derive(Debug, Parser)]
#[command(name = "chuhe-trainer", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play games, and write samples, one file a thread
    Generate(Generate),
    /// Train a net on samples
    Train(Train),
    /// Describe a net and its error on samples
    Check(Check),
    /// Let two nets play each other
    Match(Match),
}

#[derive(Debug, Args)]
struct Generate {
    /// The folder for the files, which must not have them yet
    folder: PathBuf,
    /// The number of games
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// The seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions that the search visits for each move
    #[arg(long, default_value_t = 3_000)]
    nodes: u64,
    /// Random moves at the beginning of each game
    #[arg(long, default_value_t = 8)]
    random_plies: usize,
    /// Threads; the games do not depend on their number
    #[arg(long, default_value_t = 2)]
    threads: u64,
    /// The evaluation: the file of a net, `tables`, or by default that of the engine
    #[arg(long)]
    net: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct Train {
    /// The files of samples
    #[arg(required = true)]
    samples: Vec<PathBuf>,
    /// The file for the net
    #[arg(long)]
    out: PathBuf,
    /// The file of the net from which training starts, instead of random weights
    #[arg(long)]
    from: Option<PathBuf>,
    /// Passes over the samples
    #[arg(long, default_value_t = 30)]
    epochs: usize,
    /// Samples between two changes of the weights
    #[arg(long, default_value_t = 4_096)]
    batch: usize,
    /// The learning rate at the start
    #[arg(long, default_value_t = 0.001, value_parser = parse_rate)]
    rate: f32,
    /// The share of the game's result in the target, 0 to 1
    #[arg(long, default_value_t = 0.0, value_parser = parse_share)]
    result_share: f32,
    /// The weight of later scores of the game in each score, 0 to 1
    #[arg(long, default_value_t = 0.0, value_parser = parse_share)]
    smoothing: f32,
    /// Leave out samples that stand more plies after the last capture
    #[arg(long)]
    max_clock: Option<u16>,
    /// The seed of the first weights and of the order of samples
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Args)]
struct Check {
    /// The file of the net
    net: PathBuf,
    /// Files of samples
    samples: Vec<PathBuf>,
}

#[derive(Debug, Args)]
struct Match {
    /// The first player's net: a file, or `tables`
    first: PathBuf,
    /// The second player's net: a file, or `tables`
    second: PathBuf,
    /// Pairs of games, each with one opening and both colours
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// Positions that the search visits for each move
    #[arg(long, default_value_t = 5_000)]
    nodes: u64,
    /// Milliseconds for each move, instead of nodes
    #[arg(long)]
    time: Option<u64>,
    /// The seed of the openings
    #[arg(long, default_value_t = 1_000_000)]
    seed: u64,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: u64,
}

fn parse_rate(text: &str) -> Result<f32, String> {
    let rate: f32 = text.parse().map_err(|_| "not a number".to_owned())?;
    if rate > 0.0 && rate <= 1.0 { Ok(rate) } else { Err("not above 0 and at most 1".to_owned()) }
}

fn parse_share(text: &str) -> Result<f32, String> {
    let share: f32 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&share) { Ok(share) } else { Err("not between 0 and 1".to_owned()) }
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Generate(args) => generate(&args),
        Command::Train(args) => train_net(&args),
        Command::Check(args) => check(&args),
        Command::Match(args) => run_match(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            progress(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// The time between two lines of progress.
const PROGRESS: Duration = Duration::from_secs(30);

fn progress(text: &str) {
    // standard error may be closed
    let _ = writeln!(io::stderr(), "{text}");
}

fn print(text: &str) -> anyhow::Result<()> {
    writeln!(io::stdout(), "{text}").context("cannot write to standard output")
}

fn read_net(path: &Path) -> anyhow::Result<Net> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Net::from_bytes(&bytes).with_context(|| format!("cannot use {}", path.display()))
}

fn searcher(net: Option<&Path>) -> anyhow::Result<Searcher> {
    let mut searcher = Searcher::new(Options { hash_mib: 4, ..Options::default() });
    match net {
        None => {}
        Some(path) if path == Path::new("tables") => searcher.set_evaluation(Evaluation::Tables),
        Some(path) => searcher.set_evaluation(Evaluation::Net(Arc::new(read_net(path)?))),
    }
    Ok(searcher)
}

fn generate(args: &Generate) -> anyhow::Result<()> {
    fs::create_dir_all(&args.folder).with_context(|| format!("cannot create {}", args.folder.display()))?;
    ensure!(args.threads > 0, "there must be a thread");
    let settings = Play { seed: args.seed, nodes: args.nodes, random_plies: args.random_plies };
    let (games, samples) = (AtomicU64::new(0), AtomicU64::new(0));
    let start = Instant::now();
    let last_progress = Mutex::new(start);
    let play_share = |thread: u64| -> anyhow::Result<()> {
        let mut searcher = searcher(args.net.as_deref())?;
        let name = format!("seed{}-{thread}of{}.samples", args.seed, args.threads);
        let mut writer = SampleWriter::create(&args.folder.join(name))?;
        for number in (thread..args.games).step_by(args.threads as usize) {
            let found = play(&mut searcher, &settings, number);
            writer.append(&found)?;
            let games = games.fetch_add(1, Ordering::Relaxed) + 1;
            let samples = samples.fetch_add(found.len() as u64, Ordering::Relaxed) + found.len() as u64;
            let Ok(mut last) = last_progress.lock() else { bail!("another thread failed") };
            if last.elapsed() >= PROGRESS {
                *last = Instant::now();
                let rate = samples as f64 / start.elapsed().as_secs_f64() * 3_600.0;
                progress(&format!("{games} games, {samples} samples, {:.2} million an hour", rate / 1e6));
            }
        }
        Ok(())
    };
    let play_share = &play_share;
    thread::scope(|scope| {
        let threads: Vec<_> =
            (0..args.threads).map(|thread| scope.spawn(move || play_share(thread))).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a game does not panic"))
    })?;
    print(&format!("{} games, {} samples", games.into_inner(), samples.into_inner()))
}

fn train_net(args: &Train) -> anyhow::Result<()> {
    let mut samples = read(&args.samples)?;
    smooth(&mut samples, args.smoothing);
    if let Some(plies) = args.max_clock {
        drop_late(&mut samples, plies);
    }
    ensure!(samples.len() >= 100, "{} samples are too few", samples.len());
    ensure!(args.batch > 0, "a batch must have samples");
    progress(&format!("{} samples", samples.len()));
    let settings = Training {
        epochs: args.epochs,
        batch: args.batch,
        rate: args.rate,
        target: Target { result_share: args.result_share },
        seed: args.seed,
    };
    let start = Instant::now();
    let from = args.from.as_deref().map(read_net).transpose()?.as_ref().map(model_of);
    let model = train(&samples, from, &settings, &mut |epoch| {
        progress(&format!(
            "epoch {}: loss {:.6}, validation {:.6}, {} s",
            epoch.number,
            epoch.training,
            epoch.validation,
            start.elapsed().as_secs()
        ));
    });
    let net = quantise(&model)?;
    fs::write(&args.out, net.to_bytes()).with_context(|| format!("cannot write {}", args.out.display()))?;
    let error = error(&model, &net, &samples[..samples.len().min(100_000)]);
    print(&format!("quantisation: mean error {:.2}, largest {:.1} centipawns", error.mean, error.largest))
}

fn check(args: &Check) -> anyhow::Result<()> {
    let net = read_net(&args.net)?;
    print(&format!("{}: {FEATURES} → {HIDDEN} → 1, {BUCKETS} buckets", args.net.display()))?;
    let samples = read(&args.samples)?;
    let (mut illegal, mut error, mut count) = (0, 0.0, 0);
    for sample in &samples {
        match sample.position() {
            Err(_) => illegal += 1,
            Ok(position) => {
                let value = net.evaluate_board(position.board(), position.side_to_move());
                error += f64::from((value - i32::from(sample.score())).abs());
                count += 1;
            }
        }
    }
    let mean = error / f64::from(count.max(1));
    print(&format!(
        "{} samples, {illegal} illegal, mean difference from the score {mean:.0} centipawns",
        samples.len()
    ))
}

fn run_match(args: &Match) -> anyhow::Result<()> {
    ensure!(args.threads > 0, "there must be a thread");
    let effort = match args.time {
        Some(time) => Effort::Time(Duration::from_millis(time)),
        None => Effort::Nodes(args.nodes),
    };
    let worker = || {
        let mut players =
            searcher(Some(&args.first)).and_then(|first| Ok([first, searcher(Some(&args.second))?]));
        move |number, _: &AtomicBool| {
            let [first, second] = players.as_mut().map_err(|error| anyhow!("{error:#}"))?;
            anyhow::Ok(Some((play_game([first, second], args.seed, number, effort), ())))
        }
    };
    let mut shown = Instant::now();
    let tally = pairs::play(2 * args.pairs, args.threads as usize, worker, |played| {
        if shown.elapsed() >= PROGRESS {
            shown = Instant::now();
            progress(&report::line(&played.tally, None));
        }
        true
    });
    let tally = tally.map_err(|interrupted| interrupted.error)?;
    print(&report::line(&tally, None))
}
