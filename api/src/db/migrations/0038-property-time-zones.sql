-- Time zone of a property in a state with two time zones, by its coordinates (POL-7). Null if the state determines it.
alter table policies add column time_zone text check (time_zone ~ '^(America|Pacific)/');
