import { count, day, money } from '@tideline/web-kit/formats/format.ts'
import { DataTable, NumberInput, type RaRecord, required } from 'react-admin'

interface ColumnProps {
  source: string
  label: string
  /** Where the API knows no such order. */
  disableSort?: boolean
}

type Values = Readonly<Record<string, unknown>>

/** Shows a value of a row by the one formatter; what is not there is an empty cell. */
const shownBy =
  <Value,>(source: string, format: (value: Value) => string) =>
  (row: Values) =>
    row[source] === null || row[source] === undefined ? '' : format(row[source] as Value)

/** A column of dollars with two decimals. */
export const MoneyColumn = (column: ColumnProps) => (
  <DataTable.Col {...column} align="right" render={shownBy(column.source, money)} />
)

/** A column of how many. */
export const CountColumn = (column: ColumnProps) => (
  <DataTable.Col {...column} align="right" render={shownBy(column.source, count)} />
)

/** A column of calendar days or moments, MM/DD/YYYY; a day is the same whatever the reader's time zone. */
export const DayColumn = (column: ColumnProps) => (
  <DataTable.Col {...column} render={(row: Values) => day(row[column.source] as string | null)} />
)

/** Rows of one line; what is too wide scrolls. */
export const oneLine = { '& td, & th': { whiteSpace: 'nowrap', paddingX: 0.75 } }

const asPercent = (rate: number | null | undefined) =>
  rate === null || rate === undefined ? '' : Math.round(rate * 10_000) / 100
const asRate = (text: string) => (text === '' ? null : Math.round(Number(text) * 100) / 10_000)

/** A rate, typed in percent with two decimals, kept as a fraction. */
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

/** A US number of ten digits, with or without the country code, as the API takes it; other text is unchanged. */
export function parsePhone(text: string): string {
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(text.replace(/[\s().+-]/g, '')) ?? []
  return area ? `${area}-${exchange}-${line}` : text
}

/** What a record of an API collection has at least. */
export type Row = RaRecord
