-- One list of statuses for every agency (AGY-1). P is registered and not yet approved.
alter table agencies drop constraint agencies_status_check;
alter table agencies add constraint agencies_status_check check (status in ('A', 'P', 'I', 'T'));
