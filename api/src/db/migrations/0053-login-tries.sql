-- Log-ins that are tried with an address, whether it has an account or not: neither the answer nor the work tells (accounts/login-tries.ts).
create table login_tries (
  email citext primary key,
  tries integer not null check (tries > 0),
  since timestamptz not null
);
create index login_tries_by_since on login_tries (since);
