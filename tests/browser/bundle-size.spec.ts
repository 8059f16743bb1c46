import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { firstScreens } from '../../portal-web/build/first-screens.ts'
import { getFirstLoadBytes } from '../support/first-load.ts'

const dist = join(dirname(dirname(import.meta.dirname)), 'portal-web/dist')

// Measures the build that the other tests use. No browser is needed.
for (const { name, modules, maxKilobytes: most } of firstScreens)
  test(`loads ${name} with at most ${most} kB of JavaScript`, () => {
    expect(getFirstLoadBytes(dist, modules) / 1000).toBeLessThanOrEqual(most)
  })

test('shows the first signing step before any script loads', () => {
  const page = readFileSync(join(dist, 'pages/signing.html'), 'utf8')
  expect(page).toContain('Policy Agreements')
  expect(page).toContain('You are currently signing as the Insured')
  // Only scripts for the first paint are preloaded. All others are listed in a meta tag and load later.
  expect(page).toMatch(/<meta name="scripts" content="[^"]*SignStep/)
  expect(page).not.toMatch(/modulepreload[^>]*SignStep/)
})
