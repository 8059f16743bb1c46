-- Taxes and surcharges that each transaction charges or returns, so that a state filing is a sum over columns (TAX-2).
-- The columns without the prefix tnx_ contain the term after the transaction.
alter table policy_transactions
  add tnx_emergency_fund_surcharge_cents bigint not null default 0,
  add tnx_fireman_tax_cents bigint not null default 0,
  add tnx_maintenance_assessment_cents bigint not null default 0,
  add tnx_municipal_tax_cents bigint not null default 0,
  add tnx_mwua_policy_fee_cents bigint not null default 0,
  add tnx_mwua_policy_premium_cents bigint not null default 0,
  add tnx_stamping_fees_policy_premium_cents bigint not null default 0,
  add tnx_stamping_fees_policy_fee_cents bigint not null default 0,
  add tnx_surplus_tax_policy_fee_cents bigint not null default 0,
  add tnx_surplus_tax_policy_premium_cents bigint not null default 0,
  add tnx_transaction_fee_policy_fee_cents bigint not null default 0,
  add tnx_transaction_fee_policy_premium_cents bigint not null default 0;

-- Existing transactions: the change of the term's columns. Cancellations recorded only a total, which is then assigned
-- to the surplus lines tax on the premium.
update policy_transactions t set
  tnx_emergency_fund_surcharge_cents = moved.emergency_fund_surcharge,
  tnx_fireman_tax_cents = moved.fireman_tax,
  tnx_maintenance_assessment_cents = moved.maintenance_assessment,
  tnx_municipal_tax_cents = moved.municipal_tax,
  tnx_mwua_policy_fee_cents = moved.mwua_policy_fee,
  tnx_mwua_policy_premium_cents = moved.mwua_policy_premium,
  tnx_stamping_fees_policy_premium_cents = moved.stamping_fees_policy_premium,
  tnx_stamping_fees_policy_fee_cents = moved.stamping_fees_policy_fee,
  tnx_surplus_tax_policy_fee_cents = moved.surplus_tax_policy_fee,
  tnx_surplus_tax_policy_premium_cents = moved.surplus_tax_policy_premium,
  tnx_transaction_fee_policy_fee_cents = moved.transaction_fee_policy_fee,
  tnx_transaction_fee_policy_premium_cents = moved.transaction_fee_policy_premium
from (
  select policy_transaction_id,
    emergency_fund_surcharge_cents - coalesce(lag(emergency_fund_surcharge_cents) over terms, 0) as emergency_fund_surcharge,
    fireman_tax_cents - coalesce(lag(fireman_tax_cents) over terms, 0) as fireman_tax,
    maintenance_assessment_cents - coalesce(lag(maintenance_assessment_cents) over terms, 0) as maintenance_assessment,
    municipal_tax_cents - coalesce(lag(municipal_tax_cents) over terms, 0) as municipal_tax,
    mwua_policy_fee_cents - coalesce(lag(mwua_policy_fee_cents) over terms, 0) as mwua_policy_fee,
    mwua_policy_premium_cents - coalesce(lag(mwua_policy_premium_cents) over terms, 0) as mwua_policy_premium,
    stamping_fees_policy_premium_cents - coalesce(lag(stamping_fees_policy_premium_cents) over terms, 0) as stamping_fees_policy_premium,
    stamping_fees_policy_fee_cents - coalesce(lag(stamping_fees_policy_fee_cents) over terms, 0) as stamping_fees_policy_fee,
    surplus_tax_policy_fee_cents - coalesce(lag(surplus_tax_policy_fee_cents) over terms, 0) as surplus_tax_policy_fee,
    surplus_tax_policy_premium_cents - coalesce(lag(surplus_tax_policy_premium_cents) over terms, 0) as surplus_tax_policy_premium,
    transaction_fee_policy_fee_cents - coalesce(lag(transaction_fee_policy_fee_cents) over terms, 0) as transaction_fee_policy_fee,
    transaction_fee_policy_premium_cents - coalesce(lag(transaction_fee_policy_premium_cents) over terms, 0) as transaction_fee_policy_premium
  from policy_transactions window terms as (partition by policy_id order by sequence)
) moved
where moved.policy_transaction_id = t.policy_transaction_id;
update policy_transactions set tnx_surplus_tax_policy_premium_cents = tnx_surplus_tax_policy_premium_cents + tnx_taxes_cents - (
  tnx_emergency_fund_surcharge_cents + tnx_fireman_tax_cents + tnx_maintenance_assessment_cents + tnx_municipal_tax_cents + tnx_mwua_policy_fee_cents + tnx_mwua_policy_premium_cents + tnx_stamping_fees_policy_premium_cents + tnx_stamping_fees_policy_fee_cents + tnx_surplus_tax_policy_fee_cents + tnx_surplus_tax_policy_premium_cents + tnx_transaction_fee_policy_fee_cents + tnx_transaction_fee_policy_premium_cents);

alter table policy_transactions add constraint policy_transactions_tnx_taxes_check check (tnx_taxes_cents = tnx_emergency_fund_surcharge_cents + tnx_fireman_tax_cents + tnx_maintenance_assessment_cents + tnx_municipal_tax_cents + tnx_mwua_policy_fee_cents + tnx_mwua_policy_premium_cents + tnx_stamping_fees_policy_premium_cents + tnx_stamping_fees_policy_fee_cents + tnx_surplus_tax_policy_fee_cents + tnx_surplus_tax_policy_premium_cents + tnx_transaction_fee_policy_fee_cents + tnx_transaction_fee_policy_premium_cents);
