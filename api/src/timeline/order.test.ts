import { expect, test } from 'vitest'
import { getInMemoryPage } from '../http/page.ts'
import { getTimelineSortKey, shouldHideSignatures } from './order.ts'

test('sorts the timeline newest first by creation date, or by notice date for claims [D193]', () => {
  const items = [
    { id: 'a', createdAt: '2026-11-20T10:00:00Z' },
    { id: 'claim', noticeDate: '2026-11-21' },
    { id: 'b', createdAt: '2026-11-20T23:59:59Z' },
    { id: 'late claim', noticeDate: '2026-11-19' },
    { id: 'c', createdAt: '2026-11-20T10:00:00Z' },
  ]
  const inOrder = ['claim', 'b', 'c', 'a', 'late claim']
  for (const given of [items, items.toReversed()])
    expect(getInMemoryPage(given, getTimelineSortKey, {}).items.map(({ id }) => id)).toEqual(inOrder)
})

test('hides signatures only for the cancellation requests P05 and P06 [D120]', () => {
  const types = ['P04', 'P05', 'P06', 'P07', 'P33', 'NB', 'EB', 'C01']
  expect(types.filter(shouldHideSignatures)).toEqual(['P05', 'P06'])
})
