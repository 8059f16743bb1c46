import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ScreenTimeout, screen } from './screen.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const Page = () => null

it('a screen is loaded when it is needed', async () => {
  expect(await screen(async () => ({ Page }), 'Page')()).toEqual({ Component: Page })
})

it('a screen that has not come after 120 seconds counts as missing [C261]', async () => {
  const waiting = screen(() => new Promise<{ Page: typeof Page }>(() => undefined), 'Page')()
  const outcome = vi.fn()
  waiting.catch(outcome)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(outcome).toHaveBeenCalledWith(expect.any(ScreenTimeout))
})
