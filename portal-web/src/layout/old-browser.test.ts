import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const script = readFileSync(new URL('../../public/old-browser.js', import.meta.url), 'utf8')
const dayMs = 24 * 60 * 60 * 1000

/** Loads the page in an outdated browser and returns whether the banner is shown. */
function showsBanner(now: number, closedAt?: number) {
  const shown: unknown[] = []
  const element = () => ({ style: {}, setAttribute: () => undefined, appendChild: () => undefined })
  const window = { localStorage: { getItem: () => closedAt ?? null }, onload: () => undefined }
  const document = {
    body: { insertBefore: (banner: unknown) => shown.push(banner), firstChild: null },
    createElement: element,
    createTextNode: element,
  }
  runInNewContext(script, { window, document, Date: { now: () => now }, Number, String })
  window.onload()
  return shown.length === 1
}

it('limits the old-browser script to syntax that Internet Explorer 11 supports [C030]', () => {
  expect(script.replace(/^\/\/.*$/gm, '')).not.toMatch(/=>|\b(const|let|class|async)\b|`|catch \{/)
})

it('hides the old-browser banner for 7 days after it is closed [C031]', () => {
  const now = Date.parse('2026-11-20T15:00:00Z')
  expect(showsBanner(now)).toBe(true)
  expect(showsBanner(now, now - 1000)).toBe(false)
  expect(showsBanner(now, now - 7 * dayMs + 1)).toBe(false)
  expect(showsBanner(now, now - 7 * dayMs)).toBe(true)
})
