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
