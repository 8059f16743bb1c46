import { useQuery } from '@tanstack/react-query'
import type { CommissionStatement } from '@tideline/sdk'
import { listCommissionStatementsOptions } from '@tideline/sdk/query'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryErrorState } from '@tideline/web-kit/screen/QueryErrorState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { Link, useSearchParams } from 'react-router'
import { statementStatusText } from './statement-text.ts'

const thisMonth = () => getToday(new Date()).slice(0, 7)

function Statements({ statements }: { statements: readonly CommissionStatement[] }) {
  return (
    <Table
      caption="Commission statements"
      rows={statements}
      rowKey={({ statementId }) => statementId}
      columns={[
        {
          key: 'agency',
          header: 'Agency',
          isRowHeader: true,
          cell: ({ statementId, agencyName, agencyNo }) => (
            <Link to={paths.statement(statementId)}>
              {agencyName} ({agencyNo})
            </Link>
          ),
        },
        { key: 'status', header: 'Status', cell: ({ status }) => statementStatusText[status] },
        { key: 'premium', header: 'Premium', isNumber: true, cell: ({ premium }) => formatMoney(premium) },
        { key: 'commission', header: 'Commission', isNumber: true, cell: ({ commission }) => formatMoney(commission) },
        {
          key: 'adjustments',
          header: 'Adjustments',
          isNumber: true,
          cell: ({ adjustments }) => formatMoney(adjustments),
        },
        { key: 'total', header: 'Total', isNumber: true, cell: ({ total }) => formatMoney(total) },
      ]}
    />
  )
}

/**
 * The monthly commission of the user's agency and its sub-agencies, for agents with the required role. The URL contains
 * the month.
 */
export function StatementsPage() {
  usePageTitle('Commission statements')
  const [address, setAddress] = useSearchParams()
  const monthParam = address.get('month') ?? ''
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(monthParam) ? monthParam : thisMonth()
  const [year = 0, number = 0] = month.split('-').map(Number)
  const found = useQuery({
    ...listCommissionStatementsOptions({ client: api.client, query: { year, month: number, take: 200 } }),
    meta: { errors: 'inline' },
  })
  const statements = found.data?.payload.items
  return (
    <>
      <header className="page-head">
        <h1>Commission statements</h1>
      </header>
      <div className="stack">
        <Card>
          <TextField
            label="Month"
            type="month"
            value={month}
            onChange={({ target }) => target.value && setAddress({ month: target.value })}
          />
        </Card>
        {found.isPending && (
          <Card>
            <Skeleton lines={6} label="Loading statements" />
          </Card>
        )}
        {found.isError && (
          <QueryErrorState
            title="The statements could not be loaded"
            error={found.error}
            onRetry={() => void found.refetch()}
          />
        )}
        {statements?.length === 0 && (
          <EmptyState
            title="No statement for this month"
            text="A statement appears when a policy first earns commission in the month."
          />
        )}
        {statements && statements.length > 0 && (
          <Card>
            <Statements statements={statements} />
          </Card>
        )}
      </div>
    </>
  )
}
