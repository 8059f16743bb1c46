-- The steps that are also emailed to the agency (DEL-33). Policyholders and lienholders always get their notices.
alter table delinquency_plans add column agency_steps text[] not null default '{pastDueNotice,cancellationNotice}'
  check (agency_steps <@ '{pastDueNotice,cancellationNotice}'::text[]);
