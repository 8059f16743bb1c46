-- The wizard finds its policy by the quote number or the billing account of a transaction.
create index policy_transactions_by_quote on policy_transactions ((meta ->> 'quoteNumber'))
  where meta ->> 'quoteNumber' is not null;
create index policy_transactions_by_billing_account on policy_transactions (ba_id) where ba_id is not null;
create index payments_by_method on payments (payment_method_id) where payment_method_id is not null;
create index payments_by_charge on payments (stripe_charge_id) where stripe_charge_id is not null;
