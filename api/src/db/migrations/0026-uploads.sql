-- Uploads with the same content share one file. The file name and content type belong to each upload.
alter table policy_doc_versions add file_name text, add content_type text;
update policy_doc_versions v set file_name = f.file_name, content_type = f.content_type from files f where f.file_id = v.file_id;
alter table claim_documents add content_type text;
update claim_documents d set content_type = f.content_type from files f where f.file_id = d.file_id;
alter table claim_documents alter content_type set not null;
alter table agency_documents add content_type text;
update agency_documents d set content_type = f.content_type from files f where f.file_id = d.file_id;
alter table agency_documents alter content_type set not null;
alter table files drop column file_name, drop column content_type, drop column created_by;

-- False if the certificate exceeded the limits for reading. The upload is stored anyway.
alter table ocr_records add is_read boolean not null default true;
