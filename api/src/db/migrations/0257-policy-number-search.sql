-- A policy number is found with the unique index of policy numbers. This index finds the few policies whose other search
-- texts contain a policy number, so that such a search finds the same policies as a search of the whole text (API-12).
create index policies_with_number_in_text on policies (policy_id) where lower(
  coalesce(quote_number, '') || ' ' || insured_name || ' ' || address_line || ' ' || coalesce(phone, '') || ' '
  || replace(coalesce(phone, ''), '-', '') || ' ' || payer_names) ~ '[a-z]{3}3[0-9]{3}';
