-- What one transaction takes back may have been earned at several rates: each is a line of its own (decision 99).
alter table commission_lines
  drop constraint commission_lines_statement_id_policy_transaction_id_kind_key,
  add unique (statement_id, policy_transaction_id, kind, rate_basis_points);
create index commission_lines_by_policy on commission_lines (policy_id);
