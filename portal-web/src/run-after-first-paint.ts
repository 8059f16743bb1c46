/** Maximum wait in milliseconds, for browsers that do not report the first paint. */
const paintTimeoutMs = 300

/** Calls `begin` once after the first paint, or immediately in a background tab, which is not painted. */
export function runAfterFirstPaint(begin: () => void): void {
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
  const timer = setTimeout(beginOnce, paintTimeoutMs)
  paints.observe({ type: 'paint', buffered: true })
}
