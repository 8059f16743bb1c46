-- Proof of a signer's identity (SIGN-4).

-- Address that the link was emailed to. Null if the link was shown to a person; the signer must then enter a code that
-- is emailed to the address on file.
alter table link_tokens add column mailed_to citext;
-- Session that created a hand-off. The hand-off cannot log in after that session has ended.
alter table link_tokens add column made_in_session uuid references sessions on delete cascade;

-- How a policyholder was identified, and the email address that this proved. Null for accounts, which log in with a
-- password.
alter table sessions add column identified_by text check (identified_by in ('mailbox', 'code', 'link'));
alter table sessions add column proven_mailbox citext;
-- It is unknown who could have seen the links of existing sessions.
update sessions set identified_by = 'link' where identity_id is not null;
alter table sessions add constraint sessions_identified check ((identity_id is not null) = (identified_by is not null));
alter table sessions add constraint sessions_proven_mailbox
  check (coalesce(identified_by in ('mailbox', 'code'), false) = (proven_mailbox is not null));

-- One-time codes, emailed to the address on file for the session that requested them.
create table signing_codes (
  signing_code_id uuid primary key default new_id(),
  family_id uuid not null,
  identity_id uuid not null references policyholder_identities on delete cascade,
  policy_id uuid not null references policies,
  sent_to citext not null,
  -- HMAC of the code, because a plain hash of six digits can be reversed by trying every code.
  code_hash text not null,
  wrong_guesses integer not null default 0 check (wrong_guesses between 0 and 5),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index signing_codes_newest on signing_codes (identity_id, policy_id, created_at desc);
