-- Tax rates by state, charge, product class and period (TAX-1). Periods of the same charge never overlap. A charge that
-- applies in a state has a row for every day, even if its rate is zero.
create extension if not exists btree_gist;

alter table tax_rates drop constraint tax_rates_pkey;
alter table tax_rates drop constraint tax_rates_kind_check;
alter table tax_rates rename column kind to charge;
alter table tax_rates rename column occupancy to product_class;
alter table tax_rates alter product_class drop default;
alter table tax_rates
  -- Last day of the rate. Null if no end date is known.
  add effective_to date check (effective_to >= effective_from),
  -- Rounding unit in cents, half up: 1, or 100 for whole dollars.
  add rounding_cents smallint not null default 1 check (rounding_cents in (1, 100));

insert into tax_rates (state, charge, rate_per_million, flat_cents, product_class, applies_to_fee, effective_from, source)
  select state, charge, rate_per_million, flat_cents, class, applies_to_fee, effective_from, source
  from tax_rates cross join unnest(array['residential', 'commercial', 'rcbap']) class where product_class = '*';
delete from tax_rates where product_class = '*';

-- Florida: 4.94% since July 2020. Texas: the policy's inception date determines the rate.
update tax_rates set source = 'FL surplus lines tax; the policy fee is taxable premium' where state = 'FL' and charge = 'surplusTax';
update tax_rates set source = 'FL EMPA: 2 dollars residential, 4 commercial, earthquake included' where charge = 'emergencyFund';
-- Illinois: fees are outside the tax base, and returns are filed in whole dollars.
update tax_rates set rounding_cents = 100 where state = 'IL';
update tax_rates set effective_from = '2023-01-01' where state = 'IL' and charge = 'stampingFee';

insert into tax_rates (state, charge, rate_per_million, applies_to_fee, effective_from, effective_to, source, product_class)
  select rates.*, class
  from (values
    ('FL', 'surplusTax', 50000, true, date '2000-01-01', date '2020-06-30', 'FL surplus lines tax; the policy fee is taxable premium'),
    ('TX', 'stampingFee', 1500, true, date '2016-01-01', date '2020-12-31', 'SLTX stamping fee, by the policy''s inception'),
    ('TX', 'stampingFee', 750, true, date '2021-01-01', date '2023-12-31', 'SLTX stamping fee, by the policy''s inception'),
    -- Massachusetts: M.G.L. c. 175, section 168. Fees are outside the tax base.
    ('MA', 'surplusTax', 40000, false, date '2000-01-01', null, 'MA surplus lines tax; fees are outside the base'),
    -- South Carolina: S.C. Code 38-45. 4% for the state and 2% for its municipalities, collected together.
    ('SC', 'surplusTax', 60000, true, date '2012-01-01', null, 'SC broker''s premium tax')
  ) rates
  cross join unnest(array['residential', 'commercial', 'rcbap']) class;

alter table tax_rates
  add primary key (state, charge, product_class, effective_from),
  add check (charge in ('surplusTax', 'stampingFee', 'emergencyFund', 'fireman', 'municipal', 'mwua', 'transactionFee', 'maintenance')),
  add check (product_class in ('residential', 'commercial', 'rcbap')),
  add check (rate_per_million <= 1000000),
  -- A rate or a flat amount, not both. A flat amount applies to the term, not to its policy fee (TAX-3).
  add check (rate_per_million = 0 or flat_cents = 0),
  add check (flat_cents = 0 or not applies_to_fee),
  add constraint tax_rates_one_a_day exclude using gist (state with =, charge with =, product_class with =,
    daterange(effective_from, effective_to, '[]') with &&);
