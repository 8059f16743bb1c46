-- A payout batch lists closed commission statements, is exported for the bank and marks them as paid (COM-5).
create table payout_batches (
  payout_batch_id uuid primary key default new_id(),
  batch_no integer generated always as identity unique,
  -- A batch above the limit requires the approval of a second person before it is exported or marked as paid.
  state text not null default 'ready' check (state in ('pendingApproval', 'ready', 'paid', 'voided')),
  total_cents bigint not null check (total_cents > 0),
  statement_count integer not null check (statement_count > 0),
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  approved_by text, approved_by_name text, approved_at timestamptz,
  paid_on date, paid_reference text, paid_by_name text, marked_paid_at timestamptz,
  void_reason text, voided_by_name text, voided_at timestamptz,
  check (approved_by <> created_by),
  check ((state = 'paid') = (paid_on is not null) and (state = 'paid') = (paid_reference is not null)),
  check ((state = 'voided') = (void_reason is not null))
);
create index payout_batches_newest on payout_batches (created_at desc, payout_batch_id desc);
create index payout_batches_by_total on payout_batches (total_cents, payout_batch_id);

create table payout_items (
  payout_batch_id uuid not null references payout_batches,
  statement_id uuid not null references commission_statements,
  payout_item_id uuid not null unique default new_id(),
  amount_cents bigint not null check (amount_cents > 0),
  -- False if the batch was voided or the bank returned the payout. The statement can then be paid again.
  is_current boolean not null default true,
  returned_at timestamptz, return_note text, returned_by_name text,
  primary key (payout_batch_id, statement_id),
  check ((returned_at is null) = (return_note is null)),
  check (returned_at is null or not is_current)
);
-- A statement is in at most one current payout, even if several people create batches.
create unique index one_current_payout on payout_items (statement_id) where is_current;

-- Paid and voided batches are final, and a batch is never deleted.
create function payout_batch_is_final() returns trigger language plpgsql as $$
begin
  raise exception 'The payout batch is final' using errcode = 'restrict_violation';
end
$$;
create trigger payout_batches_final before update on payout_batches
  for each row when (old.state in ('paid', 'voided')) execute function payout_batch_is_final();
create trigger payout_batches_stay before delete or truncate on payout_batches
  for each statement execute function forbid_change();

-- An item changes only when its batch is voided or its payout is returned.
create function payout_item_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not old.is_current
    or (new.payout_batch_id, new.statement_id, new.payout_item_id, new.amount_cents)
      is distinct from (old.payout_batch_id, old.statement_id, old.payout_item_id, old.amount_cents)
  then
    raise exception 'The payout is final' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger payout_items_stay before update or delete on payout_items
  for each row execute function payout_item_stays();
