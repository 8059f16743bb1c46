import { expect, type Page } from '@playwright/test'

/** Script that counts clicks. It runs in the page. */
const count = `
  addEventListener('pointerdown', (press) => press.isTrusted && tidelinePressed(), true)
  addEventListener('keydown', (press) => press.isTrusted && press.key === 'Enter' && tidelinePressed(), true)`

/**
 * Runs a task and limits its clicks: mouse clicks anywhere and presses of Enter. Typing and clicks before the task do
 * not count.
 */
export async function expectMaxClicks(page: Page, budget: number, task: () => Promise<void>) {
  let pressed = 0
  await page.exposeFunction('tidelinePressed', () => pressed++)
  await page.addInitScript({ content: count })
  await page.evaluate(count)
  await task()
  expect(pressed, 'presses that the task took').toBeGreaterThan(0)
  expect(pressed, 'presses that the task took').toBeLessThanOrEqual(budget)
}
