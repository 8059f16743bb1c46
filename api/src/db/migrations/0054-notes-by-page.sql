-- A timeline of thousands of notes is read a page at a time: by the moment that a cursor names, which knows milliseconds.
alter table policy_notes alter column created_at type timestamptz(3);
drop index policy_notes_by_policy;
create index policy_notes_by_policy on policy_notes (policy_id, created_at desc, policy_note_id desc) include (type, is_private)
  where deleted_at is null;
