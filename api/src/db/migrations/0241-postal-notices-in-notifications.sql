-- Emails, notices and letters about nonpayment are one list. All have the same sort orders, so that they can be merged
-- without sorting.
create index postal_notices_in_order_of_status on postal_notices
  ((case state when 'exported' then 'queued' when 'mailed' then 'sent' else state end), postal_notice_id);
create index postal_notices_by_words on postal_notices using gin (
  lower(kind) gin_trgm_ops,
  lower(recipient_name || ', ' || recipient_address) gin_trgm_ops
);
