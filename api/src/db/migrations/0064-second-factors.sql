-- A second factor of accounts: codes by time (RFC 6238). The secret is sealed like the numbers of agencies (http/sealed-text.ts).
create table second_factors (
  account_id uuid primary key references accounts,
  secret_sealed text,
  -- A secret that was shown and not confirmed yet: the first one, or another device's.
  pending_sealed text,
  since timestamptz,
  -- The step of 30 seconds of the last code that was taken: neither it nor an earlier one is taken again.
  last_step bigint not null default 0,
  check (num_nonnulls(secret_sealed, since) in (0, 2))
);

create table recovery_codes (
  account_id uuid not null references accounts,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Whether a session was opened with the second factor, or carries one on that was; and from which network it was opened.
alter table sessions add passed_factor boolean not null default false, add network text;
create index sessions_by_account_network on sessions (account_id, network) where account_id is not null;

-- Tries are counted by address and network: who guesses elsewhere locks nobody out here.
drop table login_tries;
create table login_tries (
  email citext not null,
  -- 'all' counts the address whoever tries, 'code' the codes of a second factor.
  network text not null,
  -- Within a quarter of an hour, and since the last log-in.
  tries integer not null check (tries > 0),
  total integer not null check (total > 0),
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (email, network)
);
create index login_tries_by_last_at on login_tries (last_at);
