-- Preferences of an account: the theme, and the saved filters and columns of each list (openapi/schemas/accounts.yaml,
-- Preferences). Each is a row, so that concurrent changes of different preferences do not wait for each other.
create table account_preferences (
  account_id uuid not null references accounts,
  name text not null check (name ~ '^[a-zA-Z]+(\.[a-zA-Z]+)?$' and length(name) <= 80),
  -- The limits in the contract are far lower.
  value jsonb not null check (octet_length(value::text) <= 131072),
  primary key (account_id, name)
);
