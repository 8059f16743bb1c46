import { DataTable, DateField, type RaRecord } from 'react-admin'

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

/** What a record of an API collection has at least. */
export type Row = RaRecord
