import { Box, Link as MuiLink } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { AgingFigures } from '@tideline/sdk'
import { getAgingFiguresOptions } from '@tideline/sdk/query'
import { formatMoney, formatPercent } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { paymentsResource } from '../../billing/index.ts'
import { Section } from '../../kit/records/Section.tsx'
import { canOpenList } from '../../kit/resource.ts'
import { SimpleTable } from '../../kit/tables/SimpleTable.tsx'
import { chartAndTableStyle, FiguresChart } from './FiguresChart.tsx'

const periods: Record<Exclude<keyof AgingFigures, 'total'>, string> = {
  notYetDue: 'Not yet due',
  days0To30: '0–30 days',
  days31To60: '31–60 days',
  days61To90: '61–90 days',
  over90Days: 'Over 90 days',
}
const keys = Object.keys(periods) as (keyof typeof periods)[]

/** Balances of all policies by days past due. */
export function AgingSection() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const query = useQuery(getAgingFiguresOptions({ client: api.client }))
  const { data } = query
  const bars = data ? keys.map((key) => ({ label: periods[key], value: data[key] })) : []
  const total = data?.total ?? 0
  return (
    <Section
      title="Balances by days past due"
      query={query}
      empty={data && total === 0 ? 'No policies have a balance.' : undefined}
    >
      <Box sx={chartAndTableStyle}>
        <FiguresChart name="Balance" format={formatMoney} bars={bars} />
        <Box sx={{ minWidth: 0 }}>
          <SimpleTable
            label="Balance of each period"
            rows={[...bars, { label: 'Total', value: total }]}
            rowKey={({ label }) => label}
            columns={[
              { heading: 'Days past due', cell: ({ label }) => label },
              { heading: 'Balance', isNumber: true, cell: ({ value }) => formatMoney(value) },
              { heading: 'Share', isNumber: true, cell: ({ value }) => formatPercent(total === 0 ? 0 : value / total) },
            ]}
          />
          {canOpenList(roles, paymentsResource) ? (
            <MuiLink component={Link} to="/billing/payments/overdue" variant="body2">
              View by agency
            </MuiLink>
          ) : null}
        </Box>
      </Box>
    </Section>
  )
}
