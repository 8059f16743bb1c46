-- Invoices are never voided: return premium is an invoice of its own.
alter table invoices drop column voided_at;
