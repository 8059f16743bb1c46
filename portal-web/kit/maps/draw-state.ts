import { type ExtendedFeatureCollection, geoMercator, geoPath } from 'd3-geo'

/** A county as a map of its state shows it. */
export interface CountyShape {
  fips: string
  /** What `<path d>` takes. */
  d: string
}

/** The counties of a state (`getStateOutline`), as large as a picture of that many pixels allows. */
export function drawState(counties: ExtendedFeatureCollection, size: { width: number; height: number }): CountyShape[] {
  // The seam of the map lies far from every state: Alaska reaches over the day line.
  const projection = geoMercator().rotate([98, 0])
  const draw = geoPath(projection.fitSize([size.width, size.height], counties))
  return counties.features.map((shape) => ({ fips: String(shape.id), d: draw(shape) ?? '' }))
}
