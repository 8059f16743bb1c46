-- Money of a cancelled policy that does not leave by itself: staff decide, with a reason (decision 101).
create table refund_reviews (
  review_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  -- claim: a claim was paid in the term; amount: above the setting; newPolicy: it goes first to a policy that is not there yet.
  held_by text not null check (held_by in ('claim', 'amount', 'newPolicy')),
  amount_cents bigint not null check (amount_cents > 0),
  reason_code text not null references cancel_reasons,
  effective_date date not null,
  -- What the cancellation gives back, charge by charge, where none of it is in the ledger yet.
  lines jsonb,
  state text not null default 'open' check (state in ('open', 'done', 'declined', 'withdrawn')),
  decision text, note text, decided_by text, decided_at timestamptz,
  created_at timestamptz not null default now(),
  check ((state = 'open') = (decided_at is null)),
  check ((held_by = 'claim') = (lines is not null))
);
create index refund_reviews_by_policy on refund_reviews (policy_id, created_at);
create index refund_reviews_open on refund_reviews (created_at) where state = 'open';

-- An overpayment that later premium has used up is no overpayment any more.
alter table overpayment_items
  drop constraint overpayment_items_state_check,
  add constraint overpayment_items_state_check check (state in ('open', 'refunded', 'moved', 'keptAsCredit', 'spent'));
create index overpayment_items_open on overpayment_items (policy_id) where state = 'open';

-- A refund by check says whom it is made out to and which check it is; numbers run through the whole house.
create sequence refund_check_numbers start with 100001;
