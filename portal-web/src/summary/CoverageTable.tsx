import type { PolicyTransaction } from '@tideline/sdk'
import { formatMoneyOrDash, formatWholeDollars } from '@tideline/web-kit/formats/format.ts'
import { type Coverage, getCoverages } from '@tideline/web-kit/labels/coverages.ts'
import { Table } from '@tideline/web-kit/ui/Table.tsx'

/** Table of coverages with their limits and premiums, followed by the deductible. */
export function CoverageTable({ transaction }: { transaction: PolicyTransaction }) {
  const { deductible, deductibleAdjustment } = transaction
  const rows: Coverage[] = [
    ...getCoverages(transaction),
    ...(deductible
      ? [
          {
            name: 'Deductible',
            limit: formatWholeDollars(deductible),
            premium: formatMoneyOrDash(deductibleAdjustment),
          },
        ]
      : []),
  ]
  return (
    <Table
      caption="Coverages"
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', header: 'Coverage', cell: ({ name }) => name, isRowHeader: true },
        { key: 'limit', header: 'Limit', cell: ({ limit }) => limit, isNumber: true },
        { key: 'premium', header: 'Premium', cell: ({ premium }) => premium, isNumber: true },
      ]}
    />
  )
}
