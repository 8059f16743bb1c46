import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runAfterFirstPaint } from './run-after-first-paint.ts'

let painted: () => void
class Paints {
  static supportedEntryTypes = ['paint']
  observe = () => undefined
  disconnect = () => undefined
  constructor(callback: () => void) {
    painted = callback
  }
}
const look = (visibilityState: string) => {
  vi.stubGlobal('document', { visibilityState })
  vi.stubGlobal('PerformanceObserver', Paints)
  const begin = vi.fn()
  runAfterFirstPaint(begin)
  return begin
}
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('starts the app once after the first paint', () => {
  const begin = look('visible')
  expect(begin).not.toHaveBeenCalled()
  painted()
  painted()
  vi.advanceTimersByTime(1000)
  expect(begin).toHaveBeenCalledOnce()
})

it('starts the app after 300 ms if the browser reports no paint', () => {
  const begin = look('visible')
  vi.advanceTimersByTime(299)
  expect(begin).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(begin).toHaveBeenCalledOnce()
})

it('starts the app immediately in a background tab', () => {
  expect(look('hidden')).toHaveBeenCalledOnce()
})
