import { Stack, ToggleButton, ToggleButtonGroup } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { MonthFigures } from '@tideline/sdk'
import { getFiguresOptions } from '@tideline/sdk/query'
import { formatMoney, formatMonth, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Section } from '../../kit/records/Section.tsx'
import { SimpleTable } from '../../kit/tables/SimpleTable.tsx'
import { FiguresChart } from './FiguresChart.tsx'

type Measure = Exclude<keyof MonthFigures, 'month'>

const measures: Record<Measure, { name: string; shown: (value: number) => string }> = {
  premium: { name: 'Premium, fees and taxes', shown: formatMoney },
  newPolicies: { name: 'New business', shown: formatNumber },
  cancellations: { name: 'Cancellations', shown: formatNumber },
  collected: { name: 'Collections', shown: formatMoney },
  claims: { name: 'Claims', shown: formatNumber },
  commission: { name: 'Closed commission', shown: formatMoney },
}
const names = Object.keys(measures) as Measure[]

/**
 * Formats a month.
 *
 * @param firstDay the first day of the month, `YYYY-MM-DD`
 */
const monthName = (firstDay: string) =>
  formatMonth({ year: Number(firstDay.slice(0, 4)), month: Number(firstDay.slice(5, 7)) })

/** The figures of the last 12 months. The chart shows one measure; the table shows all of them. */
export function MonthlyFigures() {
  const [measure, setMeasure] = useState<Measure>('premium')
  const query = useQuery(getFiguresOptions({ client: api.client, query: { months: 12 } }))
  const rows = query.data ?? []
  const { name, shown } = measures[measure]
  return (
    <Section title="Last 12 months" query={query}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={measure}
        onChange={(_event, chosen: Measure | null) => chosen && setMeasure(chosen)}
        aria-label="Chart"
        sx={{ flexWrap: 'wrap', marginBottom: 2 }}
      >
        {names.map((name) => (
          <ToggleButton key={name} value={name}>
            {measures[name].name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {/* The table has too many columns for half of the page. */}
      <Stack spacing={2}>
        <FiguresChart
          name={name}
          format={shown}
          bars={rows.map((row) => ({ label: monthName(row.month), value: row[measure] }))}
        />
        <SimpleTable<MonthFigures>
          label="Figures by month"
          rows={[...rows].reverse()}
          rowKey={({ month }) => month}
          columns={[
            { heading: 'Month', cell: (row) => monthName(row.month) },
            ...names.map((name) => ({
              heading: measures[name].name,
              isNumber: true,
              cell: (row: MonthFigures) => measures[name].shown(row[name]),
            })),
          ]}
        />
      </Stack>
    </Section>
  )
}
