-- The archive of finished games in PostgreSQL (12 or newer). docs/postgres.md explains it.
-- `chuhe-server export-postgres` runs this file if the schema chuhe is missing. To create the schema as another
-- role first: psql --single-transaction --set ON_ERROR_STOP=1 --file postgres.sql

create schema chuhe;
comment on schema chuhe is 'Finished games of Chuhe, which chuhe-server export-postgres adds';

create table chuhe.schema_version (version integer not null);
insert into chuhe.schema_version values (1);

create table chuhe.halls (
    hall       text primary key,
    sequence   bigint not null,
    epoch      bigint not null,
    hash       bytea not null,
    updated_at timestamptz not null default now()
);
comment on table chuhe.halls is 'Each hall, and how far its log has been exported';
comment on column chuhe.halls.hall is 'Name of the hall; empty for a server without halls';
comment on column chuhe.halls.sequence is 'Last entry of the log whose games are all here; 0 for a server without a cluster';
comment on column chuhe.halls.epoch is 'Epoch of that entry';
comment on column chuhe.halls.hash is 'SHA-256 of that entry';

create table chuhe.games (
    hall          text not null references chuhe.halls,
    game          bigint not null,
    kind          text not null check (kind in ('xiangqi', 'luzhanqi')),
    rules         text not null,
    red_player    bigint not null,
    red_name      text not null,
    black_player  bigint not null,
    black_name    text not null,
    winner        text check (winner in ('red', 'black')),
    result        text not null check (result in ('1-0', '0-1', '1/2-1/2', '*')),
    reason        text not null,
    plies         integer not null,
    started_at    timestamptz not null,
    ended_at      timestamptz not null,
    rematch_of    bigint,
    rules_version integer not null,
    terms         jsonb not null,
    record        text,
    primary key (hall, game)
);
comment on table chuhe.games is 'Finished games in which both players had moved';
comment on column chuhe.games.rules is 'Rule set of xiangqi (Asian, Chinese, Simple), or board of luzhanqi (classic, cross)';
comment on column chuhe.games.winner is 'Side that won; null for a draw or a game without a result';
comment on column chuhe.games.result is 'Result as PGN writes it; red is the first side';
comment on column chuhe.games.reason is 'What ended the game, such as checkmate, resignation, time, agreement';
comment on column chuhe.games.rematch_of is 'Game of the same hall whose rematch this is';
comment on column chuhe.games.terms is 'Time controls in milliseconds, takebacks, start position as FEN unless standard, options of luzhanqi';
comment on column chuhe.games.record is 'PGN of xiangqi, or the text of luzhanqi with both formations; null if the program cannot write it';
create index games_ended_at on chuhe.games (ended_at);
create index games_red_player on chuhe.games (red_player, ended_at);
create index games_black_player on chuhe.games (black_player, ended_at);

create table chuhe.moves (
    hall     text not null,
    game     bigint not null,
    ply      integer not null,
    side     text not null check (side in ('red', 'black')),
    move     text not null,
    spent_ms bigint not null,
    clock_ms bigint,
    primary key (hall, game, ply),
    foreign key (hall, game) references chuhe.games on delete cascade
);
comment on table chuhe.moves is 'Plies that were not taken back, from 1';
comment on column chuhe.moves.move is 'Coordinates, such as h2e2; pass for a turn of luzhanqi that ran out of time';
comment on column chuhe.moves.spent_ms is 'Milliseconds since the turn before, by the server, without interruptions of the service';
comment on column chuhe.moves.clock_ms is 'Milliseconds of game time left after the move; null without game time';

create table chuhe.left_out (
    hall text not null references chuhe.halls,
    game bigint not null,
    why  text not null,
    primary key (hall, game)
);
comment on table chuhe.left_out is 'Finished games that the exporter could not read; export-postgres --again tries them once more';
