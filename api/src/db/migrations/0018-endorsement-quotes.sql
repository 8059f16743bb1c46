-- Saving a quote that somebody else has saved meanwhile is refused by its version.
alter table quotes add column version integer not null default 1 check (version > 0);
create sequence endorsement_quote_seq start with 9100000;
