-- Changes of an email address by the policyholder, who confirms a code from the new address (POL-16). A code for the new
-- address does not identify the policyholder for signing, and has another purpose.
alter table signing_codes
  add purpose text not null default 'identify' check (purpose in ('identify', 'changeEmail'));
-- Null if the policyholder changed the address.
alter table insured_email_changes alter changed_by_account_id drop not null;
