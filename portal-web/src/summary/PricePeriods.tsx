import type { PricePeriod } from '@tideline/sdk'
import { formatDate, formatMoney, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'

interface PricePeriodsProps {
  periods: readonly PricePeriod[]
  /** Amount in dollars that is retained to meet the minimum earned premium (PRI-3). */
  minimumEarned: number
  /** Label for the retained amount. */
  minimumLabel: string
  /** True if the amounts are return premium, shown as positive numbers. By default, they are charges. */
  isReturn?: boolean
}

const getRate = ({ yearlyBefore, yearlyAfter }: PricePeriod, isReturn: boolean) =>
  isReturn || yearlyBefore === yearlyAfter
    ? formatMoney(yearlyBefore)
    : `${formatMoney(yearlyAfter)} instead of ${formatMoney(yearlyBefore)}`

/**
 * Shows how a premium change was calculated: each period with its annual premium and amount (PRI-1). Renders nothing if
 * the change is not pro rata.
 */
export function PricePeriods({ periods, minimumEarned, minimumLabel, isReturn = false }: PricePeriodsProps) {
  if (periods.length === 0) return null
  const sign = isReturn ? -1 : 1
  const byDays = periods.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
  return (
    <section aria-label="How your premium is calculated">
      <h3>How your premium is calculated</h3>
      <Table
        caption="Premium by period"
        rows={periods}
        rowKey={({ from }) => from}
        columns={[
          {
            key: 'days',
            header: 'Period',
            isRowHeader: true,
            cell: ({ from, through }) =>
              from === through ? formatDate(from) : `${formatDate(from)} to ${formatDate(through)}`,
          },
          { key: 'count', header: 'Days', cell: ({ days }) => formatNumber(days), isNumber: true },
          { key: 'rate', header: 'Annual premium', cell: (period) => getRate(period, isReturn) },
          {
            key: 'amount',
            header: isReturn ? 'Returned' : 'Premium',
            cell: ({ amount }) => formatMoney(sign * amount),
            isNumber: true,
          },
        ]}
      />
      <DetailList
        facts={[
          {
            label: minimumLabel,
            value: minimumEarned ? formatMoney(sign * minimumEarned) : undefined,
            isNumber: true,
          },
          {
            label: isReturn ? 'Returned premium' : 'Premium for these periods',
            value: formatMoney(sign * (byDays + minimumEarned)),
            isNumber: true,
            isTotal: true,
          },
        ]}
      />
    </section>
  )
}
