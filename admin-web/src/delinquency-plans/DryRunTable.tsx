import type { DelinquencyDryRun, DelinquencySimulation } from '@tideline/sdk'
import { formatNumber } from '@tideline/web-kit/formats/format.ts'
import { type SimpleColumn, SimpleTable } from '../kit/tables/SimpleTable.tsx'

interface Row {
  label: string
  today?: number
  past?: number | undefined
}

const formatCount = (count: number | undefined) => (count === undefined ? '–' : formatNumber(count))

/**
 * The number of steps that a plan would start today. With `past`, also shows the steps that the plan would have started
 * in that period.
 */
export function DryRunTable({ today, past }: { today: DelinquencyDryRun; past?: DelinquencySimulation | undefined }) {
  const rows: Row[] = [
    { label: 'Policies', today: today.policies, past: past?.policies },
    { label: 'Invoices', today: today.invoices, past: past?.invoices },
    { label: 'Reminders', today: today.reminders, past: past?.reminders },
    { label: 'Past-due notices', today: today.pastDueNotices, past: past?.pastDueNotices },
    { label: 'Notices of cancellation', today: today.cancellationNotices, past: past?.cancellationNotices },
    { label: 'Steps on hold', today: today.onHold },
    ...(past
      ? [
          { label: 'Notices rescinded by payment', past: past.rescinded },
          { label: 'Policies cancelled', past: past.cancelled },
        ]
      : []),
  ]
  const columns: SimpleColumn<Row>[] = [
    { heading: 'Step', cell: ({ label }) => label },
    { heading: 'Today', isNumber: true, cell: ({ today }) => formatCount(today) },
    ...(past
      ? [
          {
            heading: 'Last 90 days',
            isNumber: true,
            cell: ({ past }: Row) => formatCount(past),
          } satisfies SimpleColumn<Row>,
        ]
      : []),
  ]
  return <SimpleTable label="Number of steps" rows={rows} rowKey={({ label }) => label} columns={columns} />
}
