import { Box, Button, MenuItem, TextField, useTheme } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { CountyFigures } from '@tideline/sdk'
import { listCountyFiguresOptions } from '@tideline/sdk/query'
import { formatMoney, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { getStateOutline } from '@tideline/web-kit/maps/county-outline.ts'
import { getStateShapes } from '@tideline/web-kit/maps/draw-state.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Section } from '../../kit/records/Section.tsx'
import { SimpleTable } from '../../kit/tables/SimpleTable.tsx'
import { chartAndTableStyle } from './FiguresChart.tsx'

const size = { width: 440, height: 340 }
const rowsPerPage = 10

const describe = ({ county, policies, premium }: CountyFigures) =>
  `${county}: ${formatNumber(policies)} ${policies === 1 ? 'policy' : 'policies'}, ${formatMoney(premium)}`

/** A map of a state. The darker a county, the larger its premium. The table beside it has the same values. */
function CountyPremiumMap({ rows, state }: { rows: readonly CountyFigures[]; state: string }) {
  const { data } = useQuery(getStateOutline(rows[0]?.countyFips))
  const { palette } = useTheme()
  if (!data) return <Box sx={{ height: size.height }} />
  const largest = Math.max(...rows.map(({ premium }) => premium))
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={`Map of ${state}: premium in force by county`}
      style={{ display: 'block', width: '100%', maxHeight: size.height }}
    >
      {getStateShapes(data, size).map(({ fips, d }) => {
        const row = rows.find(({ countyFips }) => countyFips === fips)
        return (
          <path
            key={fips}
            d={d}
            fill={row ? palette.primary.main : palette.action.hover}
            fillOpacity={row ? 0.25 + 0.75 * (largest === 0 ? 0 : row.premium / largest) : 1}
            stroke={palette.text.secondary}
            strokeWidth={0.5}
          >
            {row ? <title>{describe(row)}</title> : null}
          </path>
        )
      })}
    </svg>
  )
}

/** Returns the states in the order of their first county. The county with the largest premium comes first. */
const getStates = (rows: readonly CountyFigures[]) => [...new Set(rows.map(({ state }) => state))]

/** Policies in force by county, as a map of one state with a table. */
export function CountySection() {
  const query = useQuery(listCountyFiguresOptions({ client: api.client }))
  const [chosen, setChosen] = useState<string>()
  const [shown, setShown] = useState(rowsPerPage)
  const all = query.data ?? []
  const states = getStates(all)
  const state = chosen ?? states[0] ?? ''
  const rows = all.filter((row) => row.state === state)
  const left = rows.length - shown
  const choose = (next: string) => {
    setChosen(next)
    setShown(rowsPerPage)
  }
  return (
    <Section
      title="Policies in force by county"
      query={query}
      empty={query.data && all.length === 0 ? 'No policies are in force.' : undefined}
    >
      <TextField
        select
        label="State"
        value={state}
        onChange={(change) => choose(change.target.value)}
        size="small"
        fullWidth={false}
        sx={{ width: '8rem', marginBottom: 2 }}
      >
        {states.toSorted().map((one) => (
          <MenuItem key={one} value={one}>
            {one}
          </MenuItem>
        ))}
      </TextField>
      <Box sx={chartAndTableStyle}>
        <CountyPremiumMap rows={rows} state={state} />
        <Box sx={{ minWidth: 0 }}>
          <SimpleTable<CountyFigures>
            label={`Policies in force in ${state}`}
            rows={rows.slice(0, shown)}
            rowKey={({ countyFips }) => countyFips}
            columns={[
              { heading: 'County', cell: ({ county }) => county },
              { heading: 'Policies', isNumber: true, cell: ({ policies }) => formatNumber(policies) },
              { heading: 'Premium', isNumber: true, cell: ({ premium }) => formatMoney(premium) },
            ]}
          />
          {left > 0 ? (
            <Button size="small" onClick={() => setShown(rows.length)}>
              Show {formatNumber(left)} more
            </Button>
          ) : null}
        </Box>
      </Box>
    </Section>
  )
}
