-- Notes and call logs are read separately, and a policy with thousands of one type may have none of the other.
drop index policy_notes_by_policy;
create index policy_notes_by_policy on policy_notes (policy_id, type, created_at desc, policy_note_id desc)
  include (is_private) where deleted_at is null;
