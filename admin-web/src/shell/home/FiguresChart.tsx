import { Box, useTheme } from '@mui/material'
import { formatShortCount } from '@tideline/web-kit/formats/format.ts'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { typeScale } from '../../kit/tokens.ts'

interface FiguresBar {
  label: string
  value: number
}

interface FiguresChartProps {
  bars: readonly FiguresBar[]
  /** The name of the values, shown in the tooltip. */
  name: string
  format: (value: number) => string
}

/** A bar chart of labeled values. A table next to it must show the same values for screen readers. */
export function FiguresChart({ bars, name, format }: FiguresChartProps) {
  const { palette } = useTheme()
  const axis = { stroke: palette.text.secondary, fontSize: typeScale.chip.fontSize, tickLine: false } as const
  return (
    <Box aria-hidden="true" sx={{ height: 300, minWidth: 0 }}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...bars]} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke={palette.divider} />
          <XAxis dataKey="label" {...axis} />
          <YAxis tickFormatter={formatShortCount} width={56} {...axis} />
          <Tooltip
            cursor={{ fill: palette.action.hover }}
            formatter={(value) => [format(Number(value)), name]}
            contentStyle={{
              background: palette.background.paper,
              borderColor: palette.divider,
              color: palette.text.primary,
            }}
          />
          <Bar dataKey="value" fill={palette.primary.main} isAnimationActive={false} radius={[3, 3, 0, 0]} />
        </BarChart>
      </ResponsiveContainer>
    </Box>
  )
}

/** A chart with its table beside it, or below it on narrow screens. */
export const chartAndTableStyle = {
  display: 'grid',
  gap: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
} as const
