-- Log-in attempts by email address, whether or not an account has it, so that neither the response nor its time reveals
-- accounts (ADR 33).
create table login_tries (
  email citext primary key,
  tries integer not null check (tries > 0),
  since timestamptz not null
);
create index login_tries_by_since on login_tries (since);
