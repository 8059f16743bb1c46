-- Steps that were carried out for an unpaid obligation (DEL-2). The due date is part of the key because a returned payment moves it,
-- and then the steps start again.
create table delinquency_steps (
  obligation_id uuid not null references obligations,
  step text not null check (step in ('invoice', 'reminder', 'pastDueNotice', 'cancellationNotice')),
  due_date date not null,
  outcome text not null check (outcome in ('done', 'skipped')),
  -- Why a step was skipped.
  reason text check (reason in ('noEmail', 'lenderPays')),
  -- The date at the insured property.
  taken_on date not null,
  created_at timestamptz not null default now(),
  primary key (obligation_id, step, due_date),
  constraint delinquency_steps_reason check ((outcome = 'skipped') = (reason is not null))
);
-- Counts the notices of a day for the daily cap.
create index delinquency_steps_by_time on delinquency_steps (created_at);

-- Notices of cancellation for nonpayment. Letters print the effective date, so it is fixed before they are mailed (DEL-7).
create table cancellation_notices (
  cancellation_notice_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  reason text not null check (reason in ('pastDue', 'notTaken')),
  -- Whether the cancellation is flat: nothing was ever paid, and the state's row allows it (DEL-8).
  is_flat boolean not null,
  amount_cents bigint not null check (amount_cents > 0),
  notice_days smallint not null check (notice_days > 0),
  effective_date date not null,
  state text not null default 'open' check (state in ('open', 'onHold', 'rescinded', 'completed', 'closed')),
  hold_reason text check (hold_reason in ('processing', 'disputed', 'moratorium', 'claim')),
  -- The last date on which the notice was on hold. Coverage is never ended for such a date (DEL-9).
  last_held_on date,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint cancellation_notices_hold check ((state = 'onHold') = (hold_reason is not null)),
  constraint cancellation_notices_closed check ((state in ('open', 'onHold')) = (closed_at is null))
);
create unique index cancellation_notices_open on cancellation_notices (policy_id) where closed_at is null;
create index cancellation_notices_newest on cancellation_notices (created_at, cancellation_notice_id);
create index cancellation_notices_by_policy on cancellation_notices (policy_id);

-- The obligations whose payment rescinds a notice.
create table cancellation_notice_obligations (
  cancellation_notice_id uuid not null references cancellation_notices,
  obligation_id uuid not null references obligations,
  demanded_cents bigint not null check (demanded_cents > 0),
  primary key (cancellation_notice_id, obligation_id)
);

-- The print queue. A letter is mailed on a recorded date, and not mailed means no cancellation.
create table postal_notices (
  postal_notice_id uuid primary key default new_id(),
  policy_id uuid not null references policies,
  cancellation_notice_id uuid references cancellation_notices,
  kind text not null check (kind in ('pastDueNotice', 'cancellationNotice', 'rescission')),
  recipient text not null check (recipient in ('insured', 'lienholder')),
  recipient_name text not null,
  recipient_address text not null,
  letter jsonb not null,
  -- A replaced letter was printed again with a later date, or is no longer needed.
  state text not null default 'queued' check (state in ('queued', 'exported', 'mailed', 'undeliverable', 'replaced')),
  exported_at timestamptz,
  mailed_on date,
  created_at timestamptz not null default now(),
  constraint postal_notices_mailed check (case state when 'queued' then mailed_on is null when 'exported' then mailed_on is null
    when 'replaced' then true else mailed_on is not null end)
);
create index postal_notices_in_order on postal_notices (state, created_at, postal_notice_id);
create index postal_notices_by_notice on postal_notices (cancellation_notice_id) where cancellation_notice_id is not null;
create index postal_notices_by_policy on postal_notices (policy_id);

-- Staff release the hold for the claims that are open at this time (DEL-5). A later claim is on hold again.
create table claim_hold_releases (
  policy_id uuid primary key references policies,
  released_at timestamptz not null,
  released_by_name text not null,
  reason text not null check (reason <> '')
);

alter table delinquency_plans
  -- While the plan is paused, no step starts and nothing is cancelled. Payments still rescind notices.
  add column paused_at timestamptz,
  -- The end of the last pause. Nothing is cancelled for a date of a pause.
  add column resumed_at timestamptz,
  add column daily_notice_cap integer not null default 500 check (daily_notice_cap between 0 and 100000),
  -- Days for printing and mailing that are added to the notice days in the date on the letter.
  add column print_days smallint not null default 5 check (print_days between 0 and 30);

-- The daily job reads policies with open amounts in the order of their id.
create index obligations_open_by_policy on obligations (policy_id, due_date) where open_cents > 0;
