-- A payment is applied to its policy when it is settled, and a refund when it is paid. The column is derived from the
-- status: as a separate flag, it stayed true for processing, failed and disputed payments.
alter table payments drop column is_applied_to_policy,
  add column is_applied_to_policy boolean not null generated always as (status in ('paid', 'refunded')) stored;
