-- The tax id and the bank account of an agency are encrypted (AES-256-GCM, agencies/sealed-number.ts). The old columns
-- were never written.
alter table agencies drop column tax_id, drop column bank_account_no,
  add tax_id_sealed text check (tax_id_sealed like 'v1.%'), add bank_account_sealed text check (bank_account_sealed like 'v1.%');

-- The contract defines one list of agency types and one of license types.
update agencies set type = 'retail' where type not in ('retail', 'wholesale', 'carrier', 'direct');
alter table agencies alter type set default 'retail',
  add constraint agencies_type_check check (type in ('retail', 'wholesale', 'carrier', 'direct'));
update agency_licenses set type = 'agency' where type not in ('agency', 'producer', 'surplusLines');
alter table agency_licenses alter type set default 'agency',
  add constraint agency_licenses_type_check check (type in ('agency', 'producer', 'surplusLines'));

-- Sequence of agency numbers. Numbers of imported agencies are skipped.
create sequence agency_numbers start 200100 increment 10;

-- The name of a document is unique within its agency.
alter table agency_documents add doc_type_id smallint not null default 5 check (doc_type_id between 1 and 5),
  add created_by_user_name text not null default '';
create unique index agency_documents_by_name on agency_documents (agency_id, lower(name));
