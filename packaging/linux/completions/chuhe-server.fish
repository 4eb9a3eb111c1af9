# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_chuhe_server_global_optspecs
    string join \n listen= connections= address-connections= failed-greetings= limit= reserved-names= proxy-from= grace= watch-delay= data= hall= new-hall= cluster= node= advertise= cluster-credentials= cluster-ca= replicas= durability= tls tls-cert= tls-key= ops= web= web-root= web-origin= web-embed= web-url= web-proxy-from= announce= bots= bot-engine= log= settings= log-json h/help V/version
end

function __fish_chuhe_server_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_chuhe_server_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_chuhe_server_using_subcommand
    set -l cmd (__fish_chuhe_server_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l listen -d 'Listen on this address and port only' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l connections -d 'Maximum number of open connections [default: 20000, or as many as files may be open]' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l address-connections -d 'Maximum number of open connections from one address' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l failed-greetings -d 'Bar an address for a minute after this many failed greetings within a minute' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l limit -d 'Change a limit; may be given several times. --help lists all limits' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l reserved-names -d 'Names that nobody can take or register, separated by commas, in any spelling, in place of the usual ones such as admin and 管理员; empty for no name. Whoever has registered one keeps it' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l proxy-from -d 'Expect the PROXY protocol, version 2, from this network or address; may be given several times. Its connections without the header are refused' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l grace -d 'Seconds that running games may continue after the first signal to stop' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l watch-delay -d 'Delay for spectators: they see a move after this many further plies' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l data -d 'Directory for players and games; :memory: stores nothing on disk [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l hall -d 'Open a hall with this name, for at most CAPACITY players; may be given several times. Each has its own lobby, games, guests and data, and a thread of its own; registered names are shared' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l new-hall -d 'A hall of --hall that has no data yet, although the data of a hall that is not named lies there; may be given several times' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l cluster -d 'Be a node of the cluster that these NATS servers keep, as nats://HOST:PORT. The nodes share the halls; --hall names those that are always open. Needs --node and --advertise' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l node -d 'The name of this node, unlike that of any other of the cluster' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l advertise -d 'Where players reach this node' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l cluster-credentials -d 'File with what this node shows to NATS: a credentials file, the seed of an nkey, or USER:PASSWORD' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l cluster-ca -d 'PEM file with the authorities that sign the certificates of the NATS servers' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l replicas -d 'Replicas of each log that this node creates' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l durability -d 'What a move survives before anyone receives it' -r -f -a "process\t'A crash of the program. A power loss loses a second at most'
power\t'A power loss. Slower: each commit waits for the disk'"
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l tls-cert -d 'Require TLS, with the certificate chain in this PEM file' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l tls-key -d 'PEM file of the certificate\'s private key' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l ops -d 'Serve /metrics, /healthz and /readyz over HTTP on this loopback address, for example 127.0.0.1:9900' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l web -d 'Serve browsers on this address: the page of --web-root, and WebSockets at /ws. Over TLS if the server uses it' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l web-root -d 'Folder of the web page. Default: web beside the program, or ../share/chuhe/web from there. Without a page, only WebSockets are served' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l web-origin -d 'Let pages of this origin connect too, for example `https://example.org`; may be given several times' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l web-embed -d 'Let pages of this origin show the page in a frame, for example `https://example.org`; may be given several times. In a frame it shows a review, and joins no server' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l web-url -d 'The address at which browsers reach the page, for example `https://play.example.org`. Links with which players invite friends begin with it, and pages of no other name connect' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l web-proxy-from -d 'Believe X-Forwarded-For, -Host and -Proto from HTTP proxies in this network or at this address; may be given several times' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l announce -d 'Announce the server on the local network under this name, by multicast DNS. Clients there list it. --announce=NAME; the name is Chuhe without it' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l bots -d 'Seat this many computer players in the lobby, or in that of each hall. They accept challenges; their levels are spread from 1 to 10' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l bot-engine -d 'Let an engine that speaks UCI or UCCI play for the computer players, for example /games/pikafish,option.Hash=64. They play xiangqi only. Further settings: arg, protocol' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l log -d 'Log level or filter: error, warn, info, debug, trace, or for example chuhe_server=debug. The log goes to standard error' -r
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l settings -d 'File with CHUHE_LOG, CHUHE_LIMITS and CHUHE_RESERVED_NAMES, as lines NAME=VALUE, that SIGHUP reads again. It replaces these environment variables; flags come first' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l tls -d 'Require TLS, with a self-signed certificate created once and stored with the data. Prints its fingerprint'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -l log-json -d 'Log one JSON object per line'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -s V -l version -d 'Print version'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -a "backup" -d 'Copy the database to a new file, also while the server runs'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -a "check" -d 'Verify every row and replay every game, without changes. Exit code 0: whole, 1: damaged, 2: not checked'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -a "repair" -d 'Set aside what cannot be read, and keep the files as they were'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -a "accept-loss" -d 'Give up what earlier damage has set aside: among others, the names of lost players can be registered again'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -a "export" -d 'Write players and finished games to a new file, one JSON object a line'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -a "export-postgres" -d 'Add finished games to a PostgreSQL database: those of a cluster as they end, or those of a stopped server'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -a "import" -d 'Import an export into a directory without data'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -a "prune" -d 'Remove old finished games, while no server runs. Running games and accounts stay'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -a "account" -d 'Export or erase what is stored of one player, while no server runs'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -a "ctl" -d 'Send a command to the running server'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -a "probe" -d 'Ask a running server with --ops how it is, for health checks. Exit code 0: well, 1: not'
complete -c chuhe-server -n "__fish_chuhe_server_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand backup" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand backup" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand backup" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand check" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand check" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand check" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand repair" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand repair" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand repair" -l dry-run -d 'Report what would be set aside, and change nothing'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand repair" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand accept-loss" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand accept-loss" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand accept-loss" -l yes -d 'Do it. Without this flag, only say what would be given up'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand accept-loss" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export" -l from -d 'Only games that ended on this day (UTC) or later' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export" -l to -d 'Only games that ended on this day (UTC) or earlier' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export" -l passwords -d 'Include the hashes of passwords'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export" -l all-games -d 'Include running games, and those that ended before both players had moved: they have hidden formations'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -l postgres -d 'Address of the database, without a password: postgresql://USER@HOST/DATABASE, or "host=/run/postgresql user=USER dbname=DATABASE". A server on another machine must use TLS' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -l postgres-password -d 'File with the password. Without it, the file that PGPASSFILE names is looked up' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -l postgres-ca -d 'PEM file with the authorities that sign the certificate of the database. Without it, those of the system' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -l cluster -d 'Follow the cluster that these NATS servers keep, as nats://HOST:PORT. Needs --copies' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -l cluster-credentials -d 'File with what this program shows to NATS: a credentials file, the seed of an nkey, or USER:PASSWORD' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -l cluster-ca -d 'PEM file with the authorities that sign the certificates of the NATS servers' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -l copies -d 'Directory for this program\'s copies of the halls; no node may use it' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -l data -d 'Export the data of a stopped server without a cluster, and end' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -l hall -d 'Export this hall; may be given several times. Without it, all halls of a cluster, or the data of a server without halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -l log -d 'Log level or filter: error, warn, info, debug, trace, or for example chuhe_server=debug. The log goes to standard error' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -l once -d 'End when the database has every finished game'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -l again -d 'First compare all finished games with the database, and try those again that were left out'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand export-postgres" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand import" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand import" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand import" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand prune" -l older-than -d 'Remove the games that ended longer ago than this, as 90d or 24h' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand prune" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand prune" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand prune" -l dry-run -d 'Report what would be removed, and change nothing'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand prune" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and not __fish_seen_subcommand_from export erase help" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and not __fish_seen_subcommand_from export erase help" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and not __fish_seen_subcommand_from export erase help" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and not __fish_seen_subcommand_from export erase help" -f -a "export" -d 'Write the account and the finished games of a player to a new file, one JSON object a line'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and not __fish_seen_subcommand_from export erase help" -f -a "erase" -d 'Erase a player, from all halls: games keep a nameless player'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and not __fish_seen_subcommand_from export erase help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from export" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from export" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from export" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from erase" -l cluster -d 'Erase from the cluster that these NATS servers keep, as nats://HOST:PORT. No node may run' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from erase" -l cluster-credentials -d 'File with what this program shows to NATS: a credentials file, the seed of an nkey, or USER:PASSWORD' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from erase" -l cluster-ca -d 'PEM file with the authorities that sign the certificates of the NATS servers' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from erase" -l replicas -d 'Replicas of the snapshots that this program stores' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from erase" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from erase" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from erase" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from help" -f -a "export" -d 'Write the account and the finished games of a player to a new file, one JSON object a line'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from help" -f -a "erase" -d 'Erase a player, from all halls: games keep a nameless player'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand account; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -f -a "list" -d 'List connections, players, games or bans'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -f -a "kick" -d 'Close a player\'s connection; they may join again'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -f -a "ban" -d 'Keep a name, an address or a network out, and close its connections'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -f -a "silence" -d 'Refuse the chat of a name, an address or a network'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -f -a "lift" -d 'End a ban or silence, by its number in the list'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -f -a "announce" -d 'Send a message to all players'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -f -a "drain" -d 'Start no new games, and stop the server, or the hall of --hall, when the last one is over'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -f -a "halls" -d 'List the halls: name, players, games, capacity'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -f -a "account" -d 'Show, rename or erase a registered account, or give it another password'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and not __fish_seen_subcommand_from list kick ban silence lift announce drain halls account help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from list" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from list" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from kick" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from kick" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from kick" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from ban" -l for -d 'For how long, as 30m, 12h or 7d; without it, until it is lifted' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from ban" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from ban" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from ban" -l yes -d 'Also a network wider than /8, or /32 of IPv6'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from ban" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from silence" -l for -d 'For how long, as 30m, 12h or 7d; without it, until it is lifted' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from silence" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from silence" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from silence" -l yes -d 'Also a network wider than /8, or /32 of IPv6'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from silence" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from lift" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from lift" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from lift" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from announce" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from announce" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from announce" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from drain" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from drain" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from drain" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from halls" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from halls" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from halls" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from account" -l data -d 'Directory of players and games [default: ~/.local/state/chuhe-server]' -r -F
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from account" -l hall -d 'The hall, if the server has halls' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from account" -s h -l help -d 'Print help'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from account" -f -a "show" -d 'Show an account: number, name, last visit, whether it has finished a game'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from account" -f -a "list" -d 'List accounts by their last visit, the latest first'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from account" -f -a "rename" -d 'Give a player another name; the old one is free then'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from account" -f -a "reset-password" -d 'Replace a password by a random one, print it, and sign the player out everywhere'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from account" -f -a "erase" -d 'Erase an account. The name in finished games goes when the server starts again'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from account" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from help" -f -a "list" -d 'List connections, players, games or bans'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from help" -f -a "kick" -d 'Close a player\'s connection; they may join again'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from help" -f -a "ban" -d 'Keep a name, an address or a network out, and close its connections'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from help" -f -a "silence" -d 'Refuse the chat of a name, an address or a network'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from help" -f -a "lift" -d 'End a ban or silence, by its number in the list'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from help" -f -a "announce" -d 'Send a message to all players'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from help" -f -a "drain" -d 'Start no new games, and stop the server, or the hall of --hall, when the last one is over'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from help" -f -a "halls" -d 'List the halls: name, players, games, capacity'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from help" -f -a "account" -d 'Show, rename or erase a registered account, or give it another password'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand ctl; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand probe" -l ops -d 'The address of --ops' -r
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand probe" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and not __fish_seen_subcommand_from backup check repair accept-loss export export-postgres import prune account ctl probe help" -f -a "backup" -d 'Copy the database to a new file, also while the server runs'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and not __fish_seen_subcommand_from backup check repair accept-loss export export-postgres import prune account ctl probe help" -f -a "check" -d 'Verify every row and replay every game, without changes. Exit code 0: whole, 1: damaged, 2: not checked'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and not __fish_seen_subcommand_from backup check repair accept-loss export export-postgres import prune account ctl probe help" -f -a "repair" -d 'Set aside what cannot be read, and keep the files as they were'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and not __fish_seen_subcommand_from backup check repair accept-loss export export-postgres import prune account ctl probe help" -f -a "accept-loss" -d 'Give up what earlier damage has set aside: among others, the names of lost players can be registered again'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and not __fish_seen_subcommand_from backup check repair accept-loss export export-postgres import prune account ctl probe help" -f -a "export" -d 'Write players and finished games to a new file, one JSON object a line'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and not __fish_seen_subcommand_from backup check repair accept-loss export export-postgres import prune account ctl probe help" -f -a "export-postgres" -d 'Add finished games to a PostgreSQL database: those of a cluster as they end, or those of a stopped server'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and not __fish_seen_subcommand_from backup check repair accept-loss export export-postgres import prune account ctl probe help" -f -a "import" -d 'Import an export into a directory without data'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and not __fish_seen_subcommand_from backup check repair accept-loss export export-postgres import prune account ctl probe help" -f -a "prune" -d 'Remove old finished games, while no server runs. Running games and accounts stay'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and not __fish_seen_subcommand_from backup check repair accept-loss export export-postgres import prune account ctl probe help" -f -a "account" -d 'Export or erase what is stored of one player, while no server runs'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and not __fish_seen_subcommand_from backup check repair accept-loss export export-postgres import prune account ctl probe help" -f -a "ctl" -d 'Send a command to the running server'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and not __fish_seen_subcommand_from backup check repair accept-loss export export-postgres import prune account ctl probe help" -f -a "probe" -d 'Ask a running server with --ops how it is, for health checks. Exit code 0: well, 1: not'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and not __fish_seen_subcommand_from backup check repair accept-loss export export-postgres import prune account ctl probe help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and __fish_seen_subcommand_from account" -f -a "export" -d 'Write the account and the finished games of a player to a new file, one JSON object a line'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and __fish_seen_subcommand_from account" -f -a "erase" -d 'Erase a player, from all halls: games keep a nameless player'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and __fish_seen_subcommand_from ctl" -f -a "list" -d 'List connections, players, games or bans'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and __fish_seen_subcommand_from ctl" -f -a "kick" -d 'Close a player\'s connection; they may join again'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and __fish_seen_subcommand_from ctl" -f -a "ban" -d 'Keep a name, an address or a network out, and close its connections'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and __fish_seen_subcommand_from ctl" -f -a "silence" -d 'Refuse the chat of a name, an address or a network'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and __fish_seen_subcommand_from ctl" -f -a "lift" -d 'End a ban or silence, by its number in the list'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and __fish_seen_subcommand_from ctl" -f -a "announce" -d 'Send a message to all players'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and __fish_seen_subcommand_from ctl" -f -a "drain" -d 'Start no new games, and stop the server, or the hall of --hall, when the last one is over'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and __fish_seen_subcommand_from ctl" -f -a "halls" -d 'List the halls: name, players, games, capacity'
complete -c chuhe-server -n "__fish_chuhe_server_using_subcommand help; and __fish_seen_subcommand_from ctl" -f -a "account" -d 'Show, rename or erase a registered account, or give it another password'
