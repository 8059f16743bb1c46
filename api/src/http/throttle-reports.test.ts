import { expect, test } from 'vitest'
import { throttleReports } from './throttle-reports.ts'

test('throttles a thousand event reports in two seconds to two reports with counts', () => {
  const told: [string, number][] = []
  const tell = throttleReports<string>((what, times) => told.push([what, times]))
  for (let call = 0; call < 1000; call++) tell('away', call * 2)
  expect(told).toEqual([
    ['away', 1],
    ['away', 500],
  ])
})
