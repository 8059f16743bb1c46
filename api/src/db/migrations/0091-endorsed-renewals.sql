-- An endorsement of an expiring term also changes the renewal that is already bound (END-11). The transaction on the
-- renewal refers to this endorsement, so that later changes of the expiring term replace it, while endorsements of the
-- renewal itself stay.
alter table policy_transactions add column follows_transaction_id uuid references policy_transactions;
create index policy_transactions_follows on policy_transactions (follows_transaction_id) where follows_transaction_id is not null;
