-- Renames tables and columns to standard terms, with the rows that they contain. Version 1.x does not know the new names,
-- so all its processes must be stopped before this migration runs (docs/deploy.md).

alter table login_tries rename to login_attempts;
alter table login_attempts rename tries to attempts;
alter table login_attempts rename total to total_attempts;
alter table login_attempts rename since to first_attempt_at;
alter table login_attempts rename last_at to last_attempt_at;
alter index login_tries_by_last_at rename to login_attempts_by_last_attempt_at;

alter table second_factors rename to two_factor_secrets;
alter table two_factor_secrets rename pending_sealed to pending_secret_sealed;
alter table two_factor_secrets rename since to enabled_at;
alter table two_factor_secrets rename last_step to last_used_step;

alter table sessions rename proven_mailbox to verified_email;
alter table sessions rename passed_factor to passed_two_factor;
alter table sessions rename constraint sessions_proven_mailbox to sessions_verified_email;

alter table link_tokens rename mailed_to to emailed_to;
alter table link_tokens rename made_in_session to created_by_session_id;
-- Key in the data of one-time log-ins to the wizard, which expire within minutes.
update resources
set data = data - 'madeInSession' || jsonb_build_object('createdBySessionId', data -> 'madeInSession')
where data ? 'madeInSession';
alter table signing_codes rename wrong_guesses to failed_attempts;

alter table api_keys rename made_at to created_at;
alter table api_keys rename made_by to created_by;
alter table api_keys rename replaces to replaced_key_id;
alter index api_keys_by_made_at rename to api_keys_by_created_at;
alter table webhook_endpoints rename made_at to created_at;
alter table webhook_endpoints rename made_by to created_by;

alter table agency_names rename to former_agency_names;
alter table former_agency_names rename until to used_until;

alter table registration_papers rename to registration_documents;
alter trigger registration_papers_stay on registration_documents rename to registration_documents_stay;

alter table moratorium_refusals rename to moratorium_rejections;
alter table moratorium_rejections rename moratorium_refusal_id to moratorium_rejection_id;
alter table moratorium_rejections rename refused_to to requested_by_name;
alter index moratorium_refusals_of_event rename to moratorium_rejections_of_event;

alter table approvals rename concerns to affected_account_id;

alter table insured_email_changes rename before_email to previous_email;
alter table insured_email_changes rename after_email to new_email;
alter table insured_email_changes rename confirmed_from to confirmed_via;

alter table bulk_jobs rename asked_by to requested_by;
alter table bulk_jobs rename undoes to undoes_job_id;

alter table refund_reviews rename held_by to hold_reason;
alter table refund_reviews rename asked_by to requested_by;
alter table refund_reviews rename wish to request_reason;
alter table refund_reviews rename wait_until to postponed_until;
alter table refund_reviews rename constraint refund_reviews_held_by_check to refund_reviews_hold_reason_check;

alter table lockbox_files rename known_count to duplicate_count;
alter table lockbox_files rename raised_count to flagged_count;
alter table lockbox_items rename taken_back_by to reversed_by;
alter table lockbox_items rename times_reopened to reopen_count;

alter table reconciliations rename from_day to start_date;
alter table reconciliations rename to_day to end_date;
alter table reconciliations rename compared to compared_count;

alter table policy_transactions rename sets to changed_values;
alter table policy_transactions rename follows_transaction_id to source_transaction_id;
alter index policy_transactions_follows rename to policy_transactions_by_source;

alter table cancel_reasons rename refund_goes_first_to_new_policy to refund_applies_to_new_policy_first;
alter table cancel_reasons rename earliest_days_from_today to min_days_from_today;
alter table cancel_reasons rename latest to latest_effective_date;
alter table cancel_reasons rename effective_from to effective_date_basis;

alter table commission_run_parts rename policies to policy_count;
alter table daily_digests rename told_of to last_digest_date;
alter table job_crashes rename crashes to crash_count;
alter table job_crashes rename crashed_at to last_crashed_at;
alter table policy_page_totals rename only_row to singleton;
alter table sandbox_clock rename is_only to singleton;
alter table sandbox_clock rename ahead_ms to offset_ms;
create or replace function clock_ahead() returns interval language sql stable
  return coalesce((select offset_ms from sandbox_clock) * interval '1 millisecond', interval '0');
