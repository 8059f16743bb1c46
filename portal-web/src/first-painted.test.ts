import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { afterFirstPaint } from './first-painted.ts'

let painted: () => void
class Paints {
  static supportedEntryTypes = ['paint']
  observe = () => undefined
  disconnect = () => undefined
  constructor(tell: () => void) {
    painted = tell
  }
}
const look = (visibilityState: string) => {
  vi.stubGlobal('document', { visibilityState })
  vi.stubGlobal('PerformanceObserver', Paints)
  const begin = vi.fn()
  afterFirstPaint(begin)
  return begin
}
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('the app starts once the page is painted, and once only', () => {
  const begin = look('visible')
  expect(begin).not.toHaveBeenCalled()
  painted()
  painted()
  vi.advanceTimersByTime(1000)
  expect(begin).toHaveBeenCalledOnce()
})

it('a browser that does not tell of a paint is not waited for longer than 300 ms', () => {
  const begin = look('visible')
  vi.advanceTimersByTime(299)
  expect(begin).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(begin).toHaveBeenCalledOnce()
})

it('a tab behind others starts at once', () => {
  expect(look('hidden')).toHaveBeenCalledOnce()
})
