import { type ExtendedFeatureCollection, geoMercator, geoPath } from 'd3-geo'

/** The shape of a county on a state map. */
export interface CountyShape {
  fips: string
  /** The `d` attribute of an SVG path. */
  d: string
}

/**
 * Returns the shapes of a state's counties, scaled to fit an image of the given size in pixels. `counties` comes from
 * `getStateOutline`.
 */
export function getStateShapes(
  counties: ExtendedFeatureCollection,
  size: { width: number; height: number },
): CountyShape[] {
  // Rotates the projection so that its edge is far from every state. Alaska extends past the 180th meridian.
  const projection = geoMercator().rotate([98, 0])
  const draw = geoPath(projection.fitSize([size.width, size.height], counties))
  return counties.features.map((shape) => ({ fips: String(shape.id), d: draw(shape) ?? '' }))
}
