-- Offers to reinstate a policy that was cancelled for nonpayment, because a payment settled after the cancellation
-- (DEL-19). A policy has at most one open offer.
create table reinstatement_offers (
  reinstatement_offer_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  -- The payment that covered the amount needed to reinstate.
  policy_payment_id uuid not null references payments,
  amount_cents bigint not null check (amount_cents > 0),
  -- The amount needed to reinstate before that payment.
  needed_cents bigint not null check (needed_cents > 0),
  -- Dates at the insured property. The offer can be accepted until the end of the second one.
  offered_on date not null,
  expires_on date not null check (expires_on >= offered_on),
  -- `withdrawn`: the payments no longer cover the amount needed.
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
  -- Reason of the staff member who accepted or declined it.
  reason text,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reinstatement_offers_decided check ((state = 'open') = (decided_at is null)),
  constraint reinstatement_offers_reason check ((state in ('accepted', 'declined')) = (reason is not null))
);
create unique index reinstatement_offers_open on reinstatement_offers (policy_id) where state = 'open';
create index reinstatement_offers_expiry on reinstatement_offers (expires_on) where state = 'open';
create index reinstatement_offers_by_policy on reinstatement_offers (policy_id);
create index reinstatement_offers_by_payment on reinstatement_offers (policy_payment_id);

-- A late payment is on hold while its policy has an open offer.
alter table refund_reviews
  drop constraint refund_reviews_hold_reason_check,
  add constraint refund_reviews_hold_reason_check
    check (hold_reason in ('claim', 'amount', 'newPolicy', 'payment', 'elapsedDays', 'transferred', 'reinstatement')),
  add constraint refund_reviews_reinstatement check (hold_reason <> 'reinstatement' or cause = 'latePayment');
