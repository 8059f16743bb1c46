import { formatDate, formatMoney, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { DataTable, NumberInput, type RaRecord, required } from 'react-admin'

interface ColumnProps {
  source: string
  label: string
  /** Whether the API cannot sort by this column. */
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

/** The style of rows that stay on one line. Wide content scrolls. */
export const singleLineRowStyle = { '& td, & th': { whiteSpace: 'nowrap', paddingX: 0.75 } }

const asPercent = (rate: number | null | undefined) =>
  rate === null || rate === undefined ? '' : Math.round(rate * 10_000) / 100
const asRate = (text: string) => (text === '' ? null : Math.round(Number(text) * 100) / 10_000)

/** An input for a rate in percent with two decimals. Its value is a fraction. */
export const RateInput = ({ source, label }: { source: string; label: string }) => (
  <NumberInput
    source={source}
    label={label}
    min={0}
    max={100}
    step={0.01}
    format={asPercent}
    parse={asRate}
    validate={required()}
  />
)

/** Formats a ten-digit US phone number, with or without country code, for the API. Returns any other text unchanged. */
export function parsePhone(text: string): string {
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(text.replace(/[\s().+-]/g, '')) ?? []
  return area ? `${area}-${exchange}-${line}` : text
}

/** The fields that every record of an API collection has. */
export type ApiRecord = RaRecord
