import { describe, expect, it } from 'vitest'
import {
  clampZoom,
  createProjection,
  defaultMapZoom,
  getMapCenter,
  getMapTiles,
  getScaleBar,
  getZoomToFit,
  type LngLat,
  parseParcelRings,
} from './map-geometry.ts'

const size = { width: 640, height: 450 }
const parcel = 'POLYGON((-82.4803 27.9298,-82.4797 27.9298,-82.4797 27.9302,-82.4803 27.9302,-82.4803 27.9298))'

describe('map zoom', () => {
  it('is limited to the range from 2 to 20 [C149]', () =>
    expect([1, 2, 19, 20, 21].map(clampZoom)).toEqual([2, 2, 19, 20, 20]))
  it('defaults to 19', () => expect(defaultMapZoom).toBe(19))
  it.each([
    ['a parcel of 430 px fills the map except for margins of 10 px', 430, 640 - 20, 18],
    ['a slightly taller parcel needs one zoom level less', 430.01, 620, 17],
    ['a slightly wider parcel needs one zoom level less', 430, 620.01, 17],
  ])('fits the map to a parcel: %s [C243]', (_, height, width, zoom) => {
    const { invert } = createProjection([-82.48, 27.93], 18, size)
    const corner = (side: -1 | 1) =>
      invert?.([size.width / 2 + (side * width) / 2, size.height / 2 + (side * height) / 2]) as LngLat
    // An offset of a hundredth of a millimeter, so that the projection's rounding does not matter.
    const [lng, lat] = corner(-1)
    expect(getZoomToFit([[lng + 1e-10, lat], corner(1)], size)).toBe(zoom)
  })
  it('is the maximum for a single point', () => expect(getZoomToFit([[-82.48, 27.93]], size)).toBe(20))
})

describe('parcel and map geometry', () => {
  it('reads a polygon with several rings [P143]', () => {
    const rings = parseParcelRings('POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 1))')
    expect(rings.map((ring) => ring.length)).toEqual([5, 4])
  })
  it('reads the rings of all pieces of a parcel', () => {
    expect(
      parseParcelRings(
        'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5), (5.1 5.1, 5.2 5.1, 5.2 5.2, 5.1 5.1)))',
      ),
    ).toHaveLength(3)
  })
  it.each([undefined, null, '', 'POINT(1 2)', 'POLYGON((a b))'])('reads no rings from %s [P143]', (text) => {
    expect(parseParcelRings(text)).toEqual([])
  })
  it('centers the map on the geocode, or on the parcel if there is no geocode', () => {
    expect(getMapCenter({ geocode: { lat: 27.93, lng: -82.48 }, polygon: parcel })).toEqual([-82.48, 27.93])
    const [lng = 0, lat = 0] = getMapCenter({ geocode: null, polygon: parcel }) ?? []
    expect(lng).toBeCloseTo(-82.48)
    expect(lat).toBeCloseTo(27.93)
    expect(getMapCenter({ geocode: null, polygon: null })).toBeUndefined()
  })
  it('keeps the center in the middle of the image at every zoom', () => {
    const [x = 0, y = 0] = createProjection([-82.48, 27.93], 19, size)([-82.48, 27.93]) ?? []
    expect([Math.round(x), Math.round(y)]).toEqual([320, 225])
  })
  it('shows a round number of feet or miles in the scale bar', () => {
    expect(getScaleBar([-82.48, 27.93], 19, 640).label).toMatch(/^(1|2|5)0*(\.\d+)? ft$/)
    expect(getScaleBar([-82.48, 27.93], 8, 640).label).toMatch(/mi$/)
  })
})

describe('map tile grid', () => {
  const template = 'https://tiles.example.com/{z}/{x}/{y}.png'
  it('covers the image around the location with tiles from the provider [P296]', () => {
    // The tile of Tampa at zoom 10, as all providers number it.
    const tiles = getMapTiles(template, [-82.48, 27.93], 10, size)
    expect(tiles.map(({ address }) => address)).toContain('https://tiles.example.com/10/277/429.png')
    expect(Math.min(...tiles.map(({ x }) => x))).toBeLessThanOrEqual(0)
    expect(Math.max(...tiles.map(({ x }) => x)) + 256).toBeGreaterThanOrEqual(size.width)
    expect(Math.min(...tiles.map(({ y }) => y))).toBeLessThanOrEqual(0)
    expect(Math.max(...tiles.map(({ y }) => y)) + 256).toBeGreaterThanOrEqual(size.height)
    expect(new Set(tiles.map(({ address }) => address)).size).toBe(tiles.length)
  })
  it('wraps around the world horizontally and ends at the poles', () => {
    const rows = getMapTiles('{y}', [179.9, 84.9], 2, size).map(({ address }) => Number(address))
    expect([Math.min(...rows), Math.max(...rows) < 4]).toEqual([0, true])
    const [row] = Map.groupBy(getMapTiles('{x}', [179.9, 0], 2, size), ({ y }) => y).values()
    expect(row?.map(({ address }) => Number(address))).toEqual([2, 3, 0, 1])
  })
})
