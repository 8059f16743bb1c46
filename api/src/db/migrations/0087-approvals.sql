-- Changes that require a second person with the same right (ACC-8). The requested change is stored here until then.
create table approvals (
  approval_id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('setting', 'account', 'bankAccount')),
  entity_id text not null,
  -- Shown to the second person: the values before and after the change, without secrets.
  changes jsonb not null,
  -- The requested change, encrypted because it can contain a bank account number.
  payload_sealed text not null,
  -- Role that both the requester and the second person must have.
  required_role text not null check (required_role in ('superuser', 'internal')),
  requested_by uuid not null references accounts,
  requested_by_name text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- Account that the change affects. Its owner cannot approve the change.
  concerns uuid references accounts,
  decision text check (decision in ('approved', 'declined', 'expired')),
  decided_by uuid references accounts,
  decided_by_name text,
  decided_at timestamptz,
  check ((decision is null) = (decided_at is null)),
  check (decision is distinct from 'approved' or decided_by <> requested_by)
);
create unique index approvals_pending on approvals (kind, entity_id) where decision is null;
create index approvals_by_time on approvals (requested_at, approval_id);
