/**
 * Returns a function that calls `tell` at most once a second, with the number of events since the last call. An outage
 * with a thousand errors per second then produces only one log line per second.
 */
export function throttleReports<Thing>(tell: (thing: Thing, times: number) => void) {
  let toldAt = Number.NEGATIVE_INFINITY
  let times = 0
  return (thing: Thing, now: number) => {
    times++
    if (now - toldAt < 1000) return
    tell(thing, times)
    toldAt = now
    times = 0
  }
}
