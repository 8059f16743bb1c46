import { Box, ToggleButton, ToggleButtonGroup, useTheme } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { MonthFigures } from '@tideline/sdk'
import { getFiguresOptions } from '@tideline/sdk/query'
import { formatMoney, formatMonth, formatNumber, formatShortCount } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { Section } from '../../kit/records/Section.tsx'
import { SimpleTable } from '../../kit/tables/SimpleTable.tsx'
import { typeScale } from '../../kit/tokens.ts'

type Measure = Exclude<keyof MonthFigures, 'month'>

const measures: Record<Measure, { name: string; shown: (value: number) => string }> = {
  premium: { name: 'Premium, fees and taxes', shown: formatMoney },
  newPolicies: { name: 'New business', shown: formatNumber },
  cancellations: { name: 'Cancellations', shown: formatNumber },
  collected: { name: 'Collections', shown: formatMoney },
}
const names = Object.keys(measures) as Measure[]

/**
 * Formats a month.
 *
 * @param firstDay the first day of the month, `YYYY-MM-DD`
 */
const monthName = (firstDay: string) =>
  formatMonth({ year: Number(firstDay.slice(0, 4)), month: Number(firstDay.slice(5, 7)) })

function Chart({ rows, measure }: { rows: MonthFigures[]; measure: Measure }) {
  const { palette } = useTheme()
  const { name, shown } = measures[measure]
  const axis = { stroke: palette.text.secondary, fontSize: typeScale.chip.fontSize, tickLine: false } as const
  return (
    // Hides the chart from screen readers, which read the table instead.
    <Box aria-hidden="true" sx={{ height: 300, minWidth: 0 }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={rows} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke={palette.divider} />
          <XAxis dataKey="month" tickFormatter={monthName} {...axis} />
          <YAxis tickFormatter={formatShortCount} width={56} {...axis} />
          <Tooltip
            cursor={{ fill: palette.action.hover }}
            labelFormatter={(month) => monthName(String(month))}
            formatter={(value) => [shown(Number(value)), name]}
            contentStyle={{
              background: palette.background.paper,
              borderColor: palette.divider,
              color: palette.text.primary,
            }}
          />
          <Bar dataKey={measure} fill={palette.primary.main} isAnimationActive={false} radius={[3, 3, 0, 0]} />
        </BarChart>
      </ResponsiveContainer>
    </Box>
  )
}

/**
 * Monthly premium, new business, cancellations and collections. The chart shows one measure; the table shows all four.
 */
export default function MonthlyFigures() {
  const [measure, setMeasure] = useState<Measure>('premium')
  const query = useQuery(getFiguresOptions({ client: api.client, query: { months: 12 } }))
  const rows = query.data ?? []
  return (
    <Section title="Last 12 months" query={query}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={measure}
        onChange={(_event, chosen: Measure | null) => chosen && setMeasure(chosen)}
        aria-label="Drawn"
        sx={{ flexWrap: 'wrap', marginBottom: 2 }}
      >
        {names.map((name) => (
          <ToggleButton key={name} value={name}>
            {measures[name].name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box
        sx={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        <Chart rows={rows} measure={measure} />
        <Box sx={{ overflowX: 'auto' }}>
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
        </Box>
      </Box>
    </Section>
  )
}
