import { dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'

const folder = join(dirname(dirname(import.meta.dirname)), 'docs/pictures')

/** `TIDELINE_PICTURES=yes` takes the pictures of docs/pictures anew; a run of the tests leaves them as they are. */
export const wantsPictures = process.env.TIDELINE_PICTURES === 'yes'

async function chooseTheme(page: Page, name: string) {
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitemradio', { name }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitemradio')).toHaveCount(0)
  // Nothing on the picture is pointed at.
  await page.getByRole('banner').getByRole('button').last().blur()
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
}

/** What stands on the screen, on a phone of 390 px and a desk of 1280 px, light and dark. */
export async function takePicture(page: Page, name: string) {
  const width = page.viewportSize()?.width
  if (!wantsPictures || (width !== 390 && width !== 1280)) return
  await page.waitForLoadState('networkidle')
  await expect(page.getByLabel(/^Loading/)).toHaveCount(0)
  // What moves within a drawing, a tick that draws itself, no page can tell of.
  await page.waitForTimeout(1500)
  const shoot = (scheme: 'light' | 'dark') =>
    page.screenshot({ path: join(folder, `${name}-${width}-${scheme}.jpg`), type: 'jpeg', quality: 40 })
  // The back office starts light, whatever the system says, and follows it when somebody wants it so.
  const hasOwnTheme = new URL(page.url()).pathname.startsWith('/admin')
  if (hasOwnTheme) await chooseTheme(page, 'Match system')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await shoot(scheme)
  }
  await page.emulateMedia({ colorScheme: null })
  if (hasOwnTheme) await chooseTheme(page, 'Light theme')
}
