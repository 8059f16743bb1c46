create table policy_notes (
  policy_note_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  policy_transaction_id uuid references policy_transactions,
  type text not null default 'note' check (type in ('note', 'callLog')),
  note text not null check (char_length(note) between 1 and 20000),
  is_private boolean not null default false,
  reason text not null default '',
  meta jsonb,
  created_by_user_id text, created_by_user_name text not null default '', created_by_agency_no text,
  created_by_user_type smallint not null default 3 check (created_by_user_type in (1, 2, 3)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index policy_notes_by_policy on policy_notes (policy_id, created_at) where deleted_at is null;
create trigger policy_notes_touch before update on policy_notes for each row execute function touch_updated_at();

create table claims (
  claim_id uuid primary key default new_id(),
  claim_number text not null unique,
  policy_id uuid not null references policies,
  status text not null default 'Open' check (status in ('Open', 'In Review', 'Approved', 'Paid', 'Denied', 'Closed')),
  notice_date date not null, date_of_loss date not null,
  cause text not null default '', description text not null default '',
  adjuster_name text, adjuster_email text, adjuster_phone text, extension text,
  contact_name text, contact_email text, contact_phone text,
  reserve_cents bigint not null default 0, paid_cents bigint not null default 0,
  created_by_user_id text, created_by_user_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (date_of_loss <= notice_date)
);
create index claims_by_policy on claims (policy_id);
create trigger claims_touch before update on claims for each row execute function touch_updated_at();

create table claim_documents (
  claim_document_id uuid primary key default new_id(),
  claim_id uuid not null references claims,
  file_id uuid not null references files,
  file_name text not null,
  created_by_user_name text not null default '',
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index claim_documents_by_claim on claim_documents (claim_id);

create table claim_notes (
  claim_note_id uuid primary key default new_id(),
  claim_id uuid not null references claims,
  note text not null check (char_length(note) between 1 and 20000),
  created_by_user_id text, created_by_user_name text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index claim_notes_by_claim on claim_notes (claim_id);
create trigger claim_notes_touch before update on claim_notes for each row execute function touch_updated_at();

create table moratorium_events (
  moratorium_event_id uuid primary key default new_id(),
  name text not null,
  kind text not null check (kind in ('bind', 'regulatory')),
  peril text not null default 'flood',
  reason text not null default '',
  start_date date not null,
  stop_date date,
  product_ids smallint[] not null default '{1,2,3,4,5,6,7,8}',
  actions text[] not null default '{}',
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (stop_date >= start_date)
);
create trigger moratorium_events_touch before update on moratorium_events for each row execute function touch_updated_at();

create table moratorium_locations (
  moratorium_event_id uuid not null references moratorium_events on delete cascade,
  county_fips text not null references counties,
  start_date date not null,
  stop_date date,
  primary key (moratorium_event_id, county_fips),
  check (stop_date >= start_date)
);
create index moratorium_locations_by_county on moratorium_locations (county_fips);

create table moratorium_refusals (
  moratorium_refusal_id uuid primary key default new_id(),
  moratorium_event_id uuid not null references moratorium_events,
  policy_id uuid references policies,
  action text not null,
  refused_to text,
  created_at timestamptz not null default now()
);
create index moratorium_refusals_by_event on moratorium_refusals (moratorium_event_id);

create table widgets (
  widget_id uuid primary key default new_id(),
  agency_id uuid not null references agencies,
  name text not null,
  logo text,
  referral_email text, referral_phone text, referral_website text,
  use_referral_email_on_leads boolean not null default false,
  disclosure text not null default '',
  format jsonb not null default '{"align":"center"}',
  source text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index widgets_by_agency on widgets (agency_id);
create trigger widgets_touch before update on widgets for each row execute function touch_updated_at();

create table import_jobs (
  import_job_id uuid primary key default new_id(),
  file_id uuid references files,
  file_name text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  notification_email text,
  total_items integer not null default 0, done_items integer not null default 0, failed_items integer not null default 0,
  created_by text,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);

create table import_items (
  import_item_id uuid primary key default new_id(),
  import_job_id uuid not null references import_jobs on delete cascade,
  row_no integer not null,
  input jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  reason text,
  policy_id uuid references policies,
  finished_at timestamptz,
  unique (import_job_id, row_no)
);
