-- A check that was returned or bounced by mistake is open again: its money comes into suspense once more, by a key of its own.
alter table lockbox_items add times_reopened integer not null default 0 check (times_reopened >= 0);
