-- A check is named by its place and by what it is; another check at the same place is raised, not dropped (decision 105).
alter table lockbox_items drop constraint lockbox_items_lockbox_no_deposit_date_batch_no_item_no_key;
create unique index lockbox_items_once on lockbox_items
  (lockbox_no, deposit_date, batch_no, item_no, ltrim(coalesce(check_no, ''), '0'), amount_cents);

-- A check pays several policies where staff split it.
create table lockbox_parts (
  policy_payment_id uuid primary key references payments,
  lockbox_item_id uuid not null references lockbox_items
);
create index lockbox_parts_by_item on lockbox_parts (lockbox_item_id);
insert into lockbox_parts
  select policy_payment_id, lockbox_item_id from lockbox_items where policy_payment_id is not null;
alter table lockbox_items drop policy_payment_id, drop matched_policy_id;

alter table lockbox_items
  -- Why a person has to look at it, in a sentence.
  add attention text,
  -- What a first person wants done with a check above the limit; somebody else has to want the same.
  add proposed_parts jsonb,
  add proposed_by text,
  add proposed_by_name text,
  add proposed_at timestamptz,
  add check ((proposed_parts is null) = (proposed_by is null)),
  drop constraint lockbox_items_state_check,
  -- reversed: taken back from its policy, the bank has the money; bounced: the bank has it not.
  add constraint lockbox_items_state_check check (state in ('open', 'applied', 'reversed', 'returned', 'bounced'));
-- Until now a reversed check had left the bank.
update lockbox_items set state = 'bounced' where state = 'reversed';
alter table lockbox_files add raised_count integer not null default 0 check (raised_count >= 0);
