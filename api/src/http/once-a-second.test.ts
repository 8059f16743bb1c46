import { expect, test } from 'vitest'
import { onceASecond } from './once-a-second.ts'

test('a thousand outcries in two seconds are two, each with their number', () => {
  const told: [string, number][] = []
  const tell = onceASecond<string>((what, times) => told.push([what, times]))
  for (let call = 0; call < 1000; call++) tell('away', call * 2)
  expect(told).toEqual([
    ['away', 1],
    ['away', 500],
  ])
})
