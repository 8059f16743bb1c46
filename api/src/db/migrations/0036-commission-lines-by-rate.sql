-- One transaction can return commission that was earned at several rates. Each rate is a separate line (ADR 16).
alter table commission_lines
  drop constraint commission_lines_statement_id_policy_transaction_id_kind_key,
  add unique (statement_id, policy_transaction_id, kind, rate_basis_points);
create index commission_lines_by_policy on commission_lines (policy_id);
