import {
  exportAdminPolicies,
  listAdminApprovals,
  listAdminCardFees,
  listAdminImportJobs,
  listAdminPayments,
  listAdminPolicies,
  listAdminReinstatementOffers,
  updatePreferences,
} from '@tideline/sdk/operations'
import { zBackOfficeList } from '@tideline/sdk/zod'
import {
  getExample,
  getExampleById,
  getListDefinition,
  getWidestRow,
  type Operation,
} from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import {
  getRequests,
  getRequestsById,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { selectCases } from '@tideline/web-kit/testing/select-cases.ts'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import type { ComponentProps, ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { staffAccess } from './generated/staff-access.ts'
import { getColumnElements } from './kit/tables/CardList.tsx'
import { MoneyColumn } from './kit/tables/columns.tsx'
import type { ResourceList } from './kit/tables/ResourceList.tsx'
import { resources } from './shell/resources.ts'
import { expectAccessibleInDarkTheme, renderBackOffice, setDarkTheme } from './testing/render-back-office.tsx'

vi.mock('@tideline/web-kit/ui/download-file.ts', () => ({ downloadFile: vi.fn() }))

/** The props of the most recently rendered list. */
let lastListProps: ComponentProps<typeof ResourceList> | undefined
vi.mock(import('./kit/tables/ResourceList.tsx'), async (original) => {
  const { ResourceList: Real } = await original()
  const Noted: typeof Real = (props) => {
    lastListProps = props as never
    return <Real {...props} />
  }
  return { ResourceList: Noted }
})

beforeEach(() => {
  lastListProps = undefined
})
afterEach(() => page.viewport(1280, 800))

const lists = resources
  .filter(({ list }) => list !== undefined)
  .map((resource) => ({ ...resource, role: staffAccess[resource.operation][0] }))
/** Lists that axe checks. All lists use the same component. */
const accessibilityCases = selectCases(lists, 3)
const getSources = (filters: readonly ReactElement[] = []) =>
  filters.map(({ props }) => (props as { source: string }).source)

it.each(lists)('shows the list $label as cards on a phone, with all sort orders, filters and export', async (one) => {
  await page.viewport(390, 844)
  setDarkTheme()
  const screen = await renderBackOffice(`/${one.name}`, one.role)
  await expect.element(screen.getByRole('main').getByRole('term').first()).toBeVisible()
  const count = screen.getByRole('status').filter({ hasText: /^[\d,]+ \w/ })
  await expect.element(count.first()).toBeVisible()
  const cards = [...document.querySelectorAll('.RaList-content li:has(dl)')]
  expect(cards.every((card) => card.querySelector('a.card-title')?.textContent)).toBe(true)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  const cut = cards
    .flatMap((card) => [...card.querySelectorAll('dd, .card-title')])
    .filter((part) => part.scrollWidth > part.clientWidth + 1)
  expect(cut.map(({ textContent }) => textContent)).toEqual([])

  if (!lastListProps) throw new Error('It is no ResourceList')
  const { sorts, filters, file } = getListDefinition(one.collection ?? one.name)
  const columns = getColumnElements(lastListProps.children).map(({ props }) => props)
  expect(sorts).toContain(lastListProps.sort.field)
  expect(sorts).toEqual(
    expect.arrayContaining(columns.flatMap(({ source, disableSort }) => (source && !disableSort ? [source] : []))),
  )
  expect(filters).toEqual(
    expect.arrayContaining([
      ...getSources(lastListProps.filters),
      ...Object.keys(lastListProps.filterDefaultValues ?? {}),
    ]),
  )
  expect(lastListProps.exportBy?.name).toBe(file)
  expect(lastListProps.create !== undefined).toBe(one.create !== undefined)
  if (typeof lastListProps.rowClick === 'string') expect(one[lastListProps.rowClick]).toBeDefined()
  // The list's filters and columns are stored with the user's account.
  expect(zBackOfficeList.options).toContain(one.collection ?? one.name)
  // Each line of a card must have a label.
  expect(columns.filter(({ source, label }) => !source && !label)).toEqual([])
  if (accessibilityCases.includes(one)) await expectAccessibleInDarkTheme()
})

/** Returns the elements with an amount that are cut off by themselves, an ancestor or the window. */
function findCutAmounts() {
  const isCut = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    if (element.scrollWidth > element.clientWidth + 1 || left < 0 || right > window.innerWidth + 1) return true
    for (let box = element.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue
      const edges = box.getBoundingClientRect()
      if (right > edges.right + 1 || left < edges.left - 1) return true
    }
    return false
  }
  return [...document.querySelectorAll('.RaList-content td, .RaList-content dd')]
    .filter((cell) => cell.textContent?.includes('$1,234,567.89') && getComputedStyle(cell).display !== 'none')
    .filter(isCut)
    .map(({ textContent }) => textContent)
}

/** Returns the elements of the list that scroll on their own. */
const findScrollBoxes = () =>
  [...document.querySelectorAll('.RaList-content, .RaList-content *')].filter(
    (element) =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth,
  )

it.each(
  selectCases(lists, 2).flatMap((list) => selectCases([1280, 1440, 390], 3).map((width) => ({ ...list, width }))),
)(
  'shows amounts of $1,234,567.89 and the longest status in full in the list $label at $width px (UI-22)',
  async ({ width, ...one }) => {
    await page.viewport(width, 900)
    const collection = one.collection ?? one.name
    const { list } = getListDefinition(collection)
    const rows = getExampleById(list) as object[]
    const widest = rows.map((row) => getWidestRow(collection, row))
    respondWith({ name: list } as Operation, widest as never)
    const screen = await renderBackOffice(`/${one.name}`, one.role)
    await expect
      .element(
        screen
          .getByRole('status')
          .filter({ hasText: /^[\d,]+ \w/ })
          .first(),
      )
      .toBeVisible()
    const amounts = getColumnElements(lastListProps?.children).filter(
      ({ type, props: { source = '' } }) => type === MoneyColumn && !lastListProps?.hidden?.includes(source),
    )
    const shown = () => document.querySelectorAll('.RaList-content').item(0).textContent ?? ''
    if (amounts.length > 0) await expect.poll(shown).toContain('$1,234,567.89')
    expect(findCutAmounts()).toEqual([])
    expect(findScrollBoxes()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

it('hides the columns with the lowest priority in a narrow window and lists them', async () => {
  await page.viewport(1000, 800)
  const [row] = getExample(listAdminPolicies)
  respondWith(listAdminPolicies, [getWidestRow('policies', row as NonNullable<typeof row>)])
  const screen = await renderBackOffice('/policies', 'superuser')
  await expect.element(screen.getByText(/^Hidden to fit the window: .*Agency/)).toBeVisible()
  expect(screen.getByRole('columnheader', { name: /agency/i }).elements()).toEqual([])
  expect(findCutAmounts()).toEqual([])
  await page.viewport(1900, 800)
  await expect.element(screen.getByRole('columnheader', { name: /agency/i })).toBeVisible()
  expect(screen.getByText(/^Hidden to fit the window/).elements()).toEqual([])
})

it('shows cards in a narrow window if the amounts do not fit without the other columns', async () => {
  await page.viewport(700, 800)
  const [row] = getExample(listAdminReinstatementOffers)
  respondWith(listAdminReinstatementOffers, [
    getWidestRow('reinstatementOffers', row as NonNullable<typeof row>),
  ] as never)
  const screen = await renderBackOffice('/reinstatement-offers', 'internal')
  await expect.element(screen.getByRole('term').filter({ hasText: 'Needed with lapse' })).toBeVisible()
  expect(screen.getByRole('columnheader').elements()).toEqual([])
  expect(findCutAmounts()).toEqual([])
  expect(findScrollBoxes()).toEqual([])
  await page.viewport(1900, 800)
  await expect.element(screen.getByRole('columnheader', { name: 'Needed with lapse' })).toBeVisible()
})

it('shows the status of a payment on its card', async () => {
  await page.viewport(390, 844)
  const [row] = getExample(listAdminPayments)
  respondWith(listAdminPayments, [{ ...row, paymentStatus: 'failed' }] as never)
  const screen = await renderBackOffice('/billing/payments', 'financeadmin')
  await expect.element(screen.getByRole('listitem').getByText('Failed', { exact: true })).toBeVisible()
})

it('names the table, the link and the checkbox of each row for screen readers', async () => {
  const [row] = getExample(listAdminPolicies)
  respondWith(listAdminPolicies, [{ ...row, id: 'RFL3000101', policyNo: 'RFL3000101' }] as never)
  const screen = await renderBackOffice('/policies', 'superuser')
  const table = screen.getByRole('table', { name: 'Policies' })
  const link = table.getByRole('link', { name: 'RFL3000101' })
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/\/policies\/RFL3000101$/))
  // The row is the tab stop.
  await expect.element(link).toHaveAttribute('tabindex', '-1')
  await expect.element(table.getByRole('checkbox', { name: 'Select RFL3000101' })).toBeVisible()
})

it('hides the buttons for selected rows from the keyboard until a row is selected', async () => {
  const screen = await renderBackOffice('/policies', 'superuser')
  const unselect = screen.getByRole('button', { name: 'Unselect' })
  await expect.element(screen.getByRole('checkbox', { name: 'Select all' })).toBeVisible()
  expect(unselect.elements()).toEqual([])
  await screen.getByRole('checkbox', { name: 'Select all' }).click()
  await expect.element(unselect).toBeVisible()
})

it('keeps the header of a list visible while the page scrolls', async () => {
  const [row] = getExample(listAdminPolicies)
  const rows = Array.from({ length: 60 }, (_, n) => ({
    ...row,
    id: `RFL300${1000 + n}`,
    policyNo: `RFL300${1000 + n}`,
  }))
  respondWith(listAdminPolicies, rows as never)
  const screen = await renderBackOffice('/policies', 'superuser')
  await expect.element(screen.getByRole('row').last()).toBeInTheDocument()
  screen.getByRole('row').last().element().scrollIntoView()
  const top = () => screen.getByRole('columnheader').last().element().getBoundingClientRect().top
  await expect.poll(top).toBe(48)
})

it('shows each active filter as a chip that removes it, and the sums of the amounts on the page', async () => {
  const filter = encodeURIComponent(JSON.stringify({ status: 'Expired', isPaid: false, inceptionFrom: '2026-11-01' }))
  const rows = getExample(listAdminPolicies).slice(0, 2)
  respondWith(
    listAdminPolicies,
    rows.map((row) => ({ ...row, totalPremium: 0.1, totalDue: 0.2 })),
  )
  const screen = await renderBackOffice(`/policies?filter=${filter}`, 'superuser')
  const chips = screen.getByRole('list', { name: 'Active filters' })
  for (const text of ['Status: Expired', 'Paid: No', 'Inception from: 11/01/2026'])
    await expect.element(chips.getByText(text)).toBeVisible()
  await expect.element(screen.getByText('This page: Premium $0.20, Balance $0.40')).toBeVisible()
  await chips.getByRole('button', { name: 'Remove filter Paid: No' }).click()
  await expect.element(chips.getByText('Paid: No')).not.toBeInTheDocument()
  await chips.getByRole('button', { name: 'Clear all' }).click()
  await expect.element(chips).not.toBeInTheDocument()
})

it.each(selectCases(lists, 9))('shows skeleton rows in the list $label while the records load', async (one) => {
  keepRequestsPending({ name: getListDefinition(one.collection ?? one.name).list } as Operation)
  await renderBackOffice(`/${one.name}`, one.role)
  await expect.poll(() => document.querySelector('.RaList-content')).not.toBeNull()
  expect(document.querySelector('.RaList-content [role="progressbar"][aria-label="Loading"]')).not.toBeNull()
})

it.each([
  ['without filters', '{}', 'No card fees yet. Fees for card payments, by brand and country, appear here.'],
  ['with a filter', '{"brand":"visa"}', 'No card fees match these filters. Remove a filter or change your search.'],
])('explains an empty list %s', async (_, filter, text) => {
  respondWith(listAdminCardFees, [])
  const screen = await renderBackOffice(`/cardFees?filter=${encodeURIComponent(filter)}`, 'financeadmin')
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
})

it.each(selectCases(lists, 4))('explains what will appear in the list $label if it is empty (UI-47)', async (one) => {
  respondWith({ name: getListDefinition(one.collection ?? one.name).list } as Operation, [] as never)
  const screen = await renderBackOffice(`/${one.name}?filter={}`, one.role)
  await expect.element(screen.getByRole('main').getByText(/^No .+ yet\. .+ appear(s)? here\b/)).toBeVisible()
})

it.each([
  ['default', '', 'No pending approvals. Changes that need a second person appear here.'],
  [
    'other',
    `?filter=${encodeURIComponent('{"state":"declined"}')}`,
    'No approvals match these filters. Remove a filter or change your search.',
  ],
])('explains an empty work list with its %s filter (UI-47)', async (_, search, text) => {
  respondWith(listAdminApprovals, [])
  const screen = await renderBackOffice(`/approvals${search}`, 'superuser')
  await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
})

it('keeps the status of a card on one line next to a long title', async () => {
  await page.viewport(390, 844)
  const [job] = getExample(listAdminImportJobs)
  respondWith(listAdminImportJobs, [{ ...job, fileName: `${'november-book-of-the-agencies-'.repeat(4)}.csv` }] as never)
  const screen = await renderBackOffice('/importJobs', 'internal')
  const status = screen.getByRole('listitem').getByText(/^(Queued|Importing|Done|Failed|Cancelled)$/)
  await expect.element(status).toBeVisible()
  expect(status.element().getBoundingClientRect().height).toBeLessThan(30)
})

it('shows an error with Retry instead of an empty list when records cannot be loaded', async () => {
  respondWithError(listAdminPolicies, 500, { message: 'Internal error.' })
  const screen = await renderBackOffice('/policies', 'superuser')
  await expect.element(screen.getByText(/Internal error/)).toBeVisible()
  expect(screen.getByText(/^No policies match|^1-\d+ of/).elements()).toEqual([])
  respondWith(listAdminPolicies, getExample(listAdminPolicies))
  await screen.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByRole('columnheader').first()).toBeVisible()
})

it.each([
  ['policies', 'superuser'],
  ['audit', 'superuser'],
])('offers a search field for every filter that the contract defines for the list %s', async (name, role) => {
  const screen = await renderBackOffice(`/${name}`, role)
  await expect.element(screen.getByRole('columnheader').first()).toBeVisible()
  const wanted = getListDefinition(name).filters.filter((filter) => filter !== 'id')
  expect(getSources(lastListProps?.filters).toSorted()).toEqual(wanted.toSorted())
})

// The server creates the export file of a long list. The browser creates the export file of a short list.
it.each([
  ['policies', 'superuser', 'exportAdminPolicies'],
  ['importJobs', 'internal', 'listAdminImportJobs'],
])('exports the list %s with the current filters', async (name, role, operationId) => {
  vi.mocked(downloadFile).mockClear()
  respondWith(exportAdminPolicies, 'policyNo,status\nRFL3000102,Active\n' as never)
  const wanted = { q: 'sample' }
  const screen = await renderBackOffice(`/${name}?filter=${encodeURIComponent(JSON.stringify(wanted))}`, role)
  await screen.getByRole('button', { name: 'Export', exact: true }).click()
  await expect.poll(() => vi.mocked(downloadFile).mock.calls.length).toBe(1)
  const [file, fileName] = vi.mocked(downloadFile).mock.calls[0] ?? []
  expect(fileName).toMatch(/^[\w-]+-\d{4}-\d\d-\d\d\.csv$/)
  expect((await file?.text())?.length).toBeGreaterThan(20)
  const { searchParams } = new URL(getRequestsById(operationId).at(-1)?.url ?? '')
  expect(JSON.parse(searchParams.get('filter') ?? '')).toMatchObject(wanted)
})

it('lets users save a list query', async () => {
  const filter = encodeURIComponent(JSON.stringify({ status: 'Expired' }))
  const screen = await renderBackOffice(`/policies?filter=${filter}`, 'superuser')
  await screen.getByRole('button', { name: 'Add filter', exact: true }).click()
  await screen.getByRole('menuitem', { name: 'Save current query...' }).click()
  await screen.getByLabelText('Query name').fill('Over')
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await screen.getByRole('button', { name: 'Add filter', exact: true }).click()
  await expect.element(screen.getByRole('menuitem', { name: /Over/ })).toBeVisible()
  await screen.getByRole('menuitem', { name: /Over/ }).click()
  await screen.getByRole('button', { name: 'Cancel', exact: true }).click()
})

it('lets users hide and move columns by keyboard, and saves their choice (UI-40)', async () => {
  const screen = await renderBackOffice('/policies', 'superuser')
  const agency = screen.getByRole('columnheader', { name: /agency/i })
  await expect.element(agency).toBeVisible()
  const opener = screen.getByRole('button', { name: 'Columns', exact: true })
  await opener.click()
  const panel = screen.getByRole('dialog', { name: 'Columns' })
  await expectAccessible()
  await userEvent.tab()
  await expect.element(panel.getByRole('checkbox').first()).toHaveFocus()
  const moveUp = panel.getByRole('button', { name: 'Move Insured up' })
  ;(moveUp.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByRole('status')).toHaveTextContent('Insured is column 2 of 14.')
  await expect.element(moveUp).toHaveFocus()
  await panel.getByRole('checkbox', { name: 'Agency' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await expect.element(agency).not.toBeInTheDocument()
  await expect.element(screen.getByRole('columnheader').nth(2)).toHaveTextContent('Insured')
  const saved = await Promise.all(getRequests(updatePreferences).map((request) => request.json()))
  const lists = saved.flatMap((body) => body.lists)
  expect(lists).toContainEqual({ list: 'policies', hiddenColumns: expect.arrayContaining(['agencyNo']) })
  expect(lists).toContainEqual({
    list: 'policies',
    columnOrder: [0, 2, 1, ...Array.from({ length: 11 }, (_, index) => index + 3)],
  })
  await opener.click()
  await panel.getByRole('button', { name: 'Reset columns' }).click()
  await expect.element(agency).toBeInTheDocument()
})

it('has no axe violations in the columns panel in the dark theme', async () => {
  setDarkTheme()
  const screen = await renderBackOffice('/policies', 'superuser')
  await screen.getByRole('button', { name: 'Columns', exact: true }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Columns' })).toBeVisible()
  await expectAccessibleInDarkTheme()
})
