import { afterEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../testing/render-screen.tsx'
import { QueryState } from './QueryState.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const waiting = { isPending: true, isError: false, error: null, refetch: async () => undefined as never }

it('shows the offline message only after 3 seconds without a connection', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const query = { ...waiting, fetchStatus: 'paused' as const }
  const screen = await renderScreen(
    <QueryState query={query} lines={3} label="Loading" problem="The claims are not here yet" />,
  )
  const text = screen.getByText('You are offline.', { exact: false })
  await vi.advanceTimersByTimeAsync(2900)
  expect(text.elements()).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  await expect.element(text).toBeVisible()
  await expect.element(screen.getByText('The claims are not here yet')).toBeVisible()
})
