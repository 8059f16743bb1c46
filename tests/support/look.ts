import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './people.ts'
import { takePicture } from './pictures.ts'

/** A journey is made at `width`; at the other one each of its screens is looked at, too. */
export const devices = [
  { name: 'phone', width: 390, height: 844, other: 320 },
  { name: 'desktop', width: 1280, height: 800, other: 768 },
] as const

/** Nothing sticks out sideways, and axe finds nothing. */
async function fits(page: Page, name: string) {
  const over = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  const width = page.viewportSize()?.width
  expect(over, `${name} is at ${width} px wider than the screen by`).toBeLessThanOrEqual(0)
  await expectAccessible(page)
}

/** Takes a screen's picture for docs/pictures as whoever came there sees it, if that is wanted; then looks at all of it. */
export async function look(page: Page, name: string) {
  await takePicture(page, name)
  await fits(page, name)
}

/** Looks at a screen at the device's other width, too. */
export async function lookAtBothWidths(page: Page, name: string) {
  const size = page.viewportSize()
  const device = devices.find(({ width }) => width === size?.width)
  if (!size || !device) throw new Error(`No journey is made at ${size?.width} px`)
  await look(page, name)
  await page.setViewportSize({ width: device.other, height: device.height })
  await fits(page, name)
  await page.setViewportSize(size)
}
