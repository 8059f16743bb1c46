-- Type of a claim document, and the agency that wrote a note or uploaded a file: agents can change only what their own
-- agency created (NOTE-1).
alter table claim_documents
  add document_type text not null default 'other'
    check (document_type in ('photo', 'proofOfLoss', 'estimate', 'invoice', 'report', 'letter', 'other')),
  add created_by_agency_no text;
create unique index claim_documents_once on claim_documents (claim_id, lower(file_name)) where deleted_at is null;

alter table claim_notes add created_by_agency_no text;

update claims set cause = 'flood' where cause not in ('flood', 'stormSurge', 'overflow', 'mudflow', 'sewerBackup', 'other');
alter table claims
  alter cause set default 'flood',
  add check (cause in ('flood', 'stormSurge', 'overflow', 'mudflow', 'sewerBackup', 'other'));
create index claims_by_notice on claims (notice_date desc, claim_id);
