import { Stack } from '@mui/material'
import type { MoratoriumAction, MoratoriumEvent, MoratoriumRejection } from '@tideline/sdk'
import { listMoratoriumRejectionsInfiniteOptions } from '@tideline/sdk/query'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useRecordContext } from 'react-admin'
import { PolicyLink } from '../kit/records/PolicyLink.tsx'
import { paddedBlockStyle } from '../kit/records/RecordLayout.tsx'
import { Section } from '../kit/records/Section.tsx'
import { FilterSelect } from '../kit/tables/FilterSelect.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { usePagedList } from '../kit/tables/usePagedList.tsx'
import { useUrlFilter } from '../kit/tables/useUrlFilter.ts'
import { actionLabels } from './labels.ts'

/** The policy of a rejected transaction. New business has no policy number. */
const RejectedPolicy = ({ policyNo, insuredName }: MoratoriumRejection) =>
  policyNo ? (
    <>
      <PolicyLink policyNo={policyNo} opensTab />
      {insuredName ? `, ${insuredName}` : ''}
    </>
  ) : (
    'A new policy'
  )

function RejectedTransactionsSection({ event: { id: moratoriumId, actions } }: { event: MoratoriumEvent }) {
  const [actionParam, setAction] = useUrlFilter('action')
  const action = actions.find((one) => one === actionParam)
  const { rows, query, more } = usePagedList(
    listMoratoriumRejectionsInfiniteOptions({
      client: api.client,
      path: { moratoriumId },
      query: { take: 25, ...(action && { action }) },
    }),
  )
  const labels = Object.fromEntries(actions.map((one) => [one, actionLabels[one]])) as Record<MoratoriumAction, string>
  return (
    <Stack spacing={2} sx={paddedBlockStyle}>
      <FilterSelect
        label="Restricted transaction"
        labels={labels}
        chosen={action}
        onChoose={(action) => setAction(action ?? '')}
      />
      <Section
        title="Rejected transactions"
        query={query}
        empty={rows.length === 0 ? 'No rejected transactions.' : undefined}
      >
        <SimpleTable<MoratoriumRejection>
          label="Rejected transactions"
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { heading: 'When', cell: ({ rejectedAt }) => formatDateTime(rejectedAt) },
            { heading: 'Transaction', cell: ({ action }) => actionLabels[action] },
            { heading: 'Policy', isTitle: true, cell: (row) => <RejectedPolicy {...row} /> },
            { heading: 'County', cell: ({ county, state }) => (county ? `${county}, ${state}` : '–') },
            { heading: 'To', cell: ({ requestedBy }) => requestedBy ?? '–' },
          ]}
        />
        {more}
      </Section>
    </Stack>
  )
}

/** The transactions that the moratorium rejected, newest first. */
export function RejectedTransactions() {
  const event = useRecordContext<MoratoriumEvent>()
  return event ? <RejectedTransactionsSection event={event} /> : null
}
