import { useMediaQuery, useTheme } from '@mui/material'
import type { CommissionMonthAgency } from '@tideline/sdk'
import { formatMoney, formatShortMoney } from '@tideline/web-kit/formats/format.ts'
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { typeScale } from '../kit/tokens.ts'

const rowPixels = 44
/** Shortens a name so that it fits on two lines next to the bars. The table shows the full name. */
const shortName = (name: string) => (name.length > 40 ? `${name.slice(0, 39)}…` : name)

/**
 * A bar chart with two bars per agency: this month and the previous month. The table next to it has the same data for
 * screen readers.
 */
export default function MonthComparisonChart({
  agencies,
  names,
}: {
  agencies: CommissionMonthAgency[]
  names: [string, string]
}) {
  const { palette, breakpoints } = useTheme()
  const isPhone = useMediaQuery(breakpoints.down('sm'))
  const nameOf = (no: string) => agencies.find(({ agencyNo }) => agencyNo === no)?.agencyName ?? no
  const [now, before] = names
  const ink = { fill: palette.text.secondary, fontSize: typeScale.chip.fontSize }
  return (
    <ResponsiveContainer width="100%" height={agencies.length * rowPixels + 70}>
      <BarChart data={agencies} layout="vertical" margin={{ left: 0, right: 16 }} accessibilityLayer={false}>
        <CartesianGrid horizontal={false} stroke={palette.divider} />
        <XAxis type="number" tickFormatter={formatShortMoney} tick={ink} stroke={palette.divider} />
        <YAxis
          type="category"
          dataKey="agencyNo"
          width={isPhone ? 64 : 208}
          tick={ink}
          tickFormatter={(no: string) => (isPhone ? no : shortName(nameOf(no)))}
          stroke={palette.divider}
        />
        <Tooltip
          formatter={(dollars) => formatMoney(Number(dollars))}
          labelFormatter={(no) => nameOf(String(no))}
          cursor={{ fill: palette.action.hover }}
          contentStyle={{ background: palette.background.paper, borderColor: palette.divider }}
        />
        <Legend itemSorter={null} formatter={(name) => <span style={{ color: palette.text.primary }}>{name}</span>} />
        <Bar dataKey="total" name={now} fill={palette.primary.main} isAnimationActive={false} />
        <Bar
          dataKey="previousTotal"
          name={before}
          fill={palette.text.secondary}
          fillOpacity={0.75}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  )
}
