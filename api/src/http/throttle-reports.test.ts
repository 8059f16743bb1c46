import { expect, test } from 'vitest'
import { throttleReports } from './throttle-reports.ts'

test('throttles a thousand event reports in two seconds to two reports with counts', () => {
  const reports: [string, number][] = []
  const report = throttleReports<string>((what, times) => reports.push([what, times]))
  for (let call = 0; call < 1000; call++) report('away', call * 2)
  expect(reports).toEqual([
    ['away', 1],
    ['away', 500],
  ])
})
