-- Claims that a policyholder reports, and their photos (CLM-3, CLM-4). `has_location` states whether the photo contains
-- the place where it was taken, which it keeps only with the policyholder's consent.
alter table claims
  add contact_note text,
  add reported_by_identity_id uuid references policyholder_identities;
create index claims_by_reporter on claims (reported_by_identity_id) where reported_by_identity_id is not null;
alter table claim_documents
  add uploaded_by_identity_id uuid references policyholder_identities,
  add has_location boolean not null default false;
create index claim_documents_by_uploader on claim_documents (uploaded_by_identity_id)
  where uploaded_by_identity_id is not null;
