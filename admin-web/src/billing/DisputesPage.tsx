import { Stack, Typography } from '@mui/material'
import type { Dispute } from '@tideline/sdk'
import { listDisputesInfiniteOptions } from '@tideline/sdk/query'
import { formatDateTime, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Title } from 'react-admin'
import { Link } from 'react-router'
import { PlainList, SeparatedItem } from '../kit/records/PlainList.tsx'
import { Section } from '../kit/records/Section.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { FilterSelect } from '../kit/tables/FilterSelect.tsx'
import { StateTag, type StateTone } from '../kit/tables/StateChip.tsx'
import { usePagedList } from '../kit/tables/usePagedList.tsx'
import { useUrlFilter } from '../kit/tables/useUrlFilter.ts'
import { BillingTabs } from './BillingTabs.tsx'

const states: Record<Dispute['state'], { word: string; tone: StateTone }> = {
  inquiry: { word: 'Inquiry', tone: 'pending' },
  needsResponse: { word: 'Needs evidence', tone: 'pending' },
  underReview: { word: 'Under review', tone: 'inProgress' },
  won: { word: 'Won', tone: 'done' },
  lost: { word: 'Lost', tone: 'failed' },
  closed: { word: 'Closed', tone: 'ended' },
}
/** The filter for disputes that need evidence. Covers both dispute states that accept evidence. */
const needsEvidenceFilter = 'waiting'
type StatusFilter = Dispute['state'] | typeof needsEvidenceFilter
const statusFilterLabels = {
  [needsEvidenceFilter]: 'Needs evidence',
  ...Object.fromEntries(Object.entries(states).map(([state, { word }]) => [state, word])),
} as Record<StatusFilter, string>
const isStatusFilter = (text: string): text is StatusFilter => Object.hasOwn(statusFilterLabels, text)

/** Formats a reason such as `product_not_received` for display. */
const toSentence = (reason: string) => {
  const text = reason.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function Row({ dispute }: { dispute: Dispute }) {
  const { amount, state, policyNo, insuredName, policyPaymentId, paymentId, evidenceDueAt, effect, reason } = dispute
  const isWaiting = state === 'inquiry' || state === 'needsResponse'
  return (
    <SeparatedItem>
      <WrappingRow>
        <Typography component="h3" sx={{ fontWeight: 600 }}>
          {formatMoney(amount)} of {insuredName}
        </Typography>
        <StateTag {...states[state]} />
        {evidenceDueAt && isWaiting ? (
          <Typography>Evidence due {formatDateTime(evidenceDueAt)}, in Stripe</Typography>
        ) : null}
      </WrappingRow>
      <Typography>{effect}</Typography>
      <Typography color="text.secondary">
        <Link to={`/billing/policies/${policyNo}`}>{policyNo}</Link>, payment{' '}
        <Link to={`/billing/payments/${policyPaymentId}`}>{paymentId}</Link>. Opened {formatDateTime(dispute.openedAt)}:{' '}
        {toSentence(reason)}.
      </Typography>
    </SeparatedItem>
  )
}

const getEmptyMessage = (status: StatusFilter | undefined) =>
  status ? 'No disputes with this status.' : 'No disputed payments.'

/** All disputes. Disputes that need evidence come first. The status filter is in the URL. */
export default function DisputesPage() {
  const [statusParam, setStatus] = useUrlFilter('status')
  const status = isStatusFilter(statusParam) ? statusParam : undefined
  const filter = status === needsEvidenceFilter ? { isWaiting: true } : { ...(status && { state: status }) }
  const { rows, query, more } = usePagedList(
    listDisputesInfiniteOptions({ client: api.client, query: { take: 25, ...filter } }),
  )
  return (
    <Stack spacing={2}>
      <Title title="Disputes" />
      <BillingTabs />
      <FilterSelect
        label="Status"
        labels={statusFilterLabels}
        chosen={status}
        onChoose={(status) => setStatus(status ?? '')}
      />
      <Section title="Disputed payments" query={query} empty={rows.length === 0 ? getEmptyMessage(status) : undefined}>
        <PlainList>
          {rows.map((dispute) => (
            <Row key={dispute.disputeId} dispute={dispute} />
          ))}
        </PlainList>
        {more}
      </Section>
    </Stack>
  )
}
