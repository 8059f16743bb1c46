import { expect, it } from 'vitest'
import { toastDurationMs, toasts } from './toasts.ts'

it('keeps toasts for three seconds in the order of arrival [D408] [P393]', () => {
  expect(toastDurationMs).toBe(3_000)
  toasts.add({ title: 'first' })
  toasts.add({ title: 'second' })
  expect(toasts.items().map(({ title }) => title)).toEqual(['first', 'second'])
  for (const { id } of toasts.items()) toasts.remove(id)
})
