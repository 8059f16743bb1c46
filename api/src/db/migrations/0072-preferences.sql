-- How somebody likes to work: the theme, and of each list the saved filters and the columns (openapi/schemas/accounts.yaml,
-- Preferences). A row for each, so that two windows that change different ones do not wait for each other.
create table account_preferences (
  account_id uuid not null references accounts,
  name text not null check (name ~ '^[a-zA-Z]+(\.[a-zA-Z]+)?$' and length(name) <= 80),
  -- The contract's limits stay far below.
  value jsonb not null check (octet_length(value::text) <= 131072),
  primary key (account_id, name)
);
