-- The zone of a property in a state that keeps two times, by its coordinates (decision 103); null: the state tells it.
alter table policies add column time_zone text check (time_zone ~ '^(America|Pacific)/');
