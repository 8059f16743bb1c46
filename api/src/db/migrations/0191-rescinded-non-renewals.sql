-- Renames the bulk action, event type, email template and letter that rescind a non-renewal: `rescind` is the term of
-- notices. Audit entries cannot be changed and keep their old action (audit/renamed-actions.ts).
alter table bulk_jobs drop constraint bulk_jobs_action_check;
update bulk_jobs set action = 'rescindNonRenewal' where action = 'takeBackNonRenewal';
alter table bulk_jobs add constraint bulk_jobs_action_check
  check (action in ('resendLink', 'finalizeCancel', 'nonRenew', 'rescindNonRenewal'));

update idempotency_keys set operation = 'rescindNonRenewal' where operation = 'takeBackNonRenewal';

update events set type = 'policy.non_renewal_rescinded' where type = 'policy.non_renewal_taken_back';
update webhook_deliveries set type = 'policy.non_renewal_rescinded' where type = 'policy.non_renewal_taken_back';
update webhook_endpoints
set types = array_replace(types, 'policy.non_renewal_taken_back', 'policy.non_renewal_rescinded')
where 'policy.non_renewal_taken_back' = any(types);

update email_templates set template = 'non-renewal-rescinded' where template = 'non-renewal-taken-back';
update email_messages set template = 'non-renewal-rescinded' where template = 'non-renewal-taken-back';
update notices set kind = 'nonRenewalRescinded' where kind = 'nonRenewalTakenBack';

-- Emails that are still in the job queue, which a new database does not have yet.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    update graphile_worker._private_jobs
    set payload = (payload::jsonb || '{"template": "non-renewal-rescinded"}')::json
    where payload ->> 'template' = 'non-renewal-taken-back';
  end if;
end
$$;
