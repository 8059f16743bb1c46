-- Decision 86: one list of states for every agency. P is registered and waits for approval.
alter table agencies drop constraint agencies_status_check;
alter table agencies add constraint agencies_status_check check (status in ('A', 'P', 'I', 'T'));
