import { Link as MuiLink, Stack, TextField, Typography } from '@mui/material'
import { listAgingInfiniteOptions } from '@tideline/sdk/query'
import { zAgencyNo } from '@tideline/sdk/zod'
import { formatMoney, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Title } from 'react-admin'
import { Link } from 'react-router'
import { Section } from '../kit/records/Section.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { usePagedList } from '../kit/tables/usePagedList.tsx'
import { useUrlFilter } from '../kit/tables/useUrlFilter.ts'
import { type AgingLine, addUpAging } from './add-up-aging.ts'
import { BillingTabs } from './BillingTabs.tsx'
import { SmallBalancesSection } from './SmallBalancesSection.tsx'

const amount = (heading: string, of: (row: AgingLine) => number) => ({
  heading,
  isNumber: true,
  cell: (row: AgingLine) => (of(row) === 0 ? '–' : formatMoney(of(row))),
})

const toAgencyNo = (text: string) => (zAgencyNo.safeParse(text.trim()).success ? text.trim() : undefined)

/** The agency of a row, with a link to its page, or the label of the total. */
const AgencyName = ({ agencyNo, company }: AgingLine) =>
  agencyNo === null ? (
    <strong>{company}</strong>
  ) : (
    <MuiLink component={Link} to={`/agencies/${agencyNo}/show`}>
      {company} ({agencyNo})
    </MuiLink>
  )

/** Overdue balances by agency and number of days past due. The agency filter is in the URL. */
export default function OverdueBalancesPage() {
  const [filter, setFilter] = useUrlFilter('agencyNo')
  // The URL changes after the input, so that no typed character is lost.
  const [typed, setTyped] = useState(filter)
  const agencyNo = toAgencyNo(filter)
  const { rows, query, more } = usePagedList(
    listAgingInfiniteOptions({ client: api.client, query: { take: 50, ...(agencyNo && { agencyNo }) } }),
  )
  return (
    <Stack spacing={2}>
      <Title title="Overdue" />
      <BillingTabs />
      <TextField
        label="Agency number"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setFilter(toAgencyNo(target.value) ?? '')
        }}
        fullWidth={false}
        sx={{ width: '12rem', displayPrint: 'none' }}
      />
      <Section title="Aging" query={query} empty={rows.length === 0 ? 'No policies have a balance due.' : undefined}>
        <Typography color="text.secondary">Days past due. Payments apply to the oldest balance first.</Typography>
        <SimpleTable<AgingLine>
          label="Overdue by agency"
          // With further pages, the sum would not be the total of all agencies.
          rows={more || rows.length < 2 ? rows : [...rows, addUpAging(rows)]}
          rowKey={({ agencyNo }) => agencyNo ?? 'total'}
          columns={[
            { heading: 'Agency', cell: (row) => <AgencyName {...row} /> },
            { heading: 'Policies', isNumber: true, cell: ({ policies }) => formatNumber(policies) },
            amount('Not yet due', ({ notYetDue }) => notYetDue),
            amount('0–30 days', ({ days0To30 }) => days0To30),
            amount('31–60 days', ({ days31To60 }) => days31To60),
            amount('61–90 days', ({ days61To90 }) => days61To90),
            amount('Over 90 days', ({ over90Days }) => over90Days),
            amount('Total', ({ total }) => total),
          ]}
        />
        {more}
      </Section>
      <SmallBalancesSection />
    </Stack>
  )
}
