/**
 * Records how much the screen moves.
 *
 * @returns a function that ends the recording and returns the cumulative layout shift (UI-25)
 */
export function recordLayoutShift(): () => number {
  const entries: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()))
  observer.observe({ type: 'layout-shift' })
  return () => {
    entries.push(...observer.takeRecords())
    observer.disconnect()
    return entries.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)
  }
}
