import { createRequire } from 'node:module'
import { type ExtendedFeature, geoContains } from 'd3-geo'
import { feature } from 'topojson-client'

interface Zip {
  zip: string
  latitude: number
  longitude: number
  city: string
  state: string
}

const require = createRequire(import.meta.url)
const zipcodes = require('zipcodes') as { lookupByState: (state: string) => Zip[] }
/** A county outline. Its id is the county code, possibly without the leading zero. */
type County = ExtendedFeature & { id: string | number; properties: { name: string } }
const atlas = require('us-atlas/counties-10m.json')
const { features: counties } = feature(atlas, atlas.objects.counties) as unknown as { features: County[] }

/** State codes by the first two digits of the county code. */
const stateByFips: Record<string, string> = Object.fromEntries(
  '01AL 02AK 04AZ 05AR 06CA 08CO 09CT 10DE 11DC 12FL 13GA 15HI 16ID 17IL 18IN 19IA 20KS 21KY 22LA 23ME 24MD 25MA 26MI 27MN 28MS 29MO 30MT 31NE 32NV 33NH 34NJ 35NM 36NY 37NC 38ND 39OH 40OK 41OR 42PA 44RI 45SC 46SD 47TN 48TX 49UT 50VT 51VA 53WA 54WV 55WI 56WY 60AS 66GU 69MP 72PR 78VI'
    .split(' ')
    .map((pair) => [pair.slice(0, 2), pair.slice(2)]),
)

/** Returns every county of the atlas, with its state. */
export const getCounties = () =>
  counties.flatMap(({ id, properties }) => {
    const fips = String(id).padStart(5, '0')
    const state = stateByFips[fips.slice(0, 2)]
    return state ? [{ county_fips: fips, name: properties.name, state }] : []
  })

export interface DemoLocation {
  city: string
  state: string
  zip: string
  lat: number
  lng: number
  county: string
  countyFips: string
}

/** Returns real ZIP codes of a state and the county that contains the center of each one. Skips ZIP codes on water. */
export function getDemoLocations(state: string, count: number, pick: (below: number) => number): DemoLocation[] {
  const zips = zipcodes.lookupByState(state)
  const own = counties.filter(({ id }) => stateByFips[String(id).padStart(5, '0').slice(0, 2)] === state)
  const found: DemoLocation[] = []
  for (let tries = 0; found.length < count && tries < count * 10; tries++) {
    const zip = zips[pick(zips.length)]
    if (!zip) continue
    const county = own.find((shape) => geoContains(shape, [zip.longitude, zip.latitude]))
    if (!county) continue
    const { city, latitude: lat, longitude: lng } = zip
    const countyFips = String(county.id).padStart(5, '0')
    found.push({ city, state, zip: zip.zip, lat, lng, county: county.properties.name, countyFips })
  }
  return found
}

/** Returns a parcel of about 30 by 40 meters around a point as well-known text (WKT). */
export function createParcel(lat: number, lng: number): string {
  const [dy, dx] = [0.00018, 0.00016]
  const corners = [
    [lng - dx, lat - dy],
    [lng + dx, lat - dy],
    [lng + dx, lat + dy],
    [lng - dx, lat + dy],
    [lng - dx, lat - dy],
  ]
  return `POLYGON ((${corners.map((corner) => corner.map((degrees) => degrees.toFixed(6)).join(' ')).join(', ')}))`
}
