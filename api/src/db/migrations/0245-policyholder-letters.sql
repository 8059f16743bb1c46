-- Policyholders who cannot be emailed get the messages about unpaid amounts by mail (DEL-29).
alter table postal_notices drop constraint postal_notices_kind_check;
alter table postal_notices add constraint postal_notices_kind_check check (kind in ('lenderInvoice', 'lenderSecondNotice',
  'amountDue', 'paymentReminder', 'pastDueNotice', 'lenderHasNotPaid', 'paymentFailed', 'renewalOnHold', 'cancellationNotice',
  'rescission', 'latePayment', 'reinstatementOffer', 'reinstatementOfferClosed'));
alter table postal_notices
  -- The unpaid amount of a letter. Unmailed letters about paid amounts are withdrawn.
  add column obligation_id uuid references obligations;
create index postal_notices_unmailed_by_policy on postal_notices (policy_id) where state in ('queued', 'exported');
