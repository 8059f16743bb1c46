-- Versions of delinquency plans: the days of each step for unpaid obligations (DEL-1). The first version is a draft, so nothing
-- happens to existing policies until it is activated.
create table delinquency_plans (
  delinquency_plan_id uuid primary key default new_id(),
  version integer not null unique check (version > 0),
  state text not null default 'draft' check (state in ('draft', 'active', 'replaced')),
  invoice_days_before smallint not null default 20 check (invoice_days_before between 0 and 120),
  renewal_invoice_days_before smallint not null default 45 check (renewal_invoice_days_before between 0 and 120),
  reminder_days_before smallint not null default 7 check (reminder_days_before between 0 and 120),
  past_due_notice_days_after smallint not null default 5 check (past_due_notice_days_after between 1 and 120),
  -- The notice of cancellation for new business and renewals, and for all other obligations.
  term_cancellation_days_after smallint not null default 30,
  other_cancellation_days_after smallint not null default 10,
  -- Applies where no row of notice_periods does (DEL-7).
  default_notice_days smallint not null default 10 check (default_notice_days between 10 and 120),
  -- Endorsement balances below this amount do not cancel a policy (DEL-6).
  min_endorsement_cents bigint not null default 0 check (min_endorsement_cents >= 0),
  -- Obligations that were due before the first activation start no step (DEL-3).
  activated_at timestamptz,
  created_at timestamptz not null default now(),
  constraint delinquency_plans_order check (term_cancellation_days_after between past_due_notice_days_after + 1 and 365
    and other_cancellation_days_after between past_due_notice_days_after + 1 and 365
    and reminder_days_before <= least(invoice_days_before, renewal_invoice_days_before)),
  constraint delinquency_plans_activated check ((state = 'draft') = (activated_at is null))
);
create unique index delinquency_plans_active on delinquency_plans (state) where state = 'active';
insert into delinquency_plans (version) values (1);

-- Days of notice before a cancellation for nonpayment, by state (DEL-7). States without a row use the plan's default.
create table notice_periods (
  state text not null check (state ~ '^[A-Z]{2}$'),
  -- Null for all products.
  product_id smallint references products,
  reason text not null check (reason in ('pastDue', 'notTaken')),
  notice_days smallint not null check (notice_days between 1 and 120),
  -- Whether a policy on which nothing was ever paid is cancelled as of its inception (DEL-8).
  is_flat_allowed boolean not null default false,
  source text not null check (source <> ''),
  constraint notice_periods_unique unique nulls not distinct (state, product_id, reason)
);
-- The figures that are sourced: residential policies in California, and Florida.
insert into notice_periods (state, product_id, reason, notice_days, source)
select 'CA', p.product_id, r.reason, 10, 'California: 10 days for nonpayment of residential property policies'
from products p cross join (values ('pastDue'), ('notTaken')) r (reason)
where p.occupancy = 'residential'
union all
select 'FL', null, r.reason, 10, 'Florida: 10 days for nonpayment' from (values ('pastDue'), ('notTaken')) r (reason);
