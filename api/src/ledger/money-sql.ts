import { propertyDateSql } from '../calendar/property-date.ts'

/**
 * SQL for the amount currently due, in cents, for `policies p` with balance `b`. A test checks that it equals
 * `calculateCurrentlyDueCents`.
 */
export const currentlyDueSql = (today: string) => `greatest(0, least(b.due_cents, coalesce((
    select sum(ii.amount_cents) from invoice_installments ii join invoices i using (invoice_id)
    where i.policy_id = p.policy_id and (ii.due_date <= ${today} or ii.installment_no = 1)
  ), 0)::bigint - b.received_cents))`

/**
 * SQL for the open cents of invoice `i`, with policy balance `b`. Payments and return premium cover the oldest invoices
 * first. The sum of all open amounts never exceeds the balance.
 */
export const openInvoiceAmountSql = `greatest(0, least(i.total_premium_cents, b.due_cents - coalesce((
    select sum(greatest(later.total_premium_cents, 0)) from invoices later
    where later.policy_id = i.policy_id and later.voided_at is null
      and (later.created_at, later.invoice_id) > (i.created_at, i.invoice_id)), 0)))::bigint`

/**
 * SQL for the monthly amount of policy `p`, in cents: the next installment from `today` on if the policy is paid
 * monthly and has one, otherwise one twelfth of the yearly premium.
 */
export const nextInstallmentSql = (today: string) => `coalesce(case when p.payment_interval = 'Monthly' then (
    select sum(ii.amount_cents) from invoice_installments ii join invoices i using (invoice_id)
    where i.policy_id = p.policy_id and i.voided_at is null and ii.due_date >= ${today}
      and exists (select from invoice_installments plan where plan.invoice_id = i.invoice_id and plan.installment_no > 1)
    group by ii.due_date order by ii.due_date limit 1) end, floor(p.total_premium_cents / 12.0))::bigint`

/**
 * SQL for the due date of the oldest amount that policy `p` still owes, with balance `b`, or null if nothing is owed.
 * The amount of a returned payment is due again immediately.
 */
export const dueDateSql = `(select min(open.due_date) from (
    select due.due_date, coalesce(sum(due.amount_cents) over (order by due.due_date desc, due.key desc
      rows between unbounded preceding and 1 preceding), 0) as later_cents
    from (
      select ii.due_date, ii.amount_cents, i.created_at::text || ii.installment_no as key
      from invoice_installments ii join invoices i using (invoice_id)
      where i.policy_id = p.policy_id and i.voided_at is null and ii.amount_cents > 0
      union all
      select ${propertyDateSql('p', 'y.failed_at')}, (select sum(row.amount_cents) from payments row
          where row.policy_id = y.policy_id and row.payment_id = y.payment_id
            and row.status in ('failed', 'disputed') and row.record_type is distinct from 'Refund'),
        y.policy_payment_id::text
      from payments y
      where y.policy_id = p.policy_id and y.status in ('failed', 'disputed') and y.amount_cents > 0
        and (y.settled_at is not null
          or ${propertyDateSql('p', 'y.failed_at')} > ${propertyDateSql('p', 'y.created_at')})
    ) due) open
    where open.later_cents < b.due_cents)`
