-- One row per policy term. Values that lists show and sort by are stored here, so that a list reads one table.
create table policies (
  policy_id uuid primary key default new_id(),
  -- Collation "C" lets one index serve equality, order and starts-with searches.
  policy_no text collate "C" not null unique check (policy_no ~ '^[A-Z]{3}3[0-9]{6}$'),
  sequence integer not null default 1 check (sequence > 0),
  product_id smallint not null references products,
  agency_id uuid not null references agencies,
  agency_no text collate "C" not null,
  producer_name text not null default '',
  quote_number text collate "C",
  identity_id uuid not null references policyholder_identities,
  first_name text not null default '', last_name text not null default '',
  insured_name text not null,
  co_applicant_first_name text, co_applicant_last_name text,
  email citext not null, phone text,
  address_id text, address_data_version integer,
  addr1 text not null, addr2 text, city text not null,
  state text not null check (state ~ '^[A-Z]{2}$'), zip text not null check (zip ~ '^[0-9]{5}$'),
  county text, county_fips text references counties, census_block text,
  address_line text generated always as (addr1 || coalesce(' ' || addr2, '') || ', ' || city || ', ' || state || ' ' || zip) stored not null,
  inception_date date not null,
  effective_date date not null,
  expiration_date date not null,
  payment_interval text not null default 'Annual' check (payment_interval in ('Annual', 'Monthly')),
  original_post_date date not null,
  original_trans_type text not null default 'NB' check (original_trans_type in ('NB', 'RN')),
  bound_at timestamptz not null default now(),
  bound_by_account_id uuid references accounts,
  is_direct_to_consumer boolean not null default false,
  has_immediate_closing boolean not null default false,
  can_change_effective_date boolean not null default true,
  -- Life cycle of the policy. The status is derived from these columns and the current date (POL-3).
  pending_cancel_at timestamptz,
  cancel_reason_code text references cancel_reasons,
  cancel_effective_date date,
  cancel_request_id uuid,
  cancelled_at timestamptz,
  non_renewed_at timestamptz,
  reinstated_at timestamptz,
  previous_policy_id uuid references policies,
  next_policy_id uuid references policies,
  -- Current totals of the term. The transaction that changes them also updates them here.
  gross_premium_cents bigint not null default 0,
  policy_fee_cents bigint not null default 0,
  taxes_cents bigint not null default 0,
  total_premium_cents bigint not null default 0,
  pending_cancel_gross_premium_cents bigint,
  pending_cancel_total_premium_cents bigint,
  is_signed_by_agent boolean not null default false,
  is_signed_by_insured boolean not null default false,
  is_signed boolean generated always as (is_signed_by_agent and is_signed_by_insured) stored not null,
  -- True if nothing is due on any invoice. Only the ledger's trigger writes these two columns.
  is_paid boolean not null default false,
  paid_at timestamptz,
  last_transaction_type text references transaction_types,
  has_paid_claim boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (expiration_date > inception_date),
  check (total_premium_cents = gross_premium_cents + policy_fee_cents + taxes_cents),
  check ((cancelled_at is null and pending_cancel_at is null) or cancel_reason_code is not null),
  check (previous_policy_id <> policy_id and next_policy_id <> policy_id)
);
create trigger policies_touch before update on policies for each row execute function touch_updated_at();

-- Indexes for contains and starts-with searches on text and for equality on numbers.
create index policies_by_insured_name_text on policies using gin (lower(insured_name) gin_trgm_ops);
create index policies_by_address_text on policies using gin (lower(address_line) gin_trgm_ops);
create index policies_by_quote_number on policies (quote_number);
create index policies_by_identity on policies (identity_id);
create index policies_by_address on policies (address_id);
create index policies_by_county on policies (county_fips);
create index policies_by_previous on policies (previous_policy_id);
create index policies_by_agency on policies (agency_id, inception_date, policy_id);
-- Indexes for the sort orders of the list. policy_id breaks ties.
create index policies_in_order_of_policy_no on policies (policy_no, policy_id);
create index policies_in_order_of_inception on policies (inception_date, policy_id);
create index policies_in_order_of_expiration on policies (expiration_date, policy_id);
create index policies_in_order_of_insured on policies (insured_name, policy_id);
create index policies_in_order_of_premium on policies (total_premium_cents, policy_id);
create index policies_in_order_of_agency on policies (agency_no, policy_id);

create table policy_transactions (
  policy_transaction_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  transaction_type text not null references transaction_types,
  original_trans_type text,
  -- Order within the policy, because two transactions can have the same posting date.
  sequence integer not null default 1,
  ba_id text,
  post_date date not null, accounting_date date not null, effective_date date not null,
  inception_date date not null, original_post_date date,
  transaction_notes text, transaction_reason text, reason_code text references cancel_reasons,
  user_id uuid, user_name text not null default '', user_description text,
  group_id uuid,
  has_immediate_closing boolean not null default false,
  agency_id uuid not null references agencies, agency_no text not null,
  addr1 text, addr2 text, city text, state text, zip text, county text, county_fips text, census_block text,
  first_name text, last_name text, email text, phone text,
  co_applicant_id uuid, co_applicant_first_name text, co_applicant_last_name text, co_applicant_phone text,
  co_applicant_email text, policy_holder_id uuid,
  mailing_addr1 text, mailing_addr2 text, mailing_city text, mailing_state text, mailing_zip text, mailing_country text,
  bill_initially text not null default 'Insured', bill_on_renewal text not null default 'Insured',
  delivery_method text not null default 'electronic' check (delivery_method in ('electronic', 'print')),
  payment_method text check (payment_method in ('credit', 'ach', 'check', 'mortgagee')),
  flood_zone text, condo_floor smallint, construction_type text, construction_desc text,
  ec_elevation double precision, foundation_type text, foundation_type_desc text,
  occupancy_type text, occupancy_type_desc text, property_type text, property_type_desc text,
  steps smallint, stories smallint, year_built smallint check (year_built between 1600 and 2200),
  prior_claims text, tiv_cents bigint, elevation_diff double precision,
  coverage_a_limit_cents bigint, coverage_a_premium_cents bigint,
  coverage_b_limit_cents bigint, coverage_b_premium_cents bigint,
  coverage_c_limit_cents bigint, coverage_c_premium_cents bigint,
  coverage_d_limit_cents bigint, coverage_d_premium_cents bigint,
  coverage_e_limit_cents bigint, coverage_e_premium_cents bigint,
  coverage_f_limit_cents bigint, coverage_f_premium_cents bigint,
  coverage_g_limit_cents bigint, coverage_g_premium_cents bigint,
  coverage_h_limit_cents bigint, coverage_h_premium_cents bigint,
  coverage_i_limit_cents bigint, coverage_i_premium_cents bigint,
  coverage_j_limit_cents bigint, coverage_j_premium_cents bigint,
  coverage_k_limit_cents bigint, coverage_k_premium_cents bigint,
  coverage_l_limit_cents bigint, coverage_l_premium_cents bigint,
  deductible_cents bigint, deductible_adjustment_cents bigint,
  gross_premium_cents bigint not null default 0,
  policy_fee_cents bigint not null default 0,
  subtotal_taxes_cents bigint not null default 0,
  total_premium_cents bigint not null default 0,
  -- Amounts that this transaction changes. The columns above contain the term after this transaction.
  tnx_gross_premium_cents bigint not null default 0,
  tnx_policy_fee_cents bigint not null default 0,
  tnx_taxes_cents bigint not null default 0,
  tnx_total_premium_cents bigint not null default 0,
  emergency_fund_surcharge_cents bigint not null default 0,
  fireman_tax_cents bigint not null default 0,
  maintenance_assessment_cents bigint not null default 0,
  municipal_tax_cents bigint not null default 0,
  mwua_policy_fee_cents bigint not null default 0,
  mwua_policy_premium_cents bigint not null default 0,
  stamping_fees_policy_premium_cents bigint not null default 0,
  stamping_fees_policy_fee_cents bigint not null default 0,
  surplus_tax_policy_fee_cents bigint not null default 0,
  surplus_tax_policy_premium_cents bigint not null default 0,
  transaction_fee_policy_fee_cents bigint not null default 0,
  transaction_fee_policy_premium_cents bigint not null default 0,
  product_id smallint not null references products,
  named_storm_exclusion boolean not null default false,
  use_embeded_insured_signature boolean not null default false,
  meta jsonb not null default '{}',
  -- The transaction that this one reverses, or that reverses this one.
  reverses_transaction_id uuid references policy_transactions,
  created_at timestamptz not null default now(),
  unique (policy_id, sequence),
  check (total_premium_cents = gross_premium_cents + policy_fee_cents + subtotal_taxes_cents),
  check (tnx_total_premium_cents = tnx_gross_premium_cents + tnx_policy_fee_cents + tnx_taxes_cents),
  check (subtotal_taxes_cents = emergency_fund_surcharge_cents + fireman_tax_cents + maintenance_assessment_cents + municipal_tax_cents + mwua_policy_fee_cents + mwua_policy_premium_cents + stamping_fees_policy_premium_cents + stamping_fees_policy_fee_cents + surplus_tax_policy_fee_cents + surplus_tax_policy_premium_cents + transaction_fee_policy_fee_cents + transaction_fee_policy_premium_cents)
);
create index policy_transactions_in_order on policy_transactions (policy_id, post_date, sequence);
create index policy_transactions_by_group on policy_transactions (group_id) where group_id is not null;
create index policy_transactions_by_month on policy_transactions (accounting_date, agency_id);

create table lienholders (
  lienholder_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  position smallint not null default 1 check (position > 0),
  name1 text not null, name2 text, mortgage_clause text,
  addr1 text, addr2 text, city text, state text, zip text, reference text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (policy_id, position) deferrable initially deferred
);
create trigger lienholders_touch before update on lienholders for each row execute function touch_updated_at();

create table quotes (
  quote_id uuid primary key default new_id(),
  quote_number text not null unique,
  policy_id uuid not null references policies,
  kind text not null default 'endorsement' check (kind in ('endorsement', 'ebo', 'ebm', 'lienholder', 'rewrite')),
  state text not null default 'open' check (state in ('open', 'rated', 'bound', 'expired', 'abandoned')),
  effective_date date,
  application jsonb not null default '{}',
  rating jsonb,
  bound_transaction_id uuid references policy_transactions,
  created_by text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz,
  check ((state = 'bound') = (bound_transaction_id is not null))
);
create index quotes_by_policy on quotes (policy_id);
create trigger quotes_touch before update on quotes for each row execute function touch_updated_at();

-- The database assigns numbers, so that two concurrent transactions never get the same number.
create sequence policy_number_seq start with 100000;
create sequence claim_number_seq start with 1000;
