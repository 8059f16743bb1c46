/**
 * Returns a function that calls `report` at most once a second, with the number of events since the last call. An outage
 * with a thousand errors per second then produces only one log line per second.
 */
export function throttleReports<Thing>(report: (thing: Thing, times: number) => void) {
  let reportedAt = Number.NEGATIVE_INFINITY
  let times = 0
  return (thing: Thing, now: number) => {
    times++
    if (now - reportedAt < 1000) return
    report(thing, times)
    reportedAt = now
    times = 0
  }
}
