-- Lenders that are removed from a policy get a letter (DOC-13).
alter table postal_notices drop constraint postal_notices_kind_check;
alter table postal_notices add constraint postal_notices_kind_check check (kind in ('lenderInvoice', 'lenderSecondNotice',
  'amountDue', 'paymentReminder', 'pastDueNotice', 'lenderHasNotPaid', 'paymentFailed', 'renewalOnHold', 'cancellationNotice',
  'rescission', 'latePayment', 'reinstatementOffer', 'reinstatementOfferClosed', 'lenderRemoved'));
