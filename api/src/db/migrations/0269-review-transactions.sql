-- The endorsement whose return premium is on hold. Reversing the endorsement withdraws the review (REF-10).
alter table refund_reviews add column policy_transaction_id uuid references policy_transactions;
create index refund_reviews_by_transaction on refund_reviews (policy_transaction_id) where policy_transaction_id is not null;

update refund_reviews r set policy_transaction_id = (
  select t.policy_transaction_id from policy_transactions t
  where t.policy_id = r.policy_id and t.effective_date = r.effective_date and t.created_at <= r.created_at + interval '1 minute'
  order by t.sequence desc limit 1)
where r.cause in ('endorsement', 'reversal', 'renewal');
