import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type ReconciliationDifference, TidelineError } from '@tideline/sdk'
import { getReconciliationOptions } from '@tideline/sdk/query'
import { formatDate, formatDateTime, formatMoney, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Link } from 'react-router'
import { Alert } from '../kit/Alert.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { PlainList, SeparatedItem } from '../kit/records/PlainList.tsx'
import { SectionState } from '../kit/records/Section.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'

/** Label, cause and resolution of each type of difference. */
const kinds: Record<ReconciliationDifference['kind'], { word: string; why: string; remedy: string }> = {
  missing_in_ledger: {
    word: 'Only in Stripe',
    why: 'Stripe has a charge that is not in Tideline. It was made directly in Stripe, or its event was not received.',
    remedy: 'Resend the event from Stripe. Refund a manual charge in Stripe and charge it here.',
  },
  missing_at_stripe: {
    word: 'Only in the ledger',
    why: 'A payment here is marked as charged, but the Stripe account has no such charge.',
    remedy:
      'Check the previously used Stripe account. If the charge does not exist, no money was received and the balance must be reopened.',
  },
  amount: {
    word: 'Different amount',
    why: 'Stripe charged a different amount: it was partially captured or changed in Stripe.',
    remedy: 'Refund or charge the difference here so that both match.',
  },
  status: {
    word: 'Different status',
    why: 'Stripe and Tideline disagree about this payment, because a Stripe event is late or was lost.',
    remedy: 'Resend the event from Stripe. The comparison runs again tonight.',
  },
}

function Difference({ difference }: { difference: ReconciliationDifference }) {
  const { kind, paymentId, policyNo, stripeIntentId, stripeAmount, ledgerAmount } = difference
  const { word, why, remedy } = kinds[kind]
  return (
    <SeparatedItem>
      <WrappingRow>
        <StateTag word={word} tone="pending" />
        <Typography sx={{ fontWeight: 600 }}>
          Stripe {formatMoney(stripeAmount)}, ledger {formatMoney(ledgerAmount)}
        </Typography>
        {policyNo ? <Link to={`/billing/policies/${policyNo}`}>{policyNo}</Link> : null}
        <Typography color="text.secondary">{[paymentId, stripeIntentId].filter(Boolean).join(', ')}</Typography>
      </WrappingRow>
      <Typography>
        {why} <strong>{remedy}</strong>
      </Typography>
    </SeparatedItem>
  )
}

/** Shows the comparison of Stripe with the ledger on a date (`YYYY-MM-DD`). Defaults to the latest comparison. */
export function StripeReconciliationSection({ on }: { on?: string }) {
  const query = useQuery({
    ...getReconciliationOptions({ client: api.client, query: on ? { day: on } : {} }),
    select: getPayload,
  })
  const { data, error } = query
  if (error instanceof TidelineError && error.status === 404 && on)
    return <Alert severity="info">Nothing was compared on {formatDate(on)}.</Alert>
  if (!data)
    return (
      <Box sx={{ marginTop: 1 }}>
        <SectionState query={query} height={48}>
          {null}
        </SectionState>
      </Box>
    )
  const { checkedAt, compared, differences, from, to } = data
  const what = `${formatNumber(compared)} ${compared === 1 ? 'payment' : 'payments'} from ${formatDate(from)} to ${formatDate(to)}, compared ${formatDateTime(checkedAt)}`
  if (differences.length === 0)
    return (
      <Alert severity="success" role="note" sx={{ marginTop: 1 }}>
        Stripe and the ledger agree: {what}.
      </Alert>
    )
  return (
    <>
      <Alert severity="warning" sx={{ marginTop: 1 }}>
        Stripe and the ledger differ in {differences.length} of {what}.
      </Alert>
      <PlainList label="Differences">
        {differences.map((difference) => (
          <Difference
            key={difference.stripeIntentId ?? difference.paymentId ?? difference.foundAt}
            difference={difference}
          />
        ))}
      </PlainList>
    </>
  )
}
