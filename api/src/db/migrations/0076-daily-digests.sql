-- Whom the daily mail of what waits has told, and of which day of their own: one a day, however many workers there are.
create table daily_digests (
  account_id uuid primary key references accounts,
  told_of date not null
);
