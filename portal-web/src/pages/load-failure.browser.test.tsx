import { setReloadFunction } from '@tideline/web-kit/session/navigation.ts'
import { waitForPaint } from '@tideline/web-kit/testing/mock-server.ts'
import { renderApp } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyScreen as screenOf } from './lazy-screen.ts'
import { RouteErrorPage } from './RouteErrorPage.tsx'

const reload = vi.fn()
beforeEach(() => {
  reload.mockReset()
  setReloadFunction(reload)
  sessionStorage.clear()
})

afterEach(() => {
  vi.useRealTimers()
})

const open = (load: () => Promise<{ Page: () => null }>) =>
  renderApp(
    [{ path: '/', ErrorBoundary: RouteErrorPage, children: [{ index: true, lazy: screenOf(load, 'Page') }] }],
    '/',
  )

it('shows a Reload button only after a screen has been loading for 120 seconds [C261] [P397]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const shown = await open(() => new Promise(() => undefined))
  const title = shown.getByRole('heading', { name: 'This page could not be loaded' })
  await vi.advanceTimersByTimeAsync(119_999)
  await waitForPaint()
  expect(title.elements()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.element(title).toBeVisible()
  await expect.element(shown.getByRole('button', { name: 'Reload' })).toBeVisible()
})

it.each([
  ['script', 'Failed to fetch dynamically imported module: https://portal.example.com/assets/PolicyPage-1.js', 'P390'],
  ['style sheet', 'Unable to preload CSS for /assets/PolicyPage-1.css', 'P391'],
])('shows that the page could not be loaded when a %s fails: %s [%s]', async (_, message) => {
  const shown = await open(() => Promise.reject(new TypeError(message)))
  await expect.element(shown.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await expect.element(shown.getByRole('button', { name: 'Reload' })).toBeVisible()
})

it('reloads the page automatically after the first script failure, then only on Reload [P392]', async () => {
  const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/Page-1.js'))
  const first = await open(missing)
  await expect.poll(() => reload.mock.calls.length).toBe(1)
  await first.unmount()
  const again = await open(missing)
  const button = again.getByRole('button', { name: 'Reload' })
  await expect.element(button).toBeVisible()
  expect(reload).toHaveBeenCalledOnce()
  await button.click()
  expect(reload).toHaveBeenCalledTimes(2)
})
