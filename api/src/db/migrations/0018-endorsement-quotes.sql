-- Version of the quote. A save fails if somebody else has saved the quote in the meantime.
alter table quotes add column version integer not null default 1 check (version > 0);
create sequence endorsement_quote_seq start with 9100000;
