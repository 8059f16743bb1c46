-- Indexes for every sort order and filter of the back office's lists that grow with the book. A page and its count read
-- only an index (tests/responses/list-query-plans.api.test.ts).
create index payments_in_order_of_amount on payments (amount_cents, policy_payment_id);
create index payments_in_order_of_status on payments (status, policy_payment_id);
create index payments_by_type on payments (payment_type_id, created_at, policy_payment_id);
create index payments_not_applied on payments (created_at, policy_payment_id) where not is_applied_to_policy;
create index payments_by_check_number on payments (check_no) where check_no is not null;

create index policies_by_product on policies (product_id, inception_date, policy_id);

-- Commission lines of a month are sorted and filtered by the date and type of their transaction. New business is
-- excluded because nearly all transactions have this type.
create index policy_transactions_in_order_of_posting on policy_transactions (post_date, policy_transaction_id);
create index policy_transactions_by_type on policy_transactions (transaction_type) where transaction_type <> 'NB';
create index commission_lines_in_order_of_premium on commission_lines (premium_cents, commission_line_id);
create index commission_lines_in_order_of_amount on commission_lines (amount_cents, commission_line_id);

create index lockbox_items_in_order_of_deposit on lockbox_items (deposit_date, lockbox_item_id);
create index lockbox_items_in_order_of_amount on lockbox_items (amount_cents, lockbox_item_id);
create index lockbox_items_in_order_of_payer on lockbox_items (lower(coalesce(remitter_name, '')), lockbox_item_id);
create index lockbox_items_in_order_of_state on lockbox_items (state, lockbox_item_id) include (amount_cents);
create index lockbox_items_by_part on lockbox_items
  using gin (lower(remitter_name) gin_trgm_ops, lower(reference) gin_trgm_ops, lower(check_no) gin_trgm_ops);

create index overpayment_items_newest on overpayment_items (created_at desc, overpayment_item_id);

-- Emails and letters are one list. Both have the same sort orders, so that they can be merged without sorting.
create index email_messages_in_order on email_messages (created_at, email_message_id);
create index email_messages_in_order_of_status on email_messages (status, email_message_id);
create index email_messages_by_words on email_messages
  using gin (lower(subject) gin_trgm_ops, lower(to_email::text) gin_trgm_ops);
create index notices_in_order on notices (created_at, notice_id);
create index notices_in_order_of_status on notices
  ((case when sent_at is null then 'queued' else 'sent' end), notice_id);
create index notices_by_words on notices using gin (
  lower(kind) gin_trgm_ops,
  lower(coalesce(nullif(recipient_name, '') || coalesce(', ' || recipient_address, ''), recipient_address, '')) gin_trgm_ops
);
