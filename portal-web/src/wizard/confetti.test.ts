import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throwConfetti } from './confetti.ts'

const fire = Object.assign(
  vi.fn(async () => null),
  { reset: vi.fn() },
)
vi.mock('canvas-confetti', () => ({ default: { create: () => fire } }))

beforeEach(() => {
  vi.useFakeTimers()
  fire.mockClear()
  const canvas = { setAttribute: vi.fn(), remove: vi.fn() }
  vi.stubGlobal('document', { createElement: () => canvas, body: { append: vi.fn() } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('launches 200 confetti particles and stops after 3 cycles [P394]', () => {
  throwConfetti()
  vi.advanceTimersByTime(60_000)
  expect(fire).toHaveBeenCalledTimes(3)
  for (const [options] of fire.mock.calls as unknown as [object][])
    expect(options).toMatchObject({ particleCount: 200 })
})

it('stops the confetti when the viewer leaves the screen', () => {
  throwConfetti()()
  vi.advanceTimersByTime(60_000)
  expect(fire).toHaveBeenCalledOnce()
  expect(fire.reset).toHaveBeenCalledOnce()
})
