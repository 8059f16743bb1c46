import { formatDate, formatMoney, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { DataTable } from 'react-admin'

interface ColumnProps {
  source: string
  label: string
  /** True if the API cannot sort by this column. */
  disableSort?: boolean
}

type Values = Readonly<Record<string, unknown>>

/** Returns a renderer that formats a field of a row. A missing value renders as an empty cell. */
const renderFormatted =
  <Value,>(source: string, format: (value: Value) => string) =>
  (row: Values) =>
    row[source] === null || row[source] === undefined ? '' : format(row[source] as Value)

/** A column of dollar amounts with two decimals. */
export const MoneyColumn = (column: ColumnProps) => (
  <DataTable.Col {...column} align="right" render={renderFormatted(column.source, formatMoney)} />
)

export const CountColumn = (column: ColumnProps) => (
  <DataTable.Col {...column} align="right" render={renderFormatted(column.source, formatNumber)} />
)

/**
 * A column of dates, formatted as MM/DD/YYYY. Accepts dates and timestamps. Dates are not converted to the user's time
 * zone.
 */
export const DateColumn = (column: ColumnProps) => (
  <DataTable.Col {...column} render={(row: Values) => formatDate(row[column.source] as string | null)} />
)

/** The height of the app bar, below which the header of a list stays visible. */
const appBarPixels = 48

/** Style for rows that stay on one line, with a header that stays visible while the page scrolls. */
export const singleLineRowStyle = {
  '& td, & th': { whiteSpace: 'nowrap', paddingX: 0.75 },
  '& .RaDataTable-headerCell': { top: appBarPixels },
}
