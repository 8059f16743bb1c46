-- Renames the error codes in the results of bulk jobs, as version 2.0.0 of the contract does, and one column.
update bulk_job_items set code = renamed.new
from (values
  ('already_settled', 'already_resolved'),
  ('before_loss', 'reported_before_loss'),
  ('changed_meanwhile', 'concurrent_change'),
  ('clock_moving', 'clock_advancing'),
  ('endpoint_is_off', 'endpoint_disabled'),
  ('events_gone', 'events_expired'),
  ('in_future', 'date_in_future'),
  ('kept_for_renewal', 'reserved_for_renewal'),
  ('key_ended', 'key_inactive'),
  ('missing_second_factor', 'second_factor_not_set_up'),
  ('month_not_over', 'month_not_ended'),
  ('more_than_there_is', 'amount_exceeds_payment'),
  ('named_twice', 'duplicate_item'),
  ('no_window', 'no_valid_dates'),
  ('nothing_covered', 'no_coverage'),
  ('number_of_files', 'wrong_number_of_files'),
  ('number_of_widgets', 'too_many_widgets'),
  ('other_policy', 'policy_mismatch'),
  ('outside_window', 'date_out_of_range'),
  ('overlap_running', 'overlap_active'),
  ('parts_do_not_sum', 'amounts_do_not_match'),
  ('payment_refused', 'payment_declined'),
  ('payment_under_way', 'payment_in_progress'),
  ('refund_refused', 'refund_rejected'),
  ('run_under_way', 'run_in_progress'),
  ('second_factor_demanded', 'second_factor_mandatory'),
  ('second_factor_needed', 'missing_second_factor_code'),
  ('second_factor_off', 'second_factor_disabled'),
  ('second_factor_on', 'second_factor_enabled'),
  ('second_person_needed', 'requires_second_person'),
  ('signed_here', 'signed_electronically'),
  ('under_itself', 'agency_cycle'),
  ('unfitting_key', 'key_not_allowed'),
  ('unfitting_roles', 'roles_not_allowed'),
  ('unknown_move', 'decision_not_allowed'),
  ('unknown_slot', 'unknown_signature_field')
) renamed (old, new)
where code = renamed.old;

alter table webhook_deliveries rename last_problem to last_error;
