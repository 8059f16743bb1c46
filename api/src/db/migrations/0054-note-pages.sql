-- A timeline with thousands of notes is read in pages. The cursor contains the time in milliseconds, so the column has
-- the same precision.
alter table policy_notes alter column created_at type timestamptz(3);
drop index policy_notes_by_policy;
create index policy_notes_by_policy on policy_notes (policy_id, created_at desc, policy_note_id desc) include (type, is_private)
  where deleted_at is null;
