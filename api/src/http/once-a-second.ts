/**
 * Calls `tell` at most once a second, with how many times it was wanted since it last spoke: an outage that fails a
 * thousand calls a second is one thing to say.
 */
export function onceASecond<Thing>(tell: (thing: Thing, times: number) => void) {
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
