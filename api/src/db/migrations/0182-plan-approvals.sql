-- The activation of a delinquency plan requires approval by a second person.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in ('setting', 'account', 'bankAccount', 'delinquencyPlan'));
