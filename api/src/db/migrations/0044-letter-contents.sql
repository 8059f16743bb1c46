-- A letter keeps the text and the amounts, in cents, of the day when it was created (DOC-8). Before this migration, it
-- was generated from the current policy whenever it was opened.
alter table notices add column letter jsonb;
update notices n set letter = jsonb_build_object(
  'facts', jsonb_build_array(
      jsonb_build_array('To', concat_ws(', ', nullif(n.recipient_name, ''), nullif(n.recipient_address, ''))),
      jsonb_build_array('Policy number', p.policy_no),
      jsonb_build_array('Insured', p.insured_name),
      jsonb_build_array('Insured property', p.address_line))
    || case when n.kind = 'cancellation' and p.cancel_effective_date is not null then jsonb_build_array(
      jsonb_build_array('Coverage ends', to_char(p.cancel_effective_date, 'MM/DD/YYYY'))) else '[]' end
    || case when n.kind = 'cancellation' and r.reason_name is not null then jsonb_build_array(
      jsonb_build_array('Reason', r.reason_name)) else '[]' end,
  'tables', jsonb_build_array(),
  'paragraphs', jsonb_build_array(case n.kind
    when 'cancellation' then
      'The policy named above has been cancelled. Damage after the day on which coverage ends is not insured.'
    when 'nonRenewal' then 'The policy named above will not be renewed when its term ends.'
    when 'reinstatement' then 'The policy named above is in force again, without a gap in coverage.'
    when 'rewrite' then 'The policy named above takes the place of an earlier one, whose inception date was moved.'
    else 'Please keep this letter with your policy.' end))
from policies p left join cancel_reasons r on r.reason_code = p.cancel_reason_code
where p.policy_id = n.policy_id;
alter table notices alter column letter set not null,
  add check (jsonb_typeof(letter -> 'facts') = 'array' and jsonb_typeof(letter -> 'tables') = 'array'
    and jsonb_typeof(letter -> 'paragraphs') = 'array');
