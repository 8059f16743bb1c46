import { expect, type Page } from '@playwright/test'
import { takeScreenshots } from './screenshots.ts'
import { isThorough } from './thorough.ts'
import { expectAccessible } from './user-actions.ts'

/** Devices of the tests, with a second width at which screens must fit, too. */
export const devices = [
  { name: 'phone', width: 390, height: 844, other: 320 },
  { name: 'desktop', width: 1280, height: 800, other: 768 },
] as const

/** Expects that the page fits the screen width once tables that do not fit have become cards. */
export async function expectFit(page: Page, name: string) {
  const getOverflow = () => page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  const width = page.viewportSize()?.width
  await expect.poll(getOverflow, `${name} is at ${width} px wider than the screen by`).toBeLessThanOrEqual(0)
}

/** Expects that the page fits the screen width and that axe finds no violations. */
async function checkFit(page: Page, name: string) {
  await expectFit(page, name)
  await expectAccessible(page)
}

/** Checks a screen at a further width. axe takes most of the time, so it runs only in the nightly run. */
const checkFitAgain = isThorough ? checkFit : expectFit

/** Checks a screen at both widths of the device. If enabled, takes a screenshot for docs/pictures first. */
export async function checkScreenAtBothWidths(page: Page, name: string) {
  const size = page.viewportSize()
  const device = devices.find(({ width }) => width === size?.width)
  if (!size || !device) throw new Error(`No journey is made at ${size?.width} px`)
  await takeScreenshots(page, name)
  await checkFit(page, name)
  await page.setViewportSize({ width: device.other, height: device.height })
  await checkFitAgain(page, name)
  await page.setViewportSize(size)
}

/**
 * Checks a screen on every device without loading it again. If enabled, takes a screenshot for docs/pictures on each
 * device first.
 */
export async function checkScreenOnDevices(page: Page, name: string) {
  const size = page.viewportSize()
  for (const device of devices) {
    await page.setViewportSize({ width: device.width, height: device.height })
    await takeScreenshots(page, name)
    await (device === devices[0] ? checkFit : checkFitAgain)(page, name)
  }
  if (size) await page.setViewportSize(size)
}

/**
 * Checks a screen on every device, and that it fits the second widths. The nightly tests run axe at these widths, too.
 */
export async function checkScreenAtAllWidths(page: Page, name: string) {
  const size = page.viewportSize()
  for (const { other, height } of devices) {
    await page.setViewportSize({ width: other, height })
    await expectFit(page, name)
  }
  if (size) await page.setViewportSize(size)
  await checkScreenOnDevices(page, name)
}
