import { dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'

const folder = join(dirname(dirname(import.meta.dirname)), 'docs/pictures')

/**
 * True if `TIDELINE_PICTURES=yes` is set, which updates the screenshots in docs/pictures. Other test runs leave them
 * unchanged.
 */
export const isTakingScreenshots = process.env.TIDELINE_PICTURES === 'yes'

async function chooseTheme(page: Page, name: string) {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitemradio', { name }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitemradio')).toHaveCount(0)
  // Removes the focus and hover styles before the screenshot.
  await page.getByRole('banner').getByRole('button').last().blur()
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
}

/** Takes screenshots at phone width (390 px) and desktop width (1280 px), in light and dark mode. */
export async function takeScreenshots(page: Page, name: string) {
  const width = page.viewportSize()?.width
  if (!isTakingScreenshots || (width !== 390 && width !== 1280)) return
  await page.waitForLoadState('networkidle')
  await expect(page.getByLabel(/^Loading/)).toHaveCount(0)
  // Waits for animations inside a drawing, such as a checkmark, because they cannot be detected.
  await page.waitForTimeout(1500)
  const shoot = (scheme: 'light' | 'dark') =>
    page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.jpg`), type: 'jpeg', quality: 40 })
  // Checks whether the page is in the back office. The back office starts in light mode and follows the system setting
  // only if the user chooses to.
  const hasOwnTheme = new URL(page.url()).pathname.startsWith('/admin')
  if (hasOwnTheme) await chooseTheme(page, 'Match system')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await shoot(scheme)
  }
  await page.emulateMedia({ colorScheme: null })
  if (hasOwnTheme) await chooseTheme(page, 'Light theme')
}
