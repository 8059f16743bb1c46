import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderBackOffice } from './testing/render-back-office.tsx'

afterEach(() => page.viewport(1280, 800))

/** A page with checkboxes, and a form with a toolbar at the bottom of a phone. */
const cases = [
  { path: '/payouts/new', width: 1280 },
  { path: '/delinquencyPlans/create', width: 390 },
]

/** Returns whether the element or the box around it has a visible outline. */
function hasFocusRing(element: Element) {
  let box: Element | null = element
  for (let level = 0; box && level < 4; level++, box = box.parentElement) {
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(box)
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && opacity !== '0') return true
  }
  return false
}

/** Returns whether the center of the element is inside the window and not covered by another element. */
function isVisible(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const found = document.elementFromPoint(left + width / 2, top + height / 2)
  return found !== null && (element.contains(found) || (element.parentElement?.contains(found) ?? false))
}

const describeElement = (element: Element) =>
  element.getAttribute('aria-label') || element.textContent || element.outerHTML.slice(0, 120)

describe('back-office pages', () => {
  it.each(cases)('show the focus of each element of $path at $width px (UI-46)', async ({ path, width }) => {
    await page.viewport(width, 700)
    const screen = await renderBackOffice(path, 'superuser', 'financeadmin', 'commissionAdmin')
    await expect.element(screen.getByRole('main')).toBeVisible()
    await expect.poll(() => document.querySelector('[aria-label^="Loading"]')).toBeNull()
    const visited = new Set<Element>()
    const problems: string[] = []
    for (;;) {
      await userEvent.tab()
      const element = document.activeElement
      if (!element || element === document.body || visited.has(element)) break
      visited.add(element)
      if (!hasFocusRing(element)) problems.push(`no focus ring: ${describeElement(element)}`)
      if (!isVisible(element)) problems.push(`covered: ${describeElement(element)}`)
      // A date field has several tab stops.
      while (document.activeElement === element && element.matches('[type="date"]')) await userEvent.tab()
    }
    expect(problems).toEqual([])
    expect(visited.size).toBeGreaterThan(10)
  })
})
