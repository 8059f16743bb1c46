-- Registration of a new agency by link: the documents that it signs, and their signing record (AGY-1, SIGN-3).
create table registration_papers (
  registration_doc_id uuid primary key default new_id(),
  agency_id uuid not null references agencies,
  kind text not null check (kind in ('agreement', 'commissions')),
  doc_name text not null,
  doc_text text not null,
  created_at timestamptz not null default now(),
  signed_by_account uuid references accounts,
  signed_by_name text,
  signed_at timestamptz,
  sha256_before text check (sha256_before ~ '^[0-9a-f]{64}$'),
  sha256_after text check (sha256_after ~ '^[0-9a-f]{64}$'),
  -- Name of the signed file in agency_documents.
  document_name text,
  unique (agency_id, kind),
  check (num_nonnulls(signed_by_account, signed_by_name, signed_at, sha256_before, sha256_after, document_name) in (0, 6))
);

-- A signed document cannot be changed or deleted.
create trigger registration_papers_stay before update or delete on registration_papers
  for each row when (old.signed_at is not null) execute function forbid_change();

create table registration_events (
  registration_event_id bigint generated always as identity primary key,
  agency_id uuid not null references agencies,
  event text not null check (event in ('sent', 'consented', 'signed', 'completed', 'approved')),
  registration_doc_id uuid references registration_papers,
  actor_name text not null,
  ip text,
  user_agent text,
  details jsonb not null default '{}',
  occurred_at timestamptz not null
);
create index registration_events_by_agency on registration_events (agency_id, registration_event_id);
create trigger registration_events_stay before update or delete on registration_events
  for each row execute function forbid_change();

-- A document that was signed during registration cannot be deleted.
alter table agency_documents add is_signed boolean not null default false;
