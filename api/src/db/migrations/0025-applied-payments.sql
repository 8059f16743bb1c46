-- A payment is applied to its policy once its money is there, and a refund once it has left (spec 2 §3). Derived, because a
-- flag that is kept beside the status stayed true for payments on their way, failed and disputed.
alter table payments drop column is_applied_to_policy,
  add column is_applied_to_policy boolean not null generated always as (status in ('paid', 'refunded')) stored;
