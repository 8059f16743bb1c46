import { Alert } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReconciliationDifference } from '@tideline/sdk'
import { getReconciliation } from '@tideline/sdk/operations'
import { day, dayAndTime, money } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { SimpleTable } from '../tables/SimpleTable.tsx'

const kinds: Record<ReconciliationDifference['kind'], string> = {
  missing_in_ledger: 'Only Stripe knows it',
  missing_at_stripe: 'Only the ledger knows it',
  amount: 'Another amount',
  status: 'Another status',
}

/** What the last comparison of Stripe with the ledger found. */
export function StripeComparison() {
  const { data, error } = useQuery({
    queryKey: ['reconciliation'],
    queryFn: async () => (await api.call(getReconciliation)).payload,
  })
  if (error) return <Alert severity="error">The comparison with Stripe could not be loaded: {error.message}</Alert>
  if (!data) return null
  const { checkedAt, compared, differences, from, to } = data
  if (differences.length === 0)
    return (
      <Alert severity="success" sx={{ marginTop: 1 }}>
        Stripe and the ledger agree: {compared} payments from {day(from)} to {day(to)}, compared {dayAndTime(checkedAt)}
        .
      </Alert>
    )
  return (
    <Alert severity="warning" sx={{ marginTop: 1 }}>
      Stripe and the ledger differ in {differences.length} of {compared} payments.
      <SimpleTable<ReconciliationDifference>
        label="Differences"
        rows={differences}
        rowKey={({ stripeIntentId, paymentId }) => stripeIntentId ?? paymentId ?? ''}
        columns={[
          { heading: 'Payment', cell: ({ paymentId }) => paymentId ?? '–' },
          { heading: 'Policy', cell: ({ policyNo }) => policyNo ?? '–' },
          { heading: 'At Stripe', cell: ({ stripeIntentId }) => stripeIntentId ?? '–' },
          { heading: 'What differs', cell: ({ kind }) => kinds[kind] },
          { heading: 'Stripe', isNumber: true, cell: ({ stripeAmount }) => money(stripeAmount) },
          { heading: 'Ledger', isNumber: true, cell: ({ ledgerAmount }) => money(ledgerAmount) },
        ]}
      />
    </Alert>
  )
}
