-- The lender that pays for a policyholder gets the invoice and a second notice by mail (DEL-13).
alter table postal_notices drop constraint postal_notices_kind_check;
alter table postal_notices add constraint postal_notices_kind_check
  check (kind in ('lenderInvoice', 'lenderSecondNotice', 'pastDueNotice', 'cancellationNotice', 'rescission'));

-- Steps were skipped if the lender pays. They are now taken as letters.
delete from delinquency_steps where reason = 'lenderPays';
alter table delinquency_steps drop constraint delinquency_steps_reason_check;
alter table delinquency_steps add constraint delinquency_steps_reason_check check (reason in ('noEmail'));
