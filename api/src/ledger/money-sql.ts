/** SQL for the open obligations of policy `p` that are currently due (BIL-2). It equals `summarizeDue`. */
const currentlyDueSql = (today: string) => `from obligations o
    where o.policy_id = p.policy_id and o.open_cents > 0 and (o.due_date <= ${today} or o.obligation_no = 1)`

/** SQL condition: policy `p` owes something now. A test compares it with `summarizeDue`. */
export const amountDueCondition = (today: string) => `exists (select ${currentlyDueSql(today)})`

/** SQL for the oldest due date and the cents that policy `p` owes now. The date is null if nothing is due. */
export const selectCurrentlyDue = (today: string) =>
  `(select min(o.due_date) as due_date, coalesce(sum(o.open_cents), 0)::bigint as cents ${currentlyDueSql(today)})`

/** SQL for the obligations of policy `p` as JSON, in the format of `Obligation`. */
export const obligationsSql = `(select coalesce(json_agg(json_build_object('obligationNo', o.obligation_no,
      'invoiceId', o.invoice_id, 'purpose', o.purpose, 'payer', o.payer, 'dueDate', o.due_date,
      'amountCents', o.amount_cents, 'openCents', o.open_cents, 'writtenOffCents', o.written_off_cents)), '[]')
    from obligations o where o.policy_id = p.policy_id)`

/**
 * SQL for the cents of the payments of policy `p` that lower its payable amount (BIL-13): those that are processing,
 * except card payments that the payer has not confirmed. `b` is the policy's balance.
 */
export const submittedCentsSql = `(coalesce(b.processing_cents, 0) - case when b.processing_cents > 0
    then (select coalesce(sum(y.amount_cents), 0) from payments y
      where y.policy_id = p.policy_id and y.is_unconfirmed and y.status = 'processing') else 0 end)::bigint`

/**
 * SQL for the past-due cents of policy `p` that submitted payments do not cover. It equals `getPastDueCents`, and a test
 * compares both. `b` is the policy's balance.
 */
export const pastDueCentsSql = (today: string) => `greatest(0, (select coalesce(sum(o.open_cents), 0) from obligations o
    where o.policy_id = p.policy_id and o.open_cents > 0 and o.due_date < ${today}) - ${submittedCentsSql})::bigint`

/** SQL for the due date of invoice `i`: that of its first open obligation, otherwise the date on the invoice. */
export const invoiceDueDateSql = `coalesce((select min(o.due_date) from obligations o
    where o.invoice_id = i.invoice_id and o.open_cents > 0), i.due_date)`

/** SQL for the open cents of invoice `i`. */
export const openInvoiceAmountSql = `(select coalesce(sum(o.open_cents), 0)::bigint from obligations o where o.invoice_id = i.invoice_id)`

/**
 * SQL for the monthly amount of policy `p`, in cents: the next installment from `today` on if the policy is paid
 * monthly and has one, otherwise one twelfth of the yearly premium.
 */
export const nextInstallmentSql = (today: string) => `coalesce(case when p.payment_interval = 'Monthly' then (
    select sum(o.amount_cents) from obligations o
    where o.policy_id = p.policy_id and o.due_date >= ${today}
      and exists (select from obligations plan where plan.invoice_id = o.invoice_id and plan.installment_no > 1)
    group by o.due_date order by o.due_date limit 1) end, floor(p.total_premium_cents / 12.0))::bigint`
