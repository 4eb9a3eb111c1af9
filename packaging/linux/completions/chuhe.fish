complete -c chuhe -l connect -d 'Join this server at the start' -r
complete -c chuhe -l hall -d 'Enter this hall of the server' -r
complete -c chuhe -l computer -d 'Start a game against the computer. Level: 1 to 10' -r
complete -c chuhe -l game -d 'The game of --computer or --two' -r -f -a "xiangqi\t'Xiangqi'
luzhanqi\t'Luzhanqi on the usual board'
luzhanqi-cross\t'Luzhanqi on the cross-shaped board of four arms'"
complete -c chuhe -l name -d 'Player name' -r
complete -c chuhe -l place -d 'Open in this half of the screen' -r -f -a "left\t'The left half'
right\t'The right half'"
complete -c chuhe -l lang -d 'Language. Default: the one in the settings, or the system\'s' -r -f -a "zh\t'Simplified Chinese'
zh-hant\t'Traditional Chinese'
en\t'English'
vi\t'Vietnamese'"
complete -c chuhe -l settings -d 'Settings file' -r -F
complete -c chuhe -l ui-trace -d 'Write what can be clicked to this file or pipe, for tests' -r -F
complete -c chuhe -l log -d 'Log filter, in the syntax of RUST_LOG. The log goes to standard error' -r
complete -c chuhe -l tls -d 'Use TLS. Servers joined with TLS before always use it'
complete -c chuhe -l two -d 'Start a game of two people at this screen'
complete -c chuhe -l text -d 'Show lines of text and read commands from standard input, for screen readers'
complete -c chuhe -l no-nearby -d 'Neither search the local network for servers nor announce a hosted one'
complete -c chuhe -s h -l help -d 'Print help (see more with \'--help\')'
complete -c chuhe -s V -l version -d 'Print version'
