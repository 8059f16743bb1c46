-- Identifies the bank account that the payout was created for. An ACH file pays only this account (COM-5).
alter table payout_items add column account_fingerprint bytea;

create or replace function payout_item_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or not old.is_current
    or (new.payout_batch_id, new.statement_id, new.payout_item_id, new.amount_cents, new.account_fingerprint)
      is distinct from (old.payout_batch_id, old.statement_id, old.payout_item_id, old.amount_cents, old.account_fingerprint)
  then
    raise exception 'The payout is final' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
