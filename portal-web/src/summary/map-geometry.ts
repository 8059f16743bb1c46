import { wktToGeoJSON } from '@terraformer/wkt'
import type { AddressData } from '@tideline/sdk'
import { geoMercator } from 'd3-geo'

/** A location as longitude and latitude in degrees. */
export type LngLat = readonly [lng: number, lat: number]

export const mapZoomLimits = { min: 2, max: 20 }
export const defaultMapZoom = 19
/** The space in pixels around a polygon that is fitted into the map. */
const mapFitPadding = 10

/** Limits the zoom to 2 through 20 (UI-8). */
export const clampZoom = (zoom: number) => Math.min(mapZoomLimits.max, Math.max(mapZoomLimits.min, zoom))

const worldPx = 256

/**
 * Returns the Web Mercator projection of map tiles. The world is 256 px wide at zoom 0, and each zoom step doubles its
 * width.
 */
export const createProjection = ([lng, lat]: LngLat, zoom: number, size: { width: number; height: number }) =>
  geoMercator()
    .scale((worldPx * 2 ** zoom) / (2 * Math.PI))
    .center([lng, lat])
    .translate([size.width / 2, size.height / 2])
    .clipExtent([
      [-size.width, -size.height],
      [2 * size.width, 2 * size.height],
    ])

/** Returns the largest integer zoom at which all points and the padding fit into the map. */
export function getZoomToFit(points: readonly LngLat[], size: { width: number; height: number }) {
  const [first] = points
  if (!first) return defaultMapZoom
  const atZero = createProjection(first, 0, size)
  const projected = points.map(([lng, lat]): LngLat => atZero([lng, lat]) ?? [0, 0])
  const span = (axis: 0 | 1) => {
    const values = projected.map((point) => point[axis])
    return Math.max(...values) - Math.min(...values) || Number.EPSILON
  }
  const room = Math.min((size.width - 2 * mapFitPadding) / span(0), (size.height - 2 * mapFitPadding) / span(1))
  return clampZoom(Math.floor(Math.log2(room)))
}

/** Parses well-known text (WKT). Returns undefined if the text is invalid. */
function getShape(text: string) {
  try {
    return wktToGeoJSON(text)
  } catch {
    // The parser throws its own errors. The map is then shown without the parcel.
    return undefined
  }
}

/**
 * Returns the rings of a parcel, which can consist of several polygons. Each point is a longitude and a latitude.
 * Returns an empty list if the text contains no polygon.
 */
export function parseParcelRings(polygon: AddressData['polygon'] | undefined): LngLat[][] {
  const shape = polygon ? getShape(polygon) : undefined
  const pieces =
    shape?.type === 'Polygon' ? [shape.coordinates] : shape?.type === 'MultiPolygon' ? shape.coordinates : []
  return pieces.flat().map((ring) => ring.map(([lng = Number.NaN, lat = Number.NaN]): LngLat => [lng, lat]))
}

/**
 * Returns the center of the map: the geocode or, if there is none, the middle of the parcel. Returns undefined if both
 * are missing.
 */
export function getMapCenter(location: Pick<AddressData, 'geocode' | 'polygon'> | undefined): LngLat | undefined {
  if (location?.geocode) return [location.geocode.lng, location.geocode.lat]
  const [outer] = parseParcelRings(location?.polygon)
  if (!outer) return undefined
  const middle = (axis: 0 | 1) => {
    const values = outer.map((point) => point[axis])
    return (Math.max(...values) + Math.min(...values)) / 2
  }
  return [middle(0), middle(1)]
}

const feetPerDegree = 364_000

/**
 * Returns the label and pixel width of a scale bar. The bar's length is a round number and at most a fifth of the map's
 * width.
 */
export function getScaleBar([, lat]: LngLat, zoom: number, width: number) {
  const feetPerPx = (360 * feetPerDegree * Math.cos((lat * Math.PI) / 180)) / (worldPx * 2 ** zoom)
  const feet = (width / 5) * feetPerPx
  const [unit, perUnit] = feet > 5280 ? (['mi', 5280] as const) : (['ft', 1] as const)
  const magnitude = 10 ** Math.floor(Math.log10(feet / perUnit))
  const round = [5, 2, 1].find((step) => step * magnitude <= feet / perUnit) ?? 1
  const length = round * magnitude
  return { label: `${length} ${unit}`, px: (length * perUnit) / feetPerPx }
}

/** A map tile: its URL, and its position in an image with 256 pixels per tile. */
interface Tile {
  address: string
  x: number
  y: number
}

/**
 * Returns the tiles that cover an image around its center. `template` is a URL with {z}, {x}, and {y}. Tiles repeat to
 * the east and west, but not beyond the north and south edges of the map.
 */
export function getMapTiles(
  template: string,
  [lng, lat]: LngLat,
  zoom: number,
  size: { width: number; height: number },
): Tile[] {
  const count = 2 ** zoom
  // Centered on [0, 0], the projection returns world pixels.
  const world = worldPx * count
  const [east = 0, south = 0] = createProjection([0, 0], zoom, { width: world, height: world })([lng, lat]) ?? []
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
