import { expect, type Page } from '@playwright/test'

/**
 * Does a task and holds it to a number of presses: of the mouse anywhere, and of Enter. Typing is not counted, and
 * neither is what was done before the task began.
 */
export async function withinClicks(page: Page, budget: number, task: () => Promise<void>) {
  let pressed = 0
  await page.exposeFunction('tidelinePressed', () => pressed++)
  const count = () => {
    const tell = () => (window as unknown as { tidelinePressed(): void }).tidelinePressed()
    addEventListener('pointerdown', (press) => press.isTrusted && tell(), true)
    addEventListener('keydown', (press) => press.isTrusted && press.key === 'Enter' && tell(), true)
  }
  await page.addInitScript(count)
  await page.evaluate(count)
  await task()
  expect(pressed, 'presses that the task took').toBeGreaterThan(0)
  expect(pressed, 'presses that the task took').toBeLessThanOrEqual(budget)
}
