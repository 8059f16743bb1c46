-- A signing event stays after its signature is deleted, for example when a cancellation request is withdrawn (SIGN-3).
alter table signing_events drop constraint signing_events_policy_doc_signature_id_fkey;
