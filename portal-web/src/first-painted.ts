/** Longer than this nobody waits for a paint that the browser does not tell of. */
const patienceMs = 300

/** Does something once what the page was sent with stands on the screen. A tab behind others paints nothing. */
export function afterFirstPaint(begin: () => void): void {
  if (document.visibilityState !== 'visible' || !PerformanceObserver.supportedEntryTypes.includes('paint')) {
    begin()
    return
  }
  let hasBegun = false
  const beginOnce = () => {
    if (hasBegun) return
    hasBegun = true
    paints.disconnect()
    clearTimeout(timer)
    begin()
  }
  const paints = new PerformanceObserver(beginOnce)
  const timer = setTimeout(beginOnce, patienceMs)
  paints.observe({ type: 'paint', buffered: true })
}
