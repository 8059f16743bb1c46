-- A widget registration says how the agency is reached (spec 2 §6: email and phone are required), and its logo stands in the middle or on the right.
update widgets w set referral_email = coalesce(w.referral_email, a.email, ''), referral_phone = coalesce(w.referral_phone, a.phone, '')
from agencies a where a.agency_id = w.agency_id and (w.referral_email is null or w.referral_phone is null);
alter table widgets
  alter column referral_email set not null,
  alter column referral_phone set not null,
  add check (name <> ''),
  add check (format ->> 'align' = any ('{center,right}')),
  -- A link to a script would run on the agency's own site.
  add check (referral_website ~* '^https?://');

-- The list of an agency, in the order in which they were made.
drop index widgets_by_agency;
create index widgets_by_agency on widgets (agency_id, created_at, widget_id);
