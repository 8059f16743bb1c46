import { Box, Button, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { CommissionMonthAgency, CommissionMonthView } from '@tideline/sdk'
import { getCommissionMonthOptions } from '@tideline/sdk/query'
import { formatDate, formatMoney, formatMonth, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { lazy, Suspense } from 'react'
import { Title, usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { getPayload } from '../kit/get-payload.ts'
import { KeyFigures } from '../kit/records/KeyFigures.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { Section, SectionState } from '../kit/records/Section.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { StateChip } from '../kit/tables/StateChip.tsx'
import { StartCommissionRunButton } from './actions/StartCommissionRunButton.tsx'
import { addMonths, canRunMonth, getMonthPath, type Month } from './months.ts'

// Loaded lazily, because only this page needs the 100 kB chart library.
const MonthChart = lazy(() => import('./MonthComparisonChart.tsx'))
const maxBars = 12

/** The change from the previous month, with an arrow and text. */
function Difference({ dollars }: { dollars: number }) {
  if (dollars === 0) return <>no change</>
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      <Icon name={dollars > 0 ? 'sortUp' : 'sortDown'} /> {formatMoney(Math.abs(dollars))}{' '}
      {dollars > 0 ? 'more' : 'less'}
    </Box>
  )
}

const MonthTotals = ({ month, before }: { month: CommissionMonthView; before: string }) => (
  <KeyFigures
    figures={[
      ['Premium', formatMoney(month.premium)],
      ['Commission', formatMoney(month.commission)],
      ['Adjustments', formatMoney(month.adjustments)],
      ['Total', formatMoney(month.total)],
      [`In ${before}`, formatMoney(month.previousTotal)],
      ['Difference', <Difference key="difference" dollars={month.difference} />],
    ]}
  />
)

function getState({ openCount, closedCount, canBeClosed }: CommissionMonthView): string {
  if (openCount + closedCount === 0) return 'No commission this month yet.'
  if (openCount === 0) return `Closed: ${closedCount} statements. Later activity posts to the next month.`
  const open = `${openCount} open, ${closedCount} closed`
  return canBeClosed
    ? `${open}. The month has ended and can be closed.`
    : `A preview: ${open}. The month has not ended.`
}

function getLastRun({ lastRun }: CommissionMonthView): string {
  if (!lastRun) return 'Not calculated yet.'
  const { status, createdAt, createdBy, isClosing, policyCount } = lastRun
  const what = isClosing ? 'calculated and closed' : 'calculated'
  const when = `${formatDate(createdAt)} by ${createdBy}`
  if (status === 'failed') return `The run of ${when} failed: ${lastRun.error}`
  if (status !== 'done')
    return `A run of ${when} is in progress: ${lastRun.calculatedCount} of ${policyCount} policies.`
  return `Last ${what} ${when}: ${policyCount} policies.`
}

function Agencies({ agencies, before }: { agencies: CommissionMonthAgency[]; before: string }) {
  return (
    <SimpleTable<CommissionMonthAgency>
      label="Each agency compared with the prior month"
      rows={agencies}
      rowKey={({ agencyNo }) => agencyNo}
      columns={[
        {
          heading: 'Agency',
          cell: ({ agencyName, agencyNo, statementId }) => {
            const name = `${agencyName} (${agencyNo})`
            return statementId ? <Link to={`/commissions/${statementId}`}>{name}</Link> : name
          },
        },
        {
          heading: 'Status',
          cell: ({ status }) => (status ? <StateChip state={status} /> : `Only of ${before}`),
        },
        { heading: 'Premium', isNumber: true, cell: ({ premium }) => formatMoney(premium) },
        { heading: 'Commission', isNumber: true, cell: ({ commission }) => formatMoney(commission) },
        { heading: 'Adjustments', isNumber: true, cell: ({ adjustments }) => formatMoney(adjustments) },
        { heading: 'Total', isNumber: true, cell: ({ total }) => formatMoney(total) },
        { heading: `In ${before}`, isNumber: true, cell: ({ previousTotal }) => formatMoney(previousTotal) },
        { heading: 'Difference', isNumber: true, cell: ({ difference }) => <Difference dollars={difference} /> },
      ]}
    />
  )
}

/**
 * The commissions of all agencies in a month, compared with the previous month. Also shows the status of the month and
 * its commission run.
 */
export default function CommissionMonthPage({ of }: { of: Month }) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const previous = addMonths(of, -1)
  const [now, before] = [formatMonth(of), formatMonth(previous)]
  const query = useQuery({
    ...getCommissionMonthOptions({ client: api.client, path: { year: of.year, month: of.month } }),
    select: getPayload,
  })
  const { data } = query
  const agencies = data?.agencies ?? []
  return (
    <RecordLayout
      title={`Commissions for ${now}`}
      actions={
        <>
          {roles.includes('readonly') || (data && !canRunMonth(data)) ? null : <StartCommissionRunButton of={of} />}
          <Button component={Link} to={getMonthPath(previous)}>
            {before}
          </Button>
          <Button component={Link} to={getMonthPath(addMonths(of, 1))}>
            {formatMonth(addMonths(of, 1))}
          </Button>
          <Button component={Link} to={`/commissions?filter=${encodeURIComponent(JSON.stringify(of))}`}>
            All statements
          </Button>
        </>
      }
    >
      <Title title="Commission month" />
      {data ? (
        <Box>
          <Typography>{getState(data)}</Typography>
          <Typography color="text.secondary">{getLastRun(data)}</Typography>
        </Box>
      ) : null}
      <SectionState query={query}>{data ? <MonthTotals month={data} before={before} /> : null}</SectionState>
      {agencies.length > 0 ? (
        <Section
          title={agencies.length > maxBars ? `Top ${maxBars} agencies by commission` : 'All agencies'}
          query={query}
        >
          <Box aria-hidden="true">
            <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
              <MonthChart agencies={agencies.slice(0, maxBars)} names={[now, before]} />
            </Suspense>
          </Box>
        </Section>
      ) : null}
      <Section
        title="Agencies"
        query={query}
        empty={
          data && agencies.length === 0 ? 'No agency has a statement for this month or the prior month.' : undefined
        }
      >
        <Agencies agencies={agencies} before={before} />
        {data?.isCapped ? (
          <Typography color="text.secondary">The first {formatNumber(agencies.length)}; totals include all.</Typography>
        ) : null}
      </Section>
    </RecordLayout>
  )
}
