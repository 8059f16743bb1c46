-- What happened stays told when the slot it speaks of goes, as with a cancellation that is withdrawn.
alter table signing_events drop constraint signing_events_policy_doc_signature_id_fkey;
