import { wktToGeoJSON } from '@terraformer/wkt'
import type { AddressData } from '@tideline/sdk'
import { geoMercator } from 'd3-geo'

/** A place as longitude and latitude in degrees. */
export type Point = readonly [lng: number, lat: number]

export const zoomLimits = { min: 2, max: 20 }
export const defaultZoom = 19
/** Pixels left free around a polygon that is fitted. */
export const fitPadding = 10

/** Zoom stays between 2 and 20 (UI-8). */
export const clampZoom = (zoom: number) => Math.min(zoomLimits.max, Math.max(zoomLimits.min, zoom))

const worldPx = 256

/** Web Mercator as map tiles use it: the world is 256 px wide at zoom 0 and doubles with each step. */
export const projectionAt = ([lng, lat]: Point, zoom: number, size: { width: number; height: number }) =>
  geoMercator()
    .scale((worldPx * 2 ** zoom) / (2 * Math.PI))
    .center([lng, lat])
    .translate([size.width / 2, size.height / 2])
    .clipExtent([
      [-size.width, -size.height],
      [2 * size.width, 2 * size.height],
    ])

/** The whole zoom step at which all points fit with the padding around them. */
export function fitZoom(points: readonly Point[], size: { width: number; height: number }) {
  const [first] = points
  if (!first) return defaultZoom
  const atZero = projectionAt(first, 0, size)
  const projected = points.map(([lng, lat]): Point => atZero([lng, lat]) ?? [0, 0])
  const span = (axis: 0 | 1) => {
    const values = projected.map((point) => point[axis])
    return Math.max(...values) - Math.min(...values) || Number.EPSILON
  }
  const room = Math.min((size.width - 2 * fitPadding) / span(0), (size.height - 2 * fitPadding) / span(1))
  return clampZoom(Math.floor(Math.log2(room)))
}

/** The shape of a well-known text; nothing for a text that is none. */
function getShape(text: string) {
  try {
    return wktToGeoJSON(text)
  } catch {
    // The library's parser throws its own words; a map without the parcel is what is left.
    return undefined
  }
}

/** The rings of a parcel, of one piece or several, longitude first; a text that is no polygon gives none. */
export function getRings(polygon: AddressData['polygon'] | undefined): Point[][] {
  const shape = polygon ? getShape(polygon) : undefined
  const pieces =
    shape?.type === 'Polygon' ? [shape.coordinates] : shape?.type === 'MultiPolygon' ? shape.coordinates : []
  return pieces.flat().map((ring) => ring.map(([lng = Number.NaN, lat = Number.NaN]): Point => [lng, lat]))
}

/** Where the map is centred: the geocode, else the middle of the parcel, else nowhere. */
export function getCenter(location: Pick<AddressData, 'geocode' | 'polygon'> | undefined): Point | undefined {
  if (location?.geocode) return [location.geocode.lng, location.geocode.lat]
  const [outer] = getRings(location?.polygon)
  if (!outer) return undefined
  const middle = (axis: 0 | 1) => {
    const values = outer.map((point) => point[axis])
    return (Math.max(...values) + Math.min(...values)) / 2
  }
  return [middle(0), middle(1)]
}

const feetPerDegree = 364_000

/** A round length for the scale bar, about a fifth of the map wide, with its width in pixels. */
export function scaleBar([, lat]: Point, zoom: number, width: number) {
  const feetPerPx = (360 * feetPerDegree * Math.cos((lat * Math.PI) / 180)) / (worldPx * 2 ** zoom)
  const feet = (width / 5) * feetPerPx
  const [unit, perUnit] = feet > 5280 ? (['mi', 5280] as const) : (['ft', 1] as const)
  const magnitude = 10 ** Math.floor(Math.log10(feet / perUnit))
  const round = [5, 2, 1].find((step) => step * magnitude <= feet / perUnit) ?? 1
  const length = round * magnitude
  return { label: `${length} ${unit}`, px: (length * perUnit) / feetPerPx }
}

/** A tile of a map: where it is fetched, and where it lies in a picture of 256 pixels a tile. */
interface Tile {
  address: string
  x: number
  y: number
}

/**
 * The tiles that cover a picture around its centre. `template` has {z}, {x} and {y}, as map providers write their
 * addresses; the world repeats to the east and west and ends to the north and south.
 */
export function getTiles(
  template: string,
  [lng, lat]: Point,
  zoom: number,
  size: { width: number; height: number },
): Tile[] {
  const count = 2 ** zoom
  // Around the null point the projection gives world pixels.
  const world = worldPx * count
  const [east = 0, south = 0] = projectionAt([0, 0], zoom, { width: world, height: world })([lng, lat]) ?? []
  const left = east - size.width / 2
  const top = south - size.height / 2
  const range = (from: number, length: number) => {
    const first = Math.floor(from / worldPx)
    return Array.from({ length: Math.floor((from + length) / worldPx) - first + 1 }, (_, index) => first + index)
  }
  return range(top, size.height)
    .filter((row) => row >= 0 && row < count)
    .flatMap((row) =>
      range(left, size.width).map((column) => ({
        address: template
          .replaceAll('{z}', String(zoom))
          .replaceAll('{x}', String(((column % count) + count) % count))
          .replaceAll('{y}', String(row)),
        x: column * worldPx - left,
        y: row * worldPx - top,
      })),
    )
}
