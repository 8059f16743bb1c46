-- Two-factor authentication of accounts with time-based codes (RFC 6238). The secret is encrypted
-- (http/sealed-text.ts).
create table second_factors (
  account_id uuid primary key references accounts,
  secret_sealed text,
  -- Secret that was shown and not confirmed yet, for the first device or another one.
  pending_sealed text,
  since timestamptz,
  -- 30-second time step of the last accepted code. Codes of this step and of earlier ones are rejected.
  last_step bigint not null default 0,
  check (num_nonnulls(secret_sealed, since) in (0, 2))
);

create table recovery_codes (
  account_id uuid not null references accounts,
  code_hash text not null check (code_hash ~ '^[0-9a-f]{64}$'),
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Whether the session, or the one that it was rotated from, passed two-factor authentication, and the network that
-- started it.
alter table sessions add passed_factor boolean not null default false, add network text;
create index sessions_by_account_network on sessions (account_id, network) where account_id is not null;

-- Attempts are counted by email address and network, so that attempts from one network do not lock out others (ADR 33).
drop table login_tries;
create table login_tries (
  email citext not null,
  -- 'all' counts the attempts from all networks, 'code' the attempts with two-factor codes.
  network text not null,
  -- Attempts within 15 minutes, and attempts since the last successful log-in.
  tries integer not null check (tries > 0),
  total integer not null check (total > 0),
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (email, network)
);
create index login_tries_by_last_at on login_tries (last_at);
