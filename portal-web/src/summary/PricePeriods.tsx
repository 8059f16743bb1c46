import type { PricePeriod } from '@tideline/sdk'
import { count, day, money } from '@tideline/web-kit/formats/format.ts'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'

interface PricePeriodsProps {
  periods: readonly PricePeriod[]
  /** Dollars that stay with the term, so that it keeps what it has to (PRI-3). */
  minimumEarned: number
  /** What these dollars are called. */
  minimumLabel: string
  /** The amounts are what goes back, above zero; otherwise what is charged. */
  isReturn?: boolean
}

const rateOf = ({ yearlyBefore, yearlyAfter }: PricePeriod, isReturn: boolean) =>
  isReturn || yearlyBefore === yearlyAfter
    ? money(yearlyBefore)
    : `${money(yearlyAfter)} instead of ${money(yearlyBefore)}`

/**
 * How a change of the term's premium comes about: the days that it counts for, what a year of them costs, and what that makes
 * (PRI-1). Nothing where it does not go by days.
 */
export function PricePeriods({ periods, minimumEarned, minimumLabel, isReturn = false }: PricePeriodsProps) {
  if (periods.length === 0) return null
  const sign = isReturn ? -1 : 1
  const byDays = periods.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
  return (
    <section aria-label="How the premium comes about">
      <h3>How the premium comes about</h3>
      <Table
        caption="Days and what they cost"
        rows={periods}
        rowKey={({ from }) => from}
        columns={[
          {
            key: 'days',
            header: 'Days',
            isRowHeader: true,
            cell: ({ from, through }) => (from === through ? day(from) : `${day(from)} to ${day(through)}`),
          },
          { key: 'count', header: 'How many', cell: ({ days }) => count(days), isNumber: true },
          { key: 'rate', header: 'A year costs', cell: (period) => rateOf(period, isReturn) },
          {
            key: 'amount',
            header: isReturn ? 'Goes back' : 'Premium',
            cell: ({ amount }) => money(sign * amount),
            isNumber: true,
          },
        ]}
      />
      <Facts
        facts={[
          {
            label: minimumLabel,
            value: minimumEarned ? money(sign * minimumEarned) : undefined,
            isNumber: true,
          },
          {
            label: isReturn ? 'Premium that goes back' : 'Premium of these days',
            value: money(sign * (byDays + minimumEarned)),
            isNumber: true,
            isTotal: true,
          },
        ]}
      />
    </section>
  )
}
