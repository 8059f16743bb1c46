-- A card payment that its payer has not confirmed with the bank takes no money yet. It does not lower the payable amount (BIL-13).
alter table payments add column is_unconfirmed boolean not null default false;
create index payments_unconfirmed on payments (policy_id) where is_unconfirmed and status = 'processing';
