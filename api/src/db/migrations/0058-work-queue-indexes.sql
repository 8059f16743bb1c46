-- Indexes for the counts of the work queue (work-queue/action-items.ts) and the monthly figures
-- (work-queue/getFigures.route.ts).
create index payments_to_see_to on payments (status, created_at) where status in ('failed', 'disputed');
create index ocr_records_waiting on ocr_records (created_at) where verification_status is null;
create index agency_licenses_by_end on agency_licenses (expiration);
create index policy_transactions_figures on policy_transactions (accounting_date) include (transaction_type, tnx_total_premium_cents);
create index payments_figures on payments (created_at) include (status, amount_cents);
