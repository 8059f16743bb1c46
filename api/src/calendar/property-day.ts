import tzLookup from '@photostructure/tz-lookup'

/** Where it is not Eastern time: the zone that most of a state's people live in. */
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

/** States that keep more than one time: the zone of a property follows from where it stands (POL-7). */
const split = new Set(['AK', 'AZ', 'FL', 'ID', 'IN', 'KS', 'KY', 'MI', 'ND', 'NE', 'NV', 'OR', 'SD', 'TN', 'TX'])

/**
 * The zone of a property in a state that keeps two, by its coordinates; undefined where the state tells it, or where the
 * coordinates lie at sea. Policies that were bound before zones were kept have none and go by their state.
 */
export function getTimeZone(state: string, at: { lat: number; lng: number } | undefined): string | undefined {
  if (!at || !split.has(state)) return undefined
  const zone = tzLookup(at.lat, at.lng)
  return /^(America|Pacific)\//.test(zone) ? zone : undefined
}

/** Where a property is, as far as its calendar goes. */
export interface Place {
  state: string
  /** Its own zone, if that is not just the state's (`getTimeZone`). */
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
 * The calendar day at an insured property, `YYYY-MM-DD` (POL-6): policies begin and end by it. A state's name stands
 * for the zone that most of its people live in.
 */
export function getPropertyDate(now: Date, place: Place | string): string {
  const { state, timeZone }: Place = typeof place === 'string' ? { state: place } : place
  return getFormat(timeZone ?? zoneByState.get(state) ?? eastern).format(now)
}

const hours = new Map<string, Intl.DateTimeFormat>()

/** The hour of the day in a state, 0 to 23, in the zone that most of its people live in. */
export function hourAt(now: Date, state: string): number {
  const zone = zoneByState.get(state) ?? eastern
  const format =
    hours.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' })
  hours.set(zone, format)
  return Number(format.format(now))
}

/** `getPropertyDate` in SQL: the day at the property of a row of `policies` called by `alias`, at a timestamptz. */
export const propertyDateSql = (alias: string, now: string) => {
  const cases = Object.entries(zones).map(
    ([zone, states]) => `when ${alias}.state in (${states.map((name) => `'${name}'`).join(', ')}) then '${zone}'`,
  )
  return `(${now}::timestamptz at time zone coalesce(${alias}.time_zone, case ${cases.join(' ')} else '${eastern}' end))::date`
}
