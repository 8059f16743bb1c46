import { expect, it } from 'vitest'
import { toastDurationMs, toastQueue } from './toast-queue.ts'

it('shows toasts for three seconds, in order of arrival [D408] [P393]', () => {
  expect(toastDurationMs).toBe(3_000)
  toastQueue.add({ title: 'first' })
  toastQueue.add({ title: 'second' })
  expect(toastQueue.items().map(({ title }) => title)).toEqual(['first', 'second'])
  for (const { id } of toastQueue.items()) toastQueue.remove(id)
})
