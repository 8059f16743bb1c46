-- Consents to automatic charges of installments and endorsements (AUT-1). A consent is never changed, only ended, so that it is
-- evidence of what was agreed to.
create table auto_pay_consents (
  auto_pay_consent_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  payment_method_id uuid not null references payment_methods,
  terms_version text not null,
  terms text not null,
  given_at timestamptz not null,
  given_by_kind text not null check (given_by_kind in ('insured', 'agent', 'staff')),
  given_by_id text,
  given_by_name text not null,
  -- How the policyholder was identified. Null for agents and staff, who confirm that the policyholder agreed (AUT-2).
  identified_by text check (identified_by in ('mailbox', 'code')),
  ip text not null,
  user_agent text not null,
  -- The date at the insured property of the first possible charge.
  starts_on date not null,
  -- The next charge that was shown. A first bank debit of this amount is not announced (AUT-8).
  shown_cents bigint not null check (shown_cents >= 0),
  ended_at timestamptz,
  end_reason text check (end_reason in ('withdrawn', 'replaced', 'methodRemoved', 'declined', 'disputed', 'cancelled', 'rewritten',
    'expired')),
  ended_by_name text,
  constraint auto_pay_consents_identified check ((given_by_kind = 'insured') = (identified_by is not null)),
  constraint auto_pay_consents_ended check ((ended_at is null) = (end_reason is null) and (ended_at is null) = (ended_by_name is null))
);
create unique index auto_pay_consents_active on auto_pay_consents (policy_id) where ended_at is null;
create index auto_pay_consents_by_policy on auto_pay_consents (policy_id, given_at);
create index auto_pay_consents_by_method on auto_pay_consents (payment_method_id) where ended_at is null;

-- Automatic charges and the obligations that they pay. Written with the payment, before the charge is sent (PAY-8).
create table auto_pay_charges (
  policy_payment_id uuid primary key references payments,
  auto_pay_consent_id uuid not null references auto_pay_consents,
  -- The date at the insured property.
  charge_date date not null
);
create index auto_pay_charges_by_consent on auto_pay_charges (auto_pay_consent_id, charge_date);

create table auto_pay_charge_parts (
  policy_payment_id uuid not null references auto_pay_charges,
  obligation_id uuid not null references obligations,
  amount_cents bigint not null check (amount_cents > 0),
  primary key (obligation_id, policy_payment_id)
);
create index auto_pay_charge_parts_by_payment on auto_pay_charge_parts (policy_payment_id);

-- Bank debits that were announced because their amount varies (AUT-8).
create table auto_pay_announcements (
  auto_pay_announcement_id uuid primary key default new_id(),
  auto_pay_consent_id uuid not null references auto_pay_consents,
  charge_date date not null,
  amount_cents bigint not null check (amount_cents > 0),
  announced_on date not null,
  created_at timestamptz not null default now(),
  constraint auto_pay_announcements_once unique (auto_pay_consent_id, charge_date, amount_cents)
);

-- The reason of the card's bank, which decides whether a charge is retried (AUT-6).
alter table payments add column decline_code text;
-- When the policyholder was emailed that the card expires (AUT-9).
alter table payment_methods add column expiry_notified_at timestamptz;
create index payment_methods_expiring on payment_methods (expiration)
  where payment_type = 'card' and removed_at is null and expiry_notified_at is null;
