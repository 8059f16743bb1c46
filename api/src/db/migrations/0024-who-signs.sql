-- Who signs is proven by the mailbox (decision 84).

-- Whom a link was mailed to. Null: it was shown to somebody; only the mailbox on file proves who opens it.
alter table link_tokens add column mailed_to citext;
-- The sign-in that a hand-off was made in: where that has ended, the hand-off signs nobody in.
alter table link_tokens add column made_in_session uuid references sessions on delete cascade;

-- How a policyholder was identified, and which mailbox that proved. Accounts log in and have neither.
alter table sessions add column identified_by text check (identified_by in ('mailbox', 'code', 'link'));
alter table sessions add column proven_mailbox citext;
-- Nobody knows who saw the links of the sessions that are open now.
update sessions set identified_by = 'link' where identity_id is not null;
alter table sessions add constraint sessions_identified check ((identity_id is not null) = (identified_by is not null));
alter table sessions add constraint sessions_proven_mailbox
  check (coalesce(identified_by in ('mailbox', 'code'), false) = (proven_mailbox is not null));

-- One-time codes that are mailed to the address on file, for the sign-in that asked.
create table signing_codes (
  signing_code_id uuid primary key default new_id(),
  family_id uuid not null,
  identity_id uuid not null references policyholder_identities on delete cascade,
  policy_id uuid not null references policies,
  sent_to citext not null,
  -- HMAC of the code: six digits are guessed from a plain hash in no time.
  code_hash text not null,
  wrong_guesses integer not null default 0 check (wrong_guesses between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index signing_codes_newest on signing_codes (identity_id, policy_id, created_at desc);
