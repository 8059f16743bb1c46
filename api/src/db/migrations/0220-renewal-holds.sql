-- Renewals that are on hold because the expiring term has a past-due balance (REN-5). A term has at most one open hold.
create table renewal_holds (
  renewal_hold_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  reason text not null default 'pastDue' check (reason in ('pastDue')),
  -- The date at the insured property.
  held_on date not null,
  -- The past-due amount on that date.
  amount_cents bigint not null check (amount_cents > 0),
  ended_at timestamptz,
  -- `paid`: the sweep bound the renewal. `boundByStaff`: staff bound it. `termEnded`: the term ended or will not be renewed.
  outcome text check (outcome in ('paid', 'boundByStaff', 'termEnded')),
  constraint renewal_holds_ended check ((ended_at is null) = (outcome is null))
);
create unique index renewal_holds_open on renewal_holds (policy_id) where ended_at is null;
create index renewal_holds_by_policy on renewal_holds (policy_id);
