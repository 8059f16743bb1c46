import { afterEach, expect, it, vi } from 'vitest'
import { painted } from '../testing/server.ts'
import { show } from '../testing/show.tsx'
import { toast } from './toasts.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('removes a toast after three seconds, not earlier [C241] [D408] [P393]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const screen = await show(null)
  toast({ tone: 'success', title: 'The check was applied.' })
  const shown = screen.getByText('The check was applied.', { exact: true })
  while (shown.elements().length === 0) await painted()
  await vi.advanceTimersByTimeAsync(2_999)
  await painted()
  expect(shown.elements().length).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.element(shown).not.toBeInTheDocument()
})
