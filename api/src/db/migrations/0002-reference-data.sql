create table products (
  product_id smallint primary key,
  name text not null unique,
  number_prefix text not null unique check (number_prefix ~ '^[A-Z]{3}$'),
  line text not null check (line in ('flood', 'excessFlood', 'earthquake')),
  occupancy text not null check (occupancy in ('residential', 'commercial', 'rcbap')),
  minimum_earned_percent smallint not null default 0 check (minimum_earned_percent between 0 and 100),
  minimum_earned_cents bigint not null default 0 check (minimum_earned_cents >= 0)
);
-- Policy number prefixes: POL-1. Minimum earned premium of excess flood, in percent and in cents: PRI-3.
insert into products values
  (1, 'Residential Flood', 'RFL', 'flood', 'residential', 0, 0),
  (2, 'Commercial Flood', 'CFL', 'flood', 'commercial', 0, 0),
  (3, 'RCBAP Flood', 'RCB', 'flood', 'rcbap', 0, 0),
  (4, 'Residential Earthquake', 'EQR', 'earthquake', 'residential', 0, 0),
  (5, 'Commercial Earthquake', 'EQC', 'earthquake', 'commercial', 0, 0),
  (6, 'Residential Excess Flood', 'RXS', 'excessFlood', 'residential', 50, 50000),
  (7, 'Commercial Excess Flood', 'CXS', 'excessFlood', 'commercial', 50, 100000),
  (8, 'RCBAP Excess Flood', 'BXS', 'excessFlood', 'rcbap', 50, 100000);

create table document_types (
  doc_type_id smallint primary key,
  name text not null,
  new_york_only boolean not null default false
);
-- Names keep the exact spelling of the product specification, including type 5 (API-1).
insert into document_types values
  (1, 'Policy', false), (2, 'Application', false), (3, 'HUD-1', false), (4, 'Elevation Certificate', false),
  (5, 'Dilligent Effort', false), (6, 'Supporting Documents', false), (7, 'Closing Document', false),
  (8, 'Cancellation Document', false), (9, 'Property Sold', false), (10, 'Contents Sold', false),
  (11, 'Endorsement Agreement', false), (12, 'Flat Cancel Document', false), (13, 'NY Cancellation Endorsement', true),
  (14, 'DNOC Document', false), (15, 'NY Endorsement', true), (16, 'Endorsement Tax Notice', false),
  (17, 'Supporting Cancel Documents', false), (19, 'Signed Part C', false), (21, 'Rollover Declarations Page', false);

create table cancel_reasons (
  reason_code text primary key check (reason_code ~ '^[0-9]{2}$'),
  reason_name text not null,
  description text not null default '',
  nfip_code text,
  allowed_roles text[] not null default '{internal}' check (allowed_roles <@ array['internal', 'agent', 'insured']),
  -- Refund of each kind of charge (CAN-1). The policy fee is returned only with a flat cancellation (PRI-5).
  refund_premium text not null
    check (refund_premium in ('full', 'proRata', 'proRataOrMinimumEarned', 'proRataToPaidDate', 'none')),
  refund_policy_fee text not null check (refund_policy_fee in ('full', 'none')),
  refund_taxes text not null check (refund_taxes in ('full', 'withPremium', 'none')),
  refund_surcharges text not null check (refund_surcharges in ('full', 'none')),
  refund_goes_first_to_new_policy boolean not null default false,
  effective_from text not null
    check (effective_from in ('documentedDate', 'receiptDate', 'inceptionDate', 'paidToDate', 'expirationDate')),
  effective_date_required boolean not null default false,
  effective_date_label text,
  earliest_days_from_today integer,
  latest text not null default 'expirationDate' check (latest in ('expirationDate', 'inceptionDate', 'today')),
  requires_insured_signature boolean not null default true,
  automatic_review boolean not null default false,
  is_selectable boolean not null default true,
  source text not null,
  check (not effective_date_required or effective_date_label is not null)
);

create table cancel_reason_documents (
  reason_code text not null references cancel_reasons,
  doc_type_id smallint not null references document_types,
  primary key (reason_code, doc_type_id)
);

create table transaction_types (
  transaction_type text primary key,
  name text not null,
  kind text not null
    check (kind in ('newBusiness', 'endorsement', 'renewal', 'reinstatement', 'cancel', 'pendingCancel', 'adjustment')),
  reason_code text references cancel_reasons
);

create table payment_types (
  payment_type_id smallint primary key,
  name text not null unique,
  ledger_account text not null,
  has_receipt boolean not null default true
);

create table card_fees (
  card_brand text not null default 'default',
  card_country text not null default 'US',
  rate_basis_points integer not null check (rate_basis_points between 0 and 10000),
  fixed_cents bigint not null check (fixed_cents >= 0),
  effective_from date not null default '2000-01-01',
  primary key (card_brand, card_country, effective_from)
);
-- Default card fees (PAY-2). Country '*' means every other country.
insert into card_fees (card_brand, card_country, rate_basis_points, fixed_cents) values
  ('default', 'US', 290, 30), ('amex', 'US', 350, 30), ('default', '*', 440, 30), ('amex', '*', 500, 30);

create table tax_rates (
  state text not null check (state ~ '^[A-Z]{2}$'),
  kind text not null check (kind in ('surplusTax', 'stampingFee', 'emergencyFund', 'fireman', 'municipal', 'mwua',
    'transactionFee', 'maintenance')),
  rate_per_million integer not null default 0 check (rate_per_million >= 0),
  flat_cents bigint not null default 0 check (flat_cents >= 0),
  occupancy text not null default '*',
  applies_to_fee boolean not null default false,
  effective_from date not null,
  source text not null default '',
  primary key (state, kind, occupancy, effective_from)
);
insert into tax_rates (state, kind, rate_per_million, flat_cents, occupancy, applies_to_fee, effective_from, source) values
  ('FL', 'surplusTax', 49400, 0, '*', true, '2020-07-01', 'FL surplus lines tax; policy fee is taxable premium'),
  ('FL', 'stampingFee', 600, 0, '*', true, '2020-04-01', 'FSLSO service fee'),
  ('FL', 'emergencyFund', 0, 200, 'residential', false, '2000-01-01', 'EMPA surcharge'),
  ('FL', 'emergencyFund', 0, 400, 'commercial', false, '2000-01-01', 'EMPA surcharge'),
  ('FL', 'emergencyFund', 0, 400, 'rcbap', false, '2000-01-01', 'EMPA surcharge'),
  ('TX', 'surplusTax', 48500, 0, '*', true, '2000-01-01', 'TX surplus lines tax'),
  ('TX', 'stampingFee', 400, 0, '*', true, '2024-01-01', 'SLTX stamping fee'),
  ('CA', 'surplusTax', 30000, 0, '*', true, '2000-01-01', 'CA surplus lines tax'),
  ('CA', 'stampingFee', 1800, 0, '*', true, '2023-01-01', 'SLA stamping fee'),
  ('LA', 'surplusTax', 48500, 0, '*', true, '2000-01-01', 'LA surplus lines tax'),
  ('MS', 'surplusTax', 40000, 0, '*', true, '2000-01-01', 'MS surplus lines tax'),
  ('MS', 'stampingFee', 2500, 0, '*', true, '2000-01-01', 'MSLA stamping fee'),
  ('MS', 'mwua', 30000, 0, '*', true, '2000-01-01', 'Mississippi wind pool'),
  ('KY', 'surplusTax', 30000, 0, '*', true, '2000-01-01', 'KY surplus lines tax'),
  ('KY', 'municipal', 18000, 0, '*', true, '2000-01-01', 'KY premium surcharge'),
  ('IL', 'surplusTax', 35000, 0, '*', false, '2000-01-01', 'IL surplus lines tax; fees are outside the base'),
  ('IL', 'stampingFee', 400, 0, '*', false, '2000-01-01', 'SLAI stamping fee'),
  ('IL', 'fireman', 10000, 0, '*', false, '2000-01-01', 'IL fire marshal tax'),
  ('NY', 'surplusTax', 36000, 0, '*', true, '2000-01-01', 'NY excess line tax'),
  ('NY', 'stampingFee', 1500, 0, '*', true, '2000-01-01', 'ELANY stamping fee');

create table counties (
  county_fips text primary key check (county_fips ~ '^[0-9]{5}$'),
  name text not null,
  state text not null check (state ~ '^[A-Z]{2}$')
);
create index counties_by_state on counties (state, name);

-- A policy refers to the version of the address that it was rated with.
create table addresses (
  address_id text not null,
  version integer not null default 1 check (version > 0),
  addr1 text not null,
  addr2 text,
  city text not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  zip text not null check (zip ~ '^[0-9]{5}$'),
  county text,
  county_fips text references counties,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  polygon text,
  census_block text,
  created_at timestamptz not null default now(),
  primary key (address_id, version)
);
create index addresses_by_text on addresses using gin (lower(addr1 || ', ' || city || ', ' || state || ' ' || zip) gin_trgm_ops);

insert into payment_types (payment_type_id, name, ledger_account, has_receipt) values
  (1, 'Mortgagee Lienholder', 'cash_mortgagee', true),
  (2, 'ACH', 'cash_ach', true),
  (3, 'Check', 'cash_check', true),
  (4, 'Credit Card', 'cash_card', true),
  (5, 'Lockbox Check', 'cash_lockbox', true),
  (6, 'Wire', 'cash_check', true),
  (12, 'Transfer', 'clearing_transfer', false);
