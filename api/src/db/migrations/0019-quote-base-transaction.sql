-- Latest transaction when the quote was created. A quote cannot be bound after another transaction (END-9).
alter table quotes add column base_transaction_id uuid references policy_transactions;
