-- A batch whose ACH file was downloaded may have been sent to the bank. Its total still counts toward the approval limit
-- after the batch is voided, and paying its statements again requires approval (COM-9).
alter table payout_batches add column ach_downloaded_at timestamptz;

-- Paid and voided batches are final.
alter table payout_batches disable trigger payout_batches_final;
update payout_batches b set ach_downloaded_at = d.first_at
from (select entity_id, min(occurred_at) as first_at from audit_log
  where entity = 'payoutBatch' and action = 'payoutBatch.export' and details->>'format' = 'ach' group by entity_id) d
where b.payout_batch_id::text = d.entity_id;
alter table payout_batches enable trigger payout_batches_final;

create index payout_items_by_statement on payout_items (statement_id);

-- Number of the latest earlier batch that may have paid the statement.
alter table payout_items add column earlier_batch_no integer;

create or replace function payout_item_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not old.is_current
    or (new.payout_batch_id, new.statement_id, new.payout_item_id, new.amount_cents, new.account_fingerprint, new.earlier_batch_no)
      is distinct from
      (old.payout_batch_id, old.statement_id, old.payout_item_id, old.amount_cents, old.account_fingerprint, old.earlier_batch_no)
  then
    raise exception 'The payout is final' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
