-- Index for a search for any part of a policy or quote number.
create index policies_by_number_text on policies
  using gin (lower(policy_no || ' ' || coalesce(quote_number, '')) gin_trgm_ops);

-- Sort orders of the policy list that have no page marks.
create index policies_in_order_of_address on policies (address_line, policy_id);
create index policies_in_order_of_posting on policies (original_post_date, policy_id);
create index policy_balances_in_order_of_due on policy_balances (due_cents, policy_id);

-- Partial indexes for rare states. Without them, a filter by these states would read every policy.
create index policies_pending_cancel on policies (inception_date, policy_id) where pending_cancel_at is not null;
create index policies_cancelled on policies (inception_date, policy_id) where cancelled_at is not null;
create index policies_non_renewed on policies (inception_date, policy_id) where non_renewed_at is not null;
create index policies_unpaid on policies (inception_date, policy_id) where not is_paid;
create index policies_unsigned on policies (inception_date, policy_id) where not is_signed;
