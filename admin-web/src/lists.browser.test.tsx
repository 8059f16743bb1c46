import { exportAdminPolicies } from '@tideline/sdk/operations'
import { zBackOfficeList } from '@tideline/sdk/zod'
import { getList, type Operation } from '@tideline/web-kit/testing/contract.ts'
import { delayResponses, getRequestsById, respondWith } from '@tideline/web-kit/testing/server.ts'
import { saveFile } from '@tideline/web-kit/ui/save-file.ts'
import type { ComponentProps, ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { resources } from './resources.ts'
import type { BookList } from './tables/BookList.tsx'
import { getColumns } from './tables/Cards.tsx'
import { chooseDark, expectAccessibleInTheDark, showBackOffice } from './testing/show.tsx'

vi.mock('@tideline/web-kit/ui/save-file.ts', () => ({ saveFile: vi.fn() }))

/** What the list that was shown last says of itself. */
let shown: ComponentProps<typeof BookList> | undefined
vi.mock(import('./tables/BookList.tsx'), async (original) => {
  const { BookList: Real } = await original()
  const Noted: typeof Real = (props) => {
    shown = props as never
    return <Real {...props} />
  }
  return { BookList: Noted }
})

beforeEach(() => {
  shown = undefined
})
afterEach(() => page.viewport(1280, 800))

const lists = resources.filter(({ list }) => list !== undefined)
const getSources = (filters: readonly ReactElement[] = []) =>
  filters.map(({ props }) => (props as { source: string }).source)

it.each(lists)(
  '$label: a card for each row on a phone, also in the dark, and of the contract its orders, filters and file',
  async (one) => {
    await page.viewport(390, 844)
    chooseDark()
    const screen = await showBackOffice(`/${one.name}`, one.role)
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

    if (!shown) throw new Error('It is no BookList')
    const { sorts, filters, file } = getList(one.collection ?? one.name)
    const columns = getColumns(shown.children).map(({ props }) => props)
    expect(sorts).toContain(shown.sort.field)
    expect(sorts).toEqual(
      expect.arrayContaining(columns.flatMap(({ source, disableSort }) => (source && !disableSort ? [source] : []))),
    )
    expect(filters).toEqual(
      expect.arrayContaining([...getSources(shown.filters), ...Object.keys(shown.filterDefaultValues ?? {})]),
    )
    expect(shown.exportBy?.name).toBe(file)
    expect(shown.create !== undefined).toBe(one.create !== undefined)
    if (typeof shown.opens === 'string') expect(one[shown.opens]).toBeDefined()
    // Its filters and columns are kept with the account.
    expect(zBackOfficeList.options).toContain(one.collection ?? one.name)
    // A card’s line has a name.
    expect(columns.filter(({ source, label }) => !source && !label)).toEqual([])
    await expectAccessibleInTheDark()
  },
)

it.each(lists)('$label: shows skeleton rows from the first frame while its records load', async (one) => {
  delayResponses({ name: getList(one.collection ?? one.name).list } as Operation)
  await showBackOffice(`/${one.name}`, one.role)
  await expect.poll(() => document.querySelector('.RaList-content')).not.toBeNull()
  expect(document.querySelector('.RaList-content [role="progressbar"][aria-label="Loading"]')).not.toBeNull()
})

it.each([
  ['policies', 'superuser'],
  ['audit', 'superuser'],
])('every condition that the contract has for %s is a field of its search', async (name, role) => {
  const screen = await showBackOffice(`/${name}`, role)
  await expect.element(screen.getByRole('columnheader').first()).toBeVisible()
  const wanted = getList(name).filters.filter((filter) => filter !== 'id')
  expect(getSources(shown?.filters).toSorted()).toEqual(wanted.toSorted())
})

// A long list, whose file the server writes, and a short one, whose file is put together here.
it.each([
  ['policies', 'superuser', 'exportAdminPolicies'],
  ['importJobs', 'internal', 'listAdminImportJobs'],
])('a list (%s) is exported as its filters name it', async (name, role, asks) => {
  vi.mocked(saveFile).mockClear()
  respondWith(exportAdminPolicies, 'policyNo,status\nRFL3000102,Active\n' as never)
  const wanted = { q: 'sample' }
  const screen = await showBackOffice(`/${name}?filter=${encodeURIComponent(JSON.stringify(wanted))}`, role)
  await screen.getByRole('button', { name: 'Export', exact: true }).click()
  await expect.poll(() => vi.mocked(saveFile).mock.calls.length).toBe(1)
  const [file, fileName] = vi.mocked(saveFile).mock.calls[0] ?? []
  expect(fileName).toMatch(/^[\w-]+-\d{4}-\d\d-\d\d\.csv$/)
  expect((await file?.text())?.length).toBeGreaterThan(20)
  const { searchParams } = new URL(getRequestsById(asks).at(-1)?.url ?? '')
  expect(JSON.parse(searchParams.get('filter') ?? '')).toMatchObject(wanted)
})

it('a list keeps what is looked for under a name, and lets columns be put away', async () => {
  const filter = encodeURIComponent(JSON.stringify({ status: 'Expired' }))
  const screen = await showBackOffice(`/policies?filter=${filter}`, 'superuser')
  await screen.getByRole('button', { name: 'Add filter', exact: true }).click()
  await screen.getByRole('menuitem', { name: 'Save current query...' }).click()
  await screen.getByLabelText('Query name').fill('Over')
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await screen.getByRole('button', { name: 'Add filter', exact: true }).click()
  await expect.element(screen.getByRole('menuitem', { name: /Over/ })).toBeVisible()
  await screen.getByRole('menuitem', { name: /Over/ }).click()
  await screen.getByRole('button', { name: 'Cancel', exact: true }).click()

  const agency = screen.getByRole('columnheader', { name: /agency/ })
  await expect.element(agency).toBeVisible()
  await screen.getByRole('button', { name: 'Columns', exact: true }).click()
  await screen.getByRole('switch', { name: 'Agency' }).click()
  await expect.element(agency).not.toBeInTheDocument()
})
