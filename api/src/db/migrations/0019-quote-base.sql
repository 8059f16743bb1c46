-- The transaction that a quote was made from: once another one follows it, the quote would undo that one.
alter table quotes add column base_transaction_id uuid references policy_transactions;
