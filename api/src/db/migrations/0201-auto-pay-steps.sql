-- Auto-pay charges the amount, so neither an invoice nor a reminder asks for it (AUT-10).
alter table delinquency_steps drop constraint delinquency_steps_reason_check;
alter table delinquency_steps add constraint delinquency_steps_reason_check check (reason in ('noEmail', 'autoPay'));
