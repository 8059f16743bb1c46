-- Local date of the last daily summary that was emailed to an account (ADR 42), so that several workers send one per
-- day.
create table daily_digests (
  account_id uuid primary key references accounts,
  told_of date not null
);
