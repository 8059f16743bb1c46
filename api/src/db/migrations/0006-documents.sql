create table policy_docs (
  policy_doc_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  doc_type_id smallint not null references document_types,
  -- Kind of document for the rules: 'policy', 'decPage', 'application', 'slNotice', 'br7', 'cad1', 'receipt', 'upload'
  -- and others.
  doc_kind text not null default 'upload',
  doc_name text not null,
  -- Parties that must sign (SIGN-1): 1 is the agent, 2 is the insured. Empty if no signature is required.
  parties_to_sign smallint[] not null default '{}' check (parties_to_sign <@ array[1, 2]::smallint[]),
  is_signed boolean not null default false,
  policy_transaction_id uuid references policy_transactions,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index policy_docs_by_policy on policy_docs (policy_id);
create trigger policy_docs_touch before update on policy_docs for each row execute function touch_updated_at();

create table policy_doc_versions (
  policy_doc_ver_id uuid primary key default new_id(),
  policy_doc_id uuid not null references policy_docs on delete cascade,
  version integer not null default 1 check (version > 0),
  file_id uuid references files,
  friendly_name text,
  is_upload boolean not null default false,
  -- Origin of the version: the unsigned form, the form with signatures, or an upload.
  stage text not null default 'issued' check (stage in ('issued', 'partlySigned', 'signed', 'uploaded')),
  policy_transaction_id uuid references policy_transactions,
  transaction_type text references transaction_types,
  invoice_id uuid,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  created_by_user_id text,
  created_by_user_name text not null default '',
  created_at timestamptz not null default now(),
  unique (policy_doc_id, version)
);

create table signature_images (
  signature_image_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  party smallint not null check (party in (1, 2)),
  kind text not null check (kind in ('signature', 'initials')),
  style text not null check (style in ('drawn', 'typed')),
  image_png bytea not null check (octet_length(image_png) between 1 and 2000000),
  created_at timestamptz not null default now()
);
create index signature_images_by_policy on signature_images (policy_id);

create table policy_doc_signatures (
  policy_doc_signature_id uuid primary key default new_id(),
  policy_doc_id uuid not null references policy_docs on delete cascade,
  policy_id uuid not null references policies,
  party smallint not null check (party in (1, 2)),
  kind text not null default 'signature' check (kind in ('signature', 'initials')),
  position smallint not null default 1,
  doc_text text not null default '',
  -- Position of the signature on the page, in points from the lower left corner.
  page smallint not null default 1 check (page > 0),
  x real not null default 72, y real not null default 72, width real not null default 180, height real not null default 36,
  signed_by_name text check (char_length(signed_by_name) between 1 and 50),
  signed_by_initials text,
  signature_image_id uuid references signature_images,
  signed_at timestamptz,
  signed_by_account_id uuid references accounts,
  signed_by_identity_id uuid references policyholder_identities,
  created_at timestamptz not null default now(),
  unique (policy_doc_id, party, kind, position),
  -- A signature has both a signer name and a date, or neither (SIGN-1).
  check ((signed_at is null) = (signed_by_name is null))
);
create index policy_doc_signatures_by_policy on policy_doc_signatures (policy_id, party);

create table signing_events (
  signing_event_id bigint generated always as identity primary key,
  policy_id uuid not null references policies,
  policy_doc_id uuid references policy_docs,
  policy_doc_signature_id uuid references policy_doc_signatures,
  party smallint not null check (party in (1, 2)),
  event text not null check (event in ('sent', 'opened', 'consented', 'signed', 'completed', 'declined')),
  actor_name text not null default '',
  ip text, user_agent text,
  details jsonb not null default '{}',
  occurred_at timestamptz not null default now()
);
create index signing_events_by_policy on signing_events (policy_id, occurred_at);
create trigger signing_events_append_only before update or delete or truncate on signing_events
  for each statement execute function forbid_change();

create table ocr_records (
  policy_doc_ver_id uuid primary key references policy_doc_versions on delete cascade,
  invalid_reason text,
  scanned_address text,
  elevation_based_on text,
  c2a double precision, c2e double precision,
  datum text,
  for_code text,
  created_at timestamptz not null default now()
);
