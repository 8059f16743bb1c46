/** Where it is not Eastern time: the zone that most of a state's people live in. */
const zones: Record<string, readonly string[]> = {
  'America/Chicago': ['AL', 'AR', 'IA', 'IL', 'KS', 'LA', 'MN', 'MO', 'MS', 'ND', 'NE', 'OK', 'SD', 'TN', 'TX', 'WI'],
  'America/Denver': ['CO', 'ID', 'MT', 'NM', 'UT', 'WY'],
  'America/Phoenix': ['AZ'],
  'America/Los_Angeles': ['CA', 'NV', 'OR', 'WA'],
  'America/Anchorage': ['AK'],
  'Pacific/Honolulu': ['HI'],
}
const eastern = 'America/New_York'
const zoneByState = new Map(Object.entries(zones).flatMap(([zone, states]) => states.map((state) => [state, zone])))

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string) => {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(zone, format)
  return format
}

/** The calendar day at an insured property, `YYYY-MM-DD` (decision 17): policies begin and end by it. */
export const propertyDay = (now: Date, state: string) => formatOf(zoneByState.get(state) ?? eastern).format(now)

/** The same in SQL: the day at the property of a row, from the column with its state and a timestamptz. */
export const propertyDaySql = (state: string, now: string) => {
  const cases = Object.entries(zones).map(
    ([zone, states]) => `when ${state} in (${states.map((name) => `'${name}'`).join(', ')}) then '${zone}'`,
  )
  return `(${now}::timestamptz at time zone case ${cases.join(' ')} else '${eastern}' end)::date`
}
