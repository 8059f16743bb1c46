-- A check that was marked as returned or bounced by mistake can be reopened. Each time, its amount is posted to
-- suspense again with a key of its own.
alter table lockbox_items add times_reopened integer not null default 0 check (times_reopened >= 0);
