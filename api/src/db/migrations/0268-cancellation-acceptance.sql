-- The person who accepted a cancellation with a future effective date. The job that completes it opens refund reviews on
-- behalf of this person, who then cannot approve them alone (REF-11).
alter table policies add column cancel_accepted_by text;
