import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyScreen, ScreenTimeoutError } from './lazy-screen.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const Page = () => null

it('loads the code of a screen only when needed', async () => {
  expect(await lazyScreen(async () => ({ Page }), 'Page')()).toEqual({ Component: Page })
})

it('fails to load a screen that takes longer than 120 seconds [C261]', async () => {
  const waiting = lazyScreen(() => new Promise<{ Page: typeof Page }>(() => undefined), 'Page')()
  const outcome = vi.fn()
  waiting.catch(outcome)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toHaveBeenCalledWith(expect.any(ScreenTimeoutError))
})
