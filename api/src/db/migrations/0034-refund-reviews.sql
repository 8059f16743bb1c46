-- Refunds on hold until staff decide, with a reason (REF-2).
create table refund_reviews (
  review_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  -- claim: a claim was paid in the term. amount: above the limit. newPolicy: the refund first pays a policy that does
  -- not exist yet.
  held_by text not null check (held_by in ('claim', 'amount', 'newPolicy')),
  amount_cents bigint not null check (amount_cents > 0),
  reason_code text not null references cancel_reasons,
  effective_date date not null,
  -- Refund by charge. Null if the refund has already been posted to the ledger.
  lines jsonb,
  state text not null default 'open' check (state in ('open', 'done', 'declined', 'withdrawn')),
  decision text, note text, decided_by text, decided_at timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'open') = (decided_at is null)),
  check ((held_by = 'claim') = (lines is not null))
);
create index refund_reviews_by_policy on refund_reviews (policy_id, created_at);
create index refund_reviews_open on refund_reviews (created_at) where state = 'open';

-- spent: later premium has used up the overpayment.
alter table overpayment_items
  drop constraint overpayment_items_state_check,
  add constraint overpayment_items_state_check check (state in ('open', 'refunded', 'moved', 'keptAsCredit', 'spent'));
create index overpayment_items_open on overpayment_items (policy_id) where state = 'open';

-- Check numbers of refunds, in one sequence for all policies.
create sequence refund_check_numbers start with 100001;
