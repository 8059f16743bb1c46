import { expect, it } from 'vitest'
import { toastMs, toasts } from './toasts.ts'

it('toasts stay for three seconds and wait in the order in which they came [D408] [P393]', () => {
  expect(toastMs).toBe(3_000)
  toasts.add({ title: 'first' })
  toasts.add({ title: 'second' })
  expect(toasts.items().map(({ title }) => title)).toEqual(['first', 'second'])
  for (const { id } of toasts.items()) toasts.remove(id)
})
