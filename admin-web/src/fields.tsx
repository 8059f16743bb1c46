import { DataTable, DateField, type RaRecord } from 'react-admin'

const money = { style: 'currency', currency: 'USD' } as const
const day = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const

/** Rows of one line; what is too wide scrolls. */
export const oneLine = { '& td, & th': { whiteSpace: 'nowrap', paddingX: 0.75 } }

/** A column of dollars with two decimals. */
export const MoneyColumn = ({ source, label }: { source: string; label: string }) => (
  <DataTable.NumberCol source={source} label={label} options={money} locales="en-US" />
)

/** A column of calendar days, MM/DD/YYYY whatever the reader's time zone. */
export const DayColumn = ({ source, label }: { source: string; label: string }) => (
  <DataTable.Col source={source} label={label}>
    <DateField source={source} options={day} locales="en-US" emptyText="–" />
  </DataTable.Col>
)

export const percent = (rate: number) => rate.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 2 })

/** What a record of an API collection has at least. */
export type Row = RaRecord
