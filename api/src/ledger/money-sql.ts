/**
 * The part that is due now, in cents, over `policies p` with its balance as `b`: what `currentlyDueCents` of the ledger
 * says, for reads that let PostgreSQL print the JSON. A test holds both against each other.
 */
export const currentlyDueSql = (today: string) => `greatest(0, least(b.due_cents, coalesce((
    select sum(x.amount_cents) filter (where x.due_date <= ${today} or x.row = 1)
    from (select ii.due_date, ii.amount_cents, row_number() over (order by ii.due_date, i.created_at) as row
          from invoice_installments ii join invoices i using (invoice_id) where i.policy_id = p.policy_id) x
  ), 0)::bigint - b.received_cents))`
