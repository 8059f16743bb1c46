-- One row per amount that a policy owes: an invoice, or one installment of it (BIL-12). Open amounts are stored, so that screens,
-- emails, aging and batch jobs read the same amounts and due dates. Processes of the previous release keep running: they read
-- during the migration, and afterwards use the view and the triggers at the end. A later migration drops these.
lock table invoice_installments in share mode;

create table obligations (
  obligation_id uuid primary key default new_id(),
  policy_id uuid not null,
  -- Null for an amount that exceeds all invoices, after the bank returned a payment that was refunded before.
  invoice_id uuid,
  -- The order of posting. Number 1 is the first amount of the term, which is payable from binding (BIL-2).
  obligation_no smallint not null check (obligation_no > 0),
  installment_no smallint not null check (installment_no > 0),
  purpose text not null check (purpose in ('newBusiness', 'renewal', 'rewrite', 'installment', 'endorsement', 'reinstatement',
    'returnedPayment', 'adjustment')),
  payer text not null default 'policyholder' check (payer in ('policyholder', 'lienholder', 'agency')),
  due_date date not null,
  -- The due date on the invoice. A returned payment moves due_date only (BIL-3).
  invoiced_due_date date not null,
  amount_cents bigint not null,
  open_cents bigint not null,
  written_off_cents bigint not null default 0,
  constraint obligations_amount check (amount_cents > 0 and open_cents >= 0 and written_off_cents >= 0
    and open_cents + written_off_cents <= amount_cents)
);

-- Return premium is not owed. It lowers what is open.
insert into obligations (policy_id, invoice_id, obligation_no, installment_no, purpose, payer, due_date, invoiced_due_date, amount_cents, open_cents)
select i.policy_id, i.invoice_id,
  row_number() over (partition by i.policy_id order by i.created_at, i.invoice_id, n.installment_no), n.installment_no,
  case when n.installment_no > 1 then 'installment'
    when y.kind in ('newBusiness', 'renewal') and before.expiration_date > p.inception_date then 'rewrite'
    when y.kind in ('newBusiness', 'renewal', 'endorsement', 'reinstatement') then y.kind
    else 'adjustment' end,
  case i.billed_to when 'lienholder' then 'lienholder' else 'policyholder' end,
  n.due_date, n.due_date, n.amount_cents, 0
from invoice_installments n
join invoices i using (invoice_id)
join policies p using (policy_id)
left join policies before on before.policy_id = p.previous_policy_id
left join policy_transactions t using (policy_transaction_id)
left join transaction_types y using (transaction_type)
where n.amount_cents > 0 and i.voided_at is null;

alter table obligations add constraint obligations_numbered unique (policy_id, obligation_no);
create index obligations_by_invoice on obligations (invoice_id, installment_no);
-- Aging and batch jobs read all open amounts by due date.
create index obligations_open on obligations (due_date, policy_id) where open_cents > 0;
analyze obligations;

-- Makes the open amounts of policies add up to their balances. Money covers the first amount of the term, then the oldest due date
-- (BIL-5). `applyMoney` in api/src/ledger/obligations.ts does the same, but keeps paid amounts paid.
create function recalculate_obligations(of_policies uuid[]) returns void language plpgsql as $$
begin
  insert into obligations (policy_id, obligation_no, installment_no, purpose, due_date, invoiced_due_date, amount_cents, open_cents)
  select b.policy_id, coalesce(charged.last_no, 0) + 1, 1, 'returnedPayment', at.day, at.day, b.due_cents - coalesce(charged.cents, 0), 0
  from policy_balances b
  join policies p using (policy_id)
  cross join lateral (select (acting_at() at time zone coalesce(p.time_zone, 'America/New_York'))::date as day) at
  left join (select o.policy_id, sum(o.amount_cents) as cents, max(o.obligation_no) as last_no from obligations o
    where o.policy_id = any(of_policies) group by 1) charged using (policy_id)
  where b.policy_id = any(of_policies) and b.due_cents > coalesce(charged.cents, 0);

  with applied as (
    select o.obligation_id, o.amount_cents, greatest(0, least(o.amount_cents, b.due_cents - coalesce(sum(o.amount_cents) over later, 0))) as open_cents,
      o.policy_id, o.obligation_no, o.due_date
    from obligations o join policy_balances b using (policy_id)
    where o.policy_id = any(of_policies)
    window later as (partition by o.policy_id order by o.obligation_no = 1, o.due_date desc, o.obligation_no desc
      rows between unbounded preceding and 1 preceding)
  ), written as (
    select a.*, greatest(0, least(a.amount_cents - a.open_cents,
      coalesce(w.cents, 0) - coalesce(sum(a.amount_cents - a.open_cents) over later, 0))) as written_off_cents
    from applied a
    left join (select policy_id, sum(amount_cents) as cents from write_offs
      where reversed_at is null and amount_cents > 0 and policy_id = any(of_policies) group by 1) w using (policy_id)
    window later as (partition by a.policy_id order by a.obligation_no = 1, a.due_date desc, a.obligation_no desc
      rows between unbounded preceding and 1 preceding)
  )
  update obligations o set open_cents = n.open_cents, written_off_cents = n.written_off_cents
  from written n
  where n.obligation_id = o.obligation_id and (n.open_cents, n.written_off_cents) <> (o.open_cents, o.written_off_cents);
end
$$;

select recalculate_obligations(array(select policy_id from policy_balances));

-- What a returned payment had paid is due on the date of its return, or on its own later due date (BIL-3).
update obligations o set due_date = returned.day
from (
  select y.policy_id, max((y.failed_at at time zone coalesce(p.time_zone, 'America/New_York'))::date) as day
  from payments y join policies p using (policy_id)
  where y.status in ('failed', 'disputed') and y.amount_cents > 0
    and (y.settled_at is not null or (y.failed_at at time zone coalesce(p.time_zone, 'America/New_York'))::date
      > (y.created_at at time zone coalesce(p.time_zone, 'America/New_York'))::date)
  group by y.policy_id
) returned
where returned.policy_id = o.policy_id and o.open_cents = o.amount_cents and o.due_date < returned.day;

-- Processes of the previous release post to the ledger without updating obligations. Without this trigger, a paid amount would
-- stay open and could be paid twice.
create function obligations_follow_balance() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(o.open_cents), 0) from obligations o where o.policy_id = new.policy_id)
    <> (select greatest(0, b.due_cents) from policy_balances b where b.policy_id = new.policy_id) then
    perform recalculate_obligations(array[new.policy_id]);
  end if;
  return null;
end
$$;
create constraint trigger policy_balances_obligations after insert or update on policy_balances
  deferrable initially deferred for each row execute function obligations_follow_balance();

-- The trigger's lock keeps new postings out. These were committed since the amounts above were read.
select recalculate_obligations(array(
  select b.policy_id from policy_balances b
  left join (select policy_id, sum(open_cents) as cents from obligations group by 1) o using (policy_id)
  where greatest(0, b.due_cents) <> coalesce(o.cents, 0)));

alter table obligations
  add foreign key (policy_id) references policies,
  add foreign key (invoice_id) references invoices;

drop table invoice_installments;
create view invoice_installments as
  select invoice_id, installment_no, invoiced_due_date as due_date, amount_cents from obligations where invoice_id is not null
  union all
  select invoice_id, 1::smallint, due_date, total_premium_cents from invoices where total_premium_cents < 0;

create function insert_installment() returns trigger language plpgsql as $$
begin
  insert into obligations (policy_id, invoice_id, obligation_no, installment_no, purpose, payer, due_date, invoiced_due_date,
    amount_cents, open_cents)
  select i.policy_id, i.invoice_id, coalesce((select max(o.obligation_no) from obligations o where o.policy_id = i.policy_id), 0) + 1,
    new.installment_no,
    case when new.installment_no > 1 then 'installment'
      when y.kind in ('newBusiness', 'renewal', 'endorsement', 'reinstatement') then y.kind else 'adjustment' end,
    case i.billed_to when 'lienholder' then 'lienholder' else 'policyholder' end,
    new.due_date, new.due_date, new.amount_cents, new.amount_cents
  from invoices i left join policy_transactions t using (policy_transaction_id) left join transaction_types y using (transaction_type)
  where i.invoice_id = new.invoice_id and new.amount_cents > 0;
  return new;
end
$$;
create trigger invoice_installments_insert instead of insert on invoice_installments
  for each row execute function insert_installment();
