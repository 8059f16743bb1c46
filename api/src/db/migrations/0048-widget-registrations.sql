-- A widget requires an email address and a phone number for referrals (AGY-4). Its logo is centered or on the right.
update widgets w set referral_email = coalesce(w.referral_email, a.email, ''), referral_phone = coalesce(w.referral_phone, a.phone, '')
from agencies a where a.agency_id = w.agency_id and (w.referral_email is null or w.referral_phone is null);
alter table widgets
  alter column referral_email set not null,
  alter column referral_phone set not null,
  add check (name <> ''),
  add check (format ->> 'align' = any ('{center,right}')),
  -- A link with a scheme such as javascript: would run a script on the agency's own site.
  add check (referral_website ~* '^https?://');

drop index widgets_by_agency;
create index widgets_by_agency on widgets (agency_id, created_at, widget_id);
