create table commission_rates (
  commission_rate_id uuid primary key default new_id(),
  -- Null for the rate of every agency without a rate of its own (COM-8).
  agency_id uuid references agencies,
  product_id smallint not null references products,
  is_renewal boolean not null,
  rate_basis_points integer not null check (rate_basis_points between 0 and 10000),
  effective_from date not null default '2000-01-01',
  unique nulls not distinct (agency_id, product_id, is_renewal, effective_from)
);

create table commission_overrides (
  commission_override_id uuid primary key default new_id(),
  agency_id uuid not null references agencies,
  parent_agency_id uuid references agencies,
  product_id smallint references products,
  rate_basis_points integer not null check (rate_basis_points between 0 and 10000),
  effective_from date not null default '2000-01-01',
  effective_to date,
  created_by text,
  created_at timestamptz not null default now(),
  check (effective_to >= effective_from)
);
create index commission_overrides_by_agency on commission_overrides (agency_id);

-- One agency and one month (COM-1). A closed statement never changes; corrections go to the next one (COM-3).
create table commission_statements (
  statement_id uuid primary key default new_id(),
  agency_id uuid not null references agencies,
  month date not null check (extract(day from month) = 1),
  state text not null default 'open' check (state in ('open', 'closed', 'paid')),
  total_cents bigint not null default 0,
  closed_at timestamptz, paid_at timestamptz,
  created_at timestamptz not null default now(),
  unique (agency_id, month)
);

create table commission_lines (
  commission_line_id uuid primary key default new_id(),
  statement_id uuid not null references commission_statements,
  policy_id uuid not null references policies,
  policy_transaction_id uuid not null references policy_transactions,
  kind text not null check (kind in ('commission', 'override')),
  premium_cents bigint not null,
  rate_basis_points integer not null,
  amount_cents bigint not null,
  created_at timestamptz not null default now(),
  unique (statement_id, policy_transaction_id, kind)
);
create index commission_lines_by_transaction on commission_lines (policy_transaction_id);

create table commission_adjustments (
  adjustment_id uuid primary key default new_id(),
  statement_id uuid not null references commission_statements,
  description text not null,
  adjustment_cents bigint not null check (adjustment_cents <> 0),
  private_notes text not null default '',
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index commission_adjustments_by_statement on commission_adjustments (statement_id);
create trigger commission_adjustments_touch before update on commission_adjustments for each row execute function touch_updated_at();

create function statement_is_open() returns trigger language plpgsql as $$
begin
  if exists (select from commission_statements
             where statement_id in (case when tg_op = 'INSERT' then new.statement_id else old.statement_id end,
                                    case when tg_op = 'DELETE' then old.statement_id else new.statement_id end)
               and state <> 'open') then
    raise exception 'The commission statement is closed' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger commission_lines_of_open_statements before insert or update or delete on commission_lines
  for each row execute function statement_is_open();
create trigger commission_adjustments_of_open_statements before insert or update or delete on commission_adjustments
  for each row execute function statement_is_open();
