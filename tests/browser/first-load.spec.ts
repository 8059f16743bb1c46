import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { firstScreens } from '../../portal-web/build/first-screens.ts'
import { firstLoadBytes } from '../support/first-load.ts'

const dist = join(dirname(dirname(import.meta.dirname)), 'portal-web/dist')

// No browser: the build that these tests run on is weighed.
for (const { name, modules, most } of firstScreens)
  test(`${name} needs at most ${most} kB of JavaScript to be shown`, () => {
    expect(firstLoadBytes(dist, modules) / 1000).toBeLessThanOrEqual(most)
  })

test('the first step of signing says what it is before any script has come', () => {
  const page = readFileSync(join(dist, 'pages/signing.html'), 'utf8')
  expect(page).toContain('Policy Agreements')
  expect(page).toContain('You are currently signing as the Insured')
  // Nothing but what paints it is waited for; the rest is named for afterwards.
  expect(page).toMatch(/<meta name="scripts" content="[^"]*SignStep/)
  expect(page).not.toMatch(/modulepreload[^>]*SignStep/)
})
