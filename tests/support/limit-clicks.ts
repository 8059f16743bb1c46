import { expect, type Page } from '@playwright/test'

/** Script that counts clicks. It runs in the page. */
const count = `
  addEventListener('pointerdown', (press) => press.isTrusted && tidelinePressed(), true)
  addEventListener('keydown', (press) => press.isTrusted && press.key === 'Enter' && tidelinePressed(), true)`

const counters = new WeakMap<Page, { clicks: number }>()

/** Returns the counter of a page's clicks. Starts counting at the first call. */
async function getCounter(page: Page) {
  const known = counters.get(page)
  if (known) return known
  const counter = { clicks: 0 }
  counters.set(page, counter)
  await page.exposeFunction('tidelinePressed', () => counter.clicks++)
  await page.addInitScript({ content: count })
  await page.evaluate(count)
  return counter
}

/**
 * Runs a task and limits its clicks: mouse clicks anywhere and presses of Enter. Typing and clicks before the task do
 * not count.
 */
export async function expectMaxClicks(page: Page, budget: number, task: () => Promise<void>) {
  const counter = await getCounter(page)
  const before = counter.clicks
  await task()
  const pressed = counter.clicks - before
  expect(pressed, 'presses that the task took').toBeGreaterThan(0)
  expect(pressed, 'presses that the task took').toBeLessThanOrEqual(budget)
}
