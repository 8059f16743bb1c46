import { DataTable, DateField, NumberInput, type RaRecord, required } from 'react-admin'

interface ColumnProps {
  source: string
  label: string
  /** Where the API knows no such order. */
  disableSort?: boolean
}

const money = { style: 'currency', currency: 'USD' } as const
const day = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const

/** A column of dollars with two decimals. */
export const MoneyColumn = (column: ColumnProps) => <DataTable.NumberCol {...column} options={money} locales="en-US" />

/** A column of calendar days, MM/DD/YYYY whatever the reader's time zone. */
export const DayColumn = (column: ColumnProps) => (
  <DataTable.Col {...column}>
    <DateField source={column.source} options={day} locales="en-US" emptyText="–" />
  </DataTable.Col>
)

/** Rows of one line; what is too wide scrolls. */
export const oneLine = { '& td, & th': { whiteSpace: 'nowrap', paddingX: 0.75 } }

export const percent = (rate: number) => rate.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 2 })

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

/** What a record of an API collection has at least. */
export type Row = RaRecord
