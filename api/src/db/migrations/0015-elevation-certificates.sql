-- What staff decided on a certificate: 6 verified as correct, 8 a correction endorsement is requested (spec 3 §4).
alter table ocr_records
  add verification_status smallint check (verification_status in (6, 8)),
  add verified_at timestamptz,
  add verified_by_user_name text,
  add check ((verification_status is null) = (verified_at is null));

-- The same bytes are not uploaded to a policy twice.
create index policy_doc_versions_by_upload on policy_doc_versions (sha256) where is_upload;
