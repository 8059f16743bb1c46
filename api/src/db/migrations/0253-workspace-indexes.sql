-- Home counts the open and the unpaid commission statements, the unpaid payout batches and the pending approvals (UI-20).
create index commission_statements_open on commission_statements (month) where state = 'open';
create index commission_statements_payable on commission_statements (closed_at) where state = 'closed' and total_cents > 0;
create index payout_batches_unpaid on payout_batches (state, created_at) where state in ('pendingApproval', 'ready');
-- The book by county reads only this index.
create index policies_in_force_by_county on policies (county_fips, inception_date, expiration_date) include (total_premium_cents)
  where cancelled_at is null;
