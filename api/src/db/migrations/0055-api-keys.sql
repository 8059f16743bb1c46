-- API keys (ADR 28). The prefix finds a key, and a keyed hash of the key verifies it. The key is shown once.
create table api_keys (
  key_id uuid primary key default gen_random_uuid(),
  account_id uuid not null references accounts,
  name text not null check (name <> '' and length(name) <= 100),
  mode text not null check (mode in ('test', 'live')),
  prefix text not null unique check (prefix ~ '^tideline_(test|live)_[a-z0-9]{12}$'),
  secret_hash bytea not null check (length(secret_hash) = 32),
  scopes text[] not null check (cardinality(scopes) > 0),
  made_at timestamptz not null,
  made_by uuid not null references accounts,
  expires_at timestamptz not null check (expires_at > made_at),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- A key can be replaced only once, so that only one of two concurrent rotations succeeds.
  replaces uuid unique references api_keys
);
create index api_keys_by_account on api_keys (account_id);
create index api_keys_by_made_at on api_keys (made_at, key_id);
