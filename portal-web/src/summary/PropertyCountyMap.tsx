import { useQuery } from '@tanstack/react-query'
import type { PolicyTransaction } from '@tideline/sdk'
import { getCountyLabel, getCountyName } from '@tideline/web-kit/labels/labels.ts'
import { getStateOutline } from '@tideline/web-kit/maps/county-outline.ts'
import { getStateShapes } from '@tideline/web-kit/maps/draw-state.ts'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { useMemo } from 'react'
import './state-map.css'

const size = { width: 240, height: 180 }

/** State map with the property's county filled in (UI-8). Renders nothing for an unknown county. */
export function PropertyCountyMap({ of: { countyFips, county, state } }: { of: PolicyTransaction }) {
  const { data: counties, isLoading } = useQuery(getStateOutline(countyFips))
  const shapes = useMemo(() => counties && getStateShapes(counties, size), [counties])
  if (isLoading) return <Skeleton height={size.height} label="Loading the state" />
  if (!shapes || shapes.length === 0) return null
  return (
    <svg
      className="state-map"
      viewBox={`0 0 ${size.width} ${size.height}`}
      role="img"
      aria-label={`${getCountyName(county)} ${getCountyLabel(state)} in ${state}`}
    >
      {shapes.map(({ fips, d }) => (
        <path key={fips} d={d} data-here={fips === countyFips ? '' : undefined} />
      ))}
    </svg>
  )
}
