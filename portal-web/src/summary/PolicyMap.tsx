import { useQuery } from '@tanstack/react-query'
import type { AddressData } from '@tideline/sdk'
import { getCountyOutline } from '@tideline/web-kit/maps/county-outline.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { geoPath } from 'd3-geo'
import { useState } from 'react'
import {
  clampZoom,
  createProjection,
  defaultMapZoom,
  getMapCenter,
  getMapTiles,
  getScaleBar,
  getZoomToFit,
  mapZoomLimits,
  parseParcelRings,
} from './map-geometry.ts'
import './policy-map.css'

interface PolicyMapProps {
  location: Pick<AddressData, 'geocode' | 'polygon'> | undefined
  countyFips?: string | null | undefined
  /** The map's text alternative for screen readers. */
  label: string
  /** Height in pixels; 450 on the policy page. */
  height?: number
  zoom?: number
  /** False for read-only users, who can view the map but not zoom it. */
  canAct?: boolean
  /** True to show the scale bar. A small map has no space for it. */
  hasScale?: boolean
}

const width = 640

/**
 * Map of the parcel on labeled satellite imagery (hybrid) from the configured provider. Without a provider, draws the
 * county instead.
 */
export function PolicyMap(props: PolicyMapProps) {
  const { location, countyFips, label, height = 450, zoom: firstZoom = defaultMapZoom } = props
  const { canAct = true, hasScale = true } = props
  const [zoom, setZoom] = useState(clampZoom(firstZoom))
  const { imageryUrl, tileUrl, attribution } = useSettings().map
  const { data: county } = useQuery(getCountyOutline(countyFips))
  const centre = getMapCenter(location)
  if (!centre)
    return (
      <div className="map map-without" style={{ height }}>
        <p className="map-without-title">Could not display map</p>
        <p className="muted">We were unable to retrieve the coordinates for this location</p>
      </div>
    )
  const size = { width, height }
  const project = createProjection(centre, zoom, size)
  const rings = parseParcelRings(location?.polygon)
  const parcel = rings
    .map((ring) => `M${ring.map(([lng, lat]) => (project([lng, lat]) ?? []).join(' ')).join('L')}Z`)
    .join('')
  const scale = getScaleBar(centre, zoom, width)
  const [outer] = rings
  const layers = [imageryUrl, tileUrl].filter((template) => template !== null)
  return (
    <figure className="map" style={{ height }}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid slice" role="img" aria-label={label}>
        <defs>
          <pattern id="map-grid" width="40" height="40" patternUnits="userSpaceOnUse">
            <path d="M40 0H0V40" className="map-grid" />
          </pattern>
        </defs>
        <rect width={width} height={height} className="map-ground" />
        {county && <path d={geoPath(project)(county) ?? ''} className="map-county" />}
        <rect width={width} height={height} fill="url(#map-grid)" />
        {layers.flatMap((template) =>
          getMapTiles(template, centre, zoom, size).map(({ address, x, y }) => (
            <image key={`${address} ${x}`} href={address} x={x} y={y} width={256} height={256} />
          )),
        )}
        {parcel && <path d={parcel} className="map-parcel" fillRule="evenodd" />}
        <g transform={`translate(${width / 2} ${height / 2})`} className="map-marker">
          <path d="M0 0C-9 -14 -13 -19 -13 -26a13 13 0 0 1 26 0c0 7-4 12-13 26Z" />
          <circle cy="-26" r="5" />
        </g>
      </svg>
      {hasScale && (
        <span className="map-scale" style={{ width: scale.px }}>
          {scale.label}
        </span>
      )}
      {layers.length > 0 && attribution && <figcaption className="map-attribution">{attribution}</figcaption>}
      {canAct && (
        <fieldset className="map-controls" aria-label="Map zoom">
          <button
            type="button"
            aria-label="Zoom in"
            disabled={zoom === mapZoomLimits.max}
            onClick={() => setZoom(zoom + 1)}
          >
            <Icon name="plus" />
          </button>
          <button
            type="button"
            aria-label="Zoom out"
            disabled={zoom === mapZoomLimits.min}
            onClick={() => setZoom(zoom - 1)}
          >
            <Icon name="minus" />
          </button>
          {outer && (
            <button type="button" aria-label="Fit the property" onClick={() => setZoom(getZoomToFit(outer, size))}>
              <Icon name="fit" />
            </button>
          )}
        </fieldset>
      )}
    </figure>
  )
}
