-- Changes of an insured's email address on file (ACC-7). A changed address receives codes 72 hours after the change, or
-- once the old address or, by phone, a second staff member has confirmed it. `trusted_email` could receive codes before
-- the change: changing back to it needs no confirmation.
create table insured_email_changes (
  insured_email_change_id bigint generated always as identity primary key,
  identity_id uuid not null references policyholder_identities on delete cascade,
  before_email citext not null,
  after_email citext not null,
  trusted_email citext not null,
  changed_at timestamptz not null,
  changed_by_account_id uuid not null references accounts,
  changed_by_name text not null,
  confirmed_at timestamptz,
  confirmed_from text check (confirmed_from in ('phone', 'oldAddress')),
  confirmed_by_account_id uuid references accounts,
  confirmed_by_name text,
  confirmation_reason text,
  confirmation_reference text,
  canceled_at timestamptz,
  check (num_nulls(confirmed_at, confirmed_from) in (0, 2)),
  check (
    num_nulls(confirmed_by_account_id, confirmed_by_name, confirmation_reason, confirmation_reference)
      = case when confirmed_from = 'phone' then 0 else 4 end
  ),
  check (confirmed_by_account_id <> changed_by_account_id),
  check (confirmed_at is null or canceled_at is null)
);
create index insured_email_changes_newest on insured_email_changes (identity_id, insured_email_change_id desc);
