import tzLookup from '@photostructure/tz-lookup'

/** Main time zones of the states outside Eastern time. The main time zone covers most of the state's residents. */
const zones: Record<string, readonly string[]> = {
  'America/Chicago': ['AL', 'AR', 'IA', 'IL', 'KS', 'LA', 'MN', 'MO', 'MS', 'ND', 'NE', 'OK', 'SD', 'TN', 'TX', 'WI'],
  'America/Denver': ['CO', 'ID', 'MT', 'NM', 'UT', 'WY'],
  'America/Phoenix': ['AZ'],
  'America/Los_Angeles': ['CA', 'NV', 'OR', 'WA'],
  'America/Anchorage': ['AK'],
  'America/Puerto_Rico': ['PR'],
  'America/St_Thomas': ['VI'],
  'Pacific/Honolulu': ['HI'],
  'Pacific/Guam': ['GU'],
  'Pacific/Saipan': ['MP'],
  'Pacific/Pago_Pago': ['AS'],
}
const eastern = 'America/New_York'
const zoneByState = new Map(Object.entries(zones).flatMap(([zone, states]) => states.map((state) => [state, zone])))

/** States with more than one time zone. In these states, a property's coordinates determine the time zone (POL-7). */
const multiZoneStates = new Set([
  'AK',
  'AZ',
  'FL',
  'ID',
  'IN',
  'KS',
  'KY',
  'MI',
  'ND',
  'NE',
  'NV',
  'OR',
  'SD',
  'TN',
  'TX',
])

/**
 * Returns a property's time zone from its coordinates, if the state has several time zones. Returns undefined if the
 * state has only one time zone or if the coordinates are at sea.
 */
export function getTimeZone(state: string, at: { lat: number; lng: number } | undefined): string | undefined {
  if (!at || !multiZoneStates.has(state)) return undefined
  const zone = tzLookup(at.lat, at.lng)
  return /^(America|Pacific)\//.test(zone) ? zone : undefined
}

/** The location of a property for date calculations. */
export interface PropertyLocation {
  state: string
  /** Stored time zone of the property, from `getTimeZone`. */
  timeZone?: string | null
}

const formats = new Map<string, Intl.DateTimeFormat>()
const getFormat = (zone: string) => {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(zone, format)
  return format
}

/**
 * Returns the calendar date at an insured property as `YYYY-MM-DD` (POL-6). Policies start and end by this date. If no
 * time zone is stored, the state's main time zone applies.
 */
export function getPropertyDate(now: Date, place: PropertyLocation | string): string {
  const { state, timeZone }: PropertyLocation = typeof place === 'string' ? { state: place } : place
  return getFormat(timeZone ?? zoneByState.get(state) ?? eastern).format(now)
}

/** Returns the calendar date in Eastern time as `YYYY-MM-DD`, for dates that concern all policies. */
export const getEasternDate = (now: Date): string => getFormat(eastern).format(now)

const hours = new Map<string, Intl.DateTimeFormat>()

/** Returns the current hour, 0 to 23, in the main time zone of the state. */
export function getLocalHour(now: Date, state: string): number {
  const zone = zoneByState.get(state) ?? eastern
  const format =
    hours.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' })
  hours.set(zone, format)
  return Number(format.format(now))
}

/**
 * SQL version of `getPropertyDate`. Returns the date at the property of a policy at a given timestamptz. `alias` refers
 * to the `policies` row.
 */
export const propertyDateSql = (alias: string, now: string) => {
  const cases = Object.entries(zones).map(
    ([zone, states]) => `when ${alias}.state in (${states.map((name) => `'${name}'`).join(', ')}) then '${zone}'`,
  )
  return `(${now}::timestamptz at time zone coalesce(${alias}.time_zone, case ${cases.join(' ')} else '${eastern}' end))::date`
}
