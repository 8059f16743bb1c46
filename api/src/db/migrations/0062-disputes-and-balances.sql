-- Disputed payments, in the last state that Stripe reported (PAY-22). Staff see until when they can submit evidence.
-- Only the ledger moves money.
create table disputes (
  dispute_id text primary key,
  policy_payment_id uuid not null references payments,
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  state text not null check (state in ('inquiry', 'needsResponse', 'underReview', 'won', 'lost', 'closed')),
  evidence_due_at timestamptz,
  opened_at timestamptz not null,
  updated_at timestamptz not null default now()
);
create index disputes_by_payment on disputes (policy_payment_id);
-- Order of the work queue: open disputes first, by the due date of the evidence.
create index disputes_in_order on disputes (
  ((state not in ('inquiry', 'needsResponse'))::integer), (coalesce(evidence_due_at, opened_at)), dispute_id);
create trigger disputes_touch before update on disputes for each row execute function touch_updated_at();

-- Past-due amounts are calculated only for policies with a balance, a small part of the book.
create index policy_balances_owing on policy_balances (policy_id) where due_cents > 0;

-- Staff member who requested a refund that is on hold. Another person must approve it (REF-2). Null if the system
-- created the review.
alter table refund_reviews add asked_by text;
