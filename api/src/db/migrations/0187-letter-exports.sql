-- Files for a print vendor. Each letter is in at most one export, and its file can be downloaded again (DEL-16).
create table letter_exports (
  letter_export_id uuid primary key default new_id(),
  export_no integer not null generated always as identity unique,
  created_by_name text not null,
  created_at timestamptz not null
);
create index letter_exports_newest on letter_exports (created_at, letter_export_id);

alter table postal_notices
  add column letter_export_id uuid references letter_exports,
  -- The date on which coverage ends, as printed. A replaced letter keeps it when the notice gets a later date.
  add column printed_date date;
update postal_notices l set printed_date = n.effective_date
from cancellation_notices n
where n.cancellation_notice_id = l.cancellation_notice_id and l.kind = 'cancellationNotice';
create index postal_notices_by_export on postal_notices (letter_export_id) where letter_export_id is not null;
create index postal_notices_newest on postal_notices (created_at, postal_notice_id);
create index cancellation_notices_by_date on cancellation_notices (effective_date, cancellation_notice_id);
create index cancellation_notices_by_state on cancellation_notices (state, created_at, cancellation_notice_id);
create index cancellation_notices_on_hold on cancellation_notices (hold_reason) where hold_reason is not null;
create index postal_notices_by_kind on postal_notices (kind, created_at, postal_notice_id);
