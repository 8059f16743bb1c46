import { expect, it } from 'vitest'
import { toastMs, toasts } from './toasts.ts'

it('keeps toasts for three seconds and shows them in the order of arrival [D408] [P393]', () => {
  expect(toastMs).toBe(3_000)
  toasts.add({ title: 'first' })
  toasts.add({ title: 'second' })
  expect(toasts.items().map(({ title }) => title)).toEqual(['first', 'second'])
  for (const { id } of toasts.items()) toasts.remove(id)
})
