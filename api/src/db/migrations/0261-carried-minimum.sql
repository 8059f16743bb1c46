-- The part of the replaced term's minimum earned premium that this term must retain, even in a flat cancellation (PRI-9).
alter table policies add column carried_minimum_cents bigint not null default 0 check (carried_minimum_cents >= 0);
