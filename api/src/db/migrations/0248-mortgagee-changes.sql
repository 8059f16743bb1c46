-- Requests of policyholders to change the lienholders of a policy, with proof (POL-19). A policy has at most one open
-- request. Lienholders are stored in the format of an endorsement quote, as they were at the time of the request.
create table mortgagee_changes (
  mortgagee_change_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  requested_by_identity_id uuid not null references policyholder_identities,
  requested_by_email text not null,
  kind text not null check (kind in ('add', 'replace', 'remove')),
  status text not null default 'open'
    check (status in ('open', 'approved', 'rejected', 'withdrawn', 'superseded', 'policyEnded')),
  lienholder_id uuid,
  lienholders_before jsonb not null,
  lienholders_after jsonb not null,
  proof_type text not null check (proof_type in ('lenderLetter', 'closingDisclosure', 'payoffLetter', 'other')),
  note text check (length(note) between 1 and 4000),
  created_at timestamptz not null,
  due_on date not null,
  decided_at timestamptz,
  decided_by_account_id uuid references accounts,
  decided_by_name text,
  reason text,
  policy_transaction_id uuid references policy_transactions,
  check ((kind = 'add') = (lienholder_id is null)),
  check ((status = 'open') = (decided_at is null)),
  check ((status = 'rejected') = (reason is not null)),
  check ((status = 'approved') = (policy_transaction_id is not null))
);
create unique index mortgagee_changes_open on mortgagee_changes (policy_id) where status = 'open';
create index mortgagee_changes_by_policy on mortgagee_changes (policy_id, created_at desc);
create index mortgagee_changes_by_deadline on mortgagee_changes (due_on, mortgagee_change_id);
create index mortgagee_changes_by_creation on mortgagee_changes (created_at, mortgagee_change_id);
create table mortgagee_change_proofs (
  mortgagee_change_proof_id uuid primary key default new_id(),
  mortgagee_change_id uuid not null references mortgagee_changes,
  position integer not null check (position between 1 and 3),
  file_id uuid not null references files,
  file_name text not null,
  unique (mortgagee_change_id, position)
);
