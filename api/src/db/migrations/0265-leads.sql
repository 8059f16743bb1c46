-- Requests for a quote from the widgets of agencies (AGY-5). A lead outlives its widget.
create table leads (
  lead_id uuid primary key default new_id(),
  agency_id uuid not null references agencies,
  widget_name text not null,
  source text not null default '',
  address text not null,
  name text not null,
  email text not null,
  phone text,
  created_at timestamptz not null
);
create index leads_by_agency on leads (agency_id, created_at desc, lead_id);
create index leads_newest on leads (created_at desc, lead_id);
