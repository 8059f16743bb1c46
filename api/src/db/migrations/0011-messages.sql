create table email_templates (
  template text not null,
  version integer not null check (version > 0),
  subject text not null,
  source text not null,
  is_active boolean not null default true,
  created_by text,
  created_at timestamptz not null default now(),
  primary key (template, version)
);

create table email_messages (
  email_message_id uuid primary key default new_id(),
  policy_id uuid references policies,
  to_email citext not null,
  to_name text,
  subject text not null, html text not null, text text not null,
  template text not null, template_version integer not null default 1,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  provider_message_id text, error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index email_messages_by_policy on email_messages (policy_id, created_at);
create index email_messages_by_recipient on email_messages (to_email, created_at);

create table notifications (
  notification_id uuid primary key default new_id(),
  account_id uuid references accounts on delete cascade,
  agency_id uuid references agencies,
  policy_id uuid references policies,
  kind text not null,
  title text not null, body text not null default '',
  email_message_id uuid references email_messages,
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notifications_by_account on notifications (account_id, created_at);
create index notifications_by_policy on notifications (policy_id, created_at);

-- Legally required notices: recipient, kind, dates and delivery method.
create table notices (
  notice_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  kind text not null,
  recipient text not null check (recipient in ('insured', 'coapplicant', 'lienholder', 'agent')),
  recipient_name text not null default '', recipient_address text,
  method text not null check (method in ('mail', 'email')),
  document_id uuid references policy_docs,
  email_message_id uuid references email_messages,
  due_date date, sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index notices_by_policy on notices (policy_id);

create table audit_log (
  audit_id bigint generated always as identity primary key,
  occurred_at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('agent', 'insured', 'staff', 'job', 'webhook', 'anonymous')),
  actor_id text, actor_name text not null default '',
  action text not null,
  entity text not null, entity_id text not null,
  policy_id uuid references policies,
  request_id text, ip text,
  details jsonb not null default '{}'
);
create index audit_log_by_entity on audit_log (entity, entity_id, occurred_at);
create index audit_log_by_policy on audit_log (policy_id, occurred_at);
create index audit_log_by_time on audit_log (occurred_at);
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function forbid_change();

create table idempotency_keys (
  key text not null check (char_length(key) between 1 and 255),
  actor text not null,
  request_hash text not null,
  operation text not null,
  status integer,
  response jsonb,
  response_headers jsonb,
  locked_at timestamptz not null default now(),
  completed_at timestamptz,
  expires_at timestamptz not null default now() + interval '24 hours',
  primary key (key, actor)
);
create index idempotency_keys_by_expiry on idempotency_keys (expires_at);
