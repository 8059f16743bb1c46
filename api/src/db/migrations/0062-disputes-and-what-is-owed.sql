-- What payers dispute at their banks, as Stripe told it last: staff see until when evidence can be given. It moves no money by itself;
-- the ledger does.
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
-- The work list: what is open first, by the day of its evidence.
create index disputes_in_order on disputes (
  ((state not in ('inquiry', 'needsResponse'))::integer), (coalesce(evidence_due_at, opened_at)), dispute_id);
create trigger disputes_touch before update on disputes for each row execute function touch_updated_at();

-- What is overdue is asked of the policies that owe something, a small part of the book.
create index policy_balances_owing on policy_balances (policy_id) where due_cents > 0;

-- Who asked for a refund that waits for a second look: somebody else pays it (decision 101). Null where the house itself did.
alter table refund_reviews add asked_by text;
