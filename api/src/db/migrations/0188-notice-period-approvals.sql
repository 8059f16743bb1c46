-- Shorter notice periods require approval by a second person (DEL-17).
alter table notice_periods
  add column notice_period_id uuid not null default new_id() unique,
  add column updated_at timestamptz,
  add column updated_by_name text;
-- Fixed ids for the rows of the first migration, so that they are the same in every database.
update notice_periods n set notice_period_id = ('00000089-0000-4000-8001-' || lpad(row_no::text, 12, '0'))::uuid
from (select state, product_id, reason, row_number() over (order by state, product_id, reason) as row_no from notice_periods) numbered
where (n.state, n.reason) = (numbered.state, numbered.reason) and n.product_id is not distinct from numbered.product_id;
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check
  check (kind in ('setting', 'account', 'bankAccount', 'delinquencyPlan', 'noticePeriod'));
