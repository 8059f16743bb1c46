-- An agency's tax id and bank account are kept sealed (AES-256-GCM, agencies/sealed-number.ts); nothing has written them yet.
alter table agencies drop column tax_id, drop column bank_account_no,
  add tax_id_sealed text check (tax_id_sealed like 'v1.%'), add bank_account_sealed text check (bank_account_sealed like 'v1.%');

-- One list of kinds each, the contract's (spec 3 §3).
update agencies set type = 'retail' where type not in ('retail', 'wholesale', 'carrier', 'direct');
alter table agencies alter type set default 'retail',
  add constraint agencies_type_check check (type in ('retail', 'wholesale', 'carrier', 'direct'));
update agency_licenses set type = 'agency' where type not in ('agency', 'producer', 'surplusLines');
alter table agency_licenses alter type set default 'agency',
  add constraint agency_licenses_type_check check (type in ('agency', 'producer', 'surplusLines'));

-- Numbers that the house gives; those that were brought along are left out by whoever asks for the next one.
create sequence agency_numbers start 200100 increment 10;

-- A document of an agency is known by its name, which is used once in an agency (spec 3 §8).
alter table agency_documents add doc_type_id smallint not null default 5 check (doc_type_id between 1 and 5),
  add created_by_user_name text not null default '';
create unique index agency_documents_by_name on agency_documents (agency_id, lower(name));
