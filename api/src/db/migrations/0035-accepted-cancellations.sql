-- When a cancellation with a future effective date was accepted. The policy stays pending cancellation until that date
-- (CAN-13).
alter table policies add column cancel_accepted_at timestamptz;
