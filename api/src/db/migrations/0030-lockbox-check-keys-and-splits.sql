-- A check is identified by its position, number and amount. Another check at the same position is marked for review
-- (LBX-3).
alter table lockbox_items drop constraint lockbox_items_lockbox_no_deposit_date_batch_no_item_no_key;
create unique index lockbox_items_once on lockbox_items
  (lockbox_no, deposit_date, batch_no, item_no, ltrim(coalesce(check_no, ''), '0'), amount_cents);

-- Staff can split a check among several policies (LBX-4).
create table lockbox_parts (
  policy_payment_id uuid primary key references payments,
  lockbox_item_id uuid not null references lockbox_items
);
create index lockbox_parts_by_item on lockbox_parts (lockbox_item_id);
insert into lockbox_parts
  select policy_payment_id, lockbox_item_id from lockbox_items where policy_payment_id is not null;
alter table lockbox_items drop policy_payment_id, drop matched_policy_id;

alter table lockbox_items
  -- Sentence that states why staff must review the check.
  add attention text,
  -- Policies that the first person chose for a check above the limit. A second person must choose the same ones
  -- (LBX-6).
  add proposed_parts jsonb,
  add proposed_by text,
  add proposed_by_name text,
  add proposed_at timestamptz,
  add check ((proposed_parts is null) = (proposed_by is null)),
  drop constraint lockbox_items_state_check,
  -- reversed: removed from its policy, and the bank has the money. bounced: the bank does not have the money.
  add constraint lockbox_items_state_check check (state in ('open', 'applied', 'reversed', 'returned', 'bounced'));
-- Until this migration, reversed meant that the bank did not have the money.
update lockbox_items set state = 'bounced' where state = 'reversed';
alter table lockbox_files add raised_count integer not null default 0 check (raised_count >= 0);
