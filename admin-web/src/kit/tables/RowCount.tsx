import { Box, Typography } from '@mui/material'
import { formatMoney, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { type RaRecord, useListContext } from 'react-admin'
import type { ColumnElement } from './CardList.tsx'

const rowCountId = 'row-count'

/** Moves the focus to the number of rows above the list, for example after the toolbar of the selection has closed. */
export const focusRowCount = (): void => document.getElementById(rowCountId)?.focus()

interface RowCountProps {
  noun: readonly [string, string]
  /** The columns with amounts. */
  amounts: readonly ColumnElement[]
}

/**
 * The number of rows and the sums of the amounts on this page. The server stops counting at 10,000 if an exact count
 * would read the whole table.
 */
export function RowCount({ noun: [one, many], amounts }: RowCountProps) {
  const { total, data = [] } = useListContext()
  if (total === undefined) return null
  const howMany = `${formatNumber(total)}${total === 10_000 ? ' or more' : ''}`
  const sums = amounts.map(({ props: { source = '', label } }) => {
    // Sums cents, because dollars are not exact.
    const cents = data.reduce((sum: number, row: RaRecord) => sum + Math.round(Number(row[source] ?? 0) * 100), 0)
    return { label: String(label), amount: formatMoney(cents / 100) }
  })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, paddingX: 2, paddingY: 1, color: 'text.secondary' }}>
      <Typography role="status" variant="body2" id={rowCountId} tabIndex={-1}>
        {howMany} {total === 1 ? one : many}
      </Typography>
      {data.length > 1 && sums.length > 0 ? (
        <Typography variant="body2" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          This page: {sums.map(({ label, amount }) => `${label} ${amount}`).join(', ')}
        </Typography>
      ) : null}
    </Box>
  )
}
