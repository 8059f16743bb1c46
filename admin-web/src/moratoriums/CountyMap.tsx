import { Skeleton } from '@mui/material'
import { useTheme } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import type { County } from '@tideline/sdk'
import { getStateOutline } from '@tideline/web-kit/maps/county-outline.ts'
import { getStateShapes } from '@tideline/web-kit/maps/draw-state.ts'

const size = { width: 440, height: 340 }

/**
 * A map of a state's counties. Clicking a county selects it or clears the selection. Keyboard and screen reader users
 * can use the list next to the map.
 */
export function CountyMap(props: {
  counties: readonly County[]
  chosen: readonly string[]
  toggle: (fips: string) => void
}) {
  const { counties, chosen, toggle } = props
  const [first] = counties
  const { data, isLoading } = useQuery(getStateOutline(first?.countyFips))
  const { palette } = useTheme()
  if (isLoading)
    return <Skeleton variant="rounded" height={size.height} role="progressbar" aria-label="Loading the map" />
  if (!first || !data || data.features.length === 0) return null
  const here = counties.filter(({ countyFips }) => chosen.includes(countyFips))
  return (
    <svg
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={`Map of ${first.state}: ${here.length} of ${counties.length} counties chosen`}
      style={{ display: 'block', width: '100%', maxHeight: size.height }}
    >
      {getStateShapes(data, size).map(({ fips, d }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users select counties with the checkboxes of the list
        <path
          key={fips}
          d={d}
          fill={chosen.includes(fips) ? palette.primary.main : palette.action.hover}
          stroke={palette.text.secondary}
          strokeWidth={0.5}
          style={{ cursor: 'pointer' }}
          onClick={() => toggle(fips)}
        >
          <title>{counties.find(({ countyFips }) => countyFips === fips)?.county ?? fips}</title>
        </path>
      ))}
    </svg>
  )
}
