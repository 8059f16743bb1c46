-- Staff decision on an elevation certificate: 6 is verified, 8 is a requested correction (DOC-4).
alter table ocr_records
  add verification_status smallint check (verification_status in (6, 8)),
  add verified_at timestamptz,
  add verified_by_user_name text,
  add check ((verification_status is null) = (verified_at is null));

-- Finds an earlier upload with the same content.
create index policy_doc_versions_by_upload on policy_doc_versions (sha256) where is_upload;
