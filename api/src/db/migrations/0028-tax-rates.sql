-- What each state takes (decision 97; rates and their sources: domain notes §5). A row holds for one class of products, from a day to
-- a day; two rows of one charge never hold on one day, and a charge that a state takes is written down for every day: zero is a row.
create extension if not exists btree_gist;

alter table tax_rates drop constraint tax_rates_pkey;
alter table tax_rates drop constraint tax_rates_kind_check;
alter table tax_rates rename column kind to charge;
alter table tax_rates rename column occupancy to product_class;
alter table tax_rates alter product_class drop default;
alter table tax_rates
  -- The last day; open while it is null.
  add effective_to date check (effective_to >= effective_from),
  -- What an amount is rounded to, half up: a cent, or 100 for whole dollars.
  add rounding_cents smallint not null default 1 check (rounding_cents in (1, 100));

insert into tax_rates (state, charge, rate_per_million, flat_cents, product_class, applies_to_fee, effective_from, source)
  select state, charge, rate_per_million, flat_cents, class, applies_to_fee, effective_from, source
  from tax_rates cross join unnest(array['residential', 'commercial', 'rcbap']) class where product_class = '*';
delete from tax_rates where product_class = '*';

-- FL: 4.94 % since July 2020. TX: by the policy's inception.
update tax_rates set source = 'FL surplus lines tax; the policy fee is taxable premium' where state = 'FL' and charge = 'surplusTax';
update tax_rates set source = 'FL EMPA: 2 dollars residential, 4 commercial, earthquake included' where charge = 'emergencyFund';
-- IL: fees are outside the base, and returns are filed in whole dollars.
update tax_rates set rounding_cents = 100 where state = 'IL';
update tax_rates set effective_from = '2023-01-01' where state = 'IL' and charge = 'stampingFee';

insert into tax_rates (state, charge, rate_per_million, applies_to_fee, effective_from, effective_to, source, product_class)
  select rates.*, class
  from (values
    ('FL', 'surplusTax', 50000, true, date '2000-01-01', date '2020-06-30', 'FL surplus lines tax; the policy fee is taxable premium'),
    ('TX', 'stampingFee', 1500, true, date '2016-01-01', date '2020-12-31', 'SLTX stamping fee, by the policy''s inception'),
    ('TX', 'stampingFee', 750, true, date '2021-01-01', date '2023-12-31', 'SLTX stamping fee, by the policy''s inception'),
    -- M.G.L. c. 175 §168; fees outside the base.
    ('MA', 'surplusTax', 40000, false, date '2000-01-01', null, 'MA surplus lines tax; fees are outside the base'),
    -- S.C. Code §38-45: 4 % of the state and 2 % of its municipalities, collected together.
    ('SC', 'surplusTax', 60000, true, date '2012-01-01', null, 'SC broker''s premium tax')
  ) rates
  cross join unnest(array['residential', 'commercial', 'rcbap']) class;

alter table tax_rates
  add primary key (state, charge, product_class, effective_from),
  add check (charge in ('surplusTax', 'stampingFee', 'emergencyFund', 'fireman', 'municipal', 'mwua', 'transactionFee', 'maintenance')),
  add check (product_class in ('residential', 'commercial', 'rcbap')),
  add check (rate_per_million <= 1000000),
  -- A share or an amount, not both; a flat amount hangs on the term, not on its fee.
  add check (rate_per_million = 0 or flat_cents = 0),
  add check (flat_cents = 0 or not applies_to_fee),
  add constraint tax_rates_one_a_day exclude using gist (state with =, charge with =, product_class with =,
    daterange(effective_from, effective_to, '[]') with &&);
