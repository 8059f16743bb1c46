-- A cancellation that is accepted for a day that lies ahead: the policy stays pending until that day (decision 102).
alter table policies add column cancel_accepted_at timestamptz;
