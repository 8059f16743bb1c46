import { afterEach, expect, it, vi } from 'vitest'
import { waitForPaint } from '../testing/mock-server.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { showToast } from './toast-queue.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('removes a toast after exactly three seconds [C241] [D408] [P393]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const screen = await renderScreen(null)
  showToast({ tone: 'success', title: 'The check was applied.' })
  const shown = screen.getByText('The check was applied.', { exact: true })
  while (shown.elements().length === 0) await waitForPaint()
  await vi.advanceTimersByTimeAsync(2_999)
  await waitForPaint()
  expect(shown.elements().length).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.element(shown).not.toBeInTheDocument()
})
