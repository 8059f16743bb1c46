import { exportAdminPolicies, listAdminPolicies } from '@tideline/sdk/operations'
import { zBackOfficeList } from '@tideline/sdk/zod'
import { getExample, getListDefinition, type Operation } from '@tideline/web-kit/testing/contract.ts'
import {
  getRequestsById,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import type { ComponentProps, ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { getColumnElements } from './kit/tables/CardList.tsx'
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

const lists = resources.filter(({ list }) => list !== undefined)
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
  await expectAccessibleInDarkTheme()
})

it.each(lists)('shows skeleton rows in the list $label while the records load', async (one) => {
  keepRequestsPending({ name: getListDefinition(one.collection ?? one.name).list } as Operation)
  await renderBackOffice(`/${one.name}`, one.role)
  await expect.poll(() => document.querySelector('.RaList-content')).not.toBeNull()
  expect(document.querySelector('.RaList-content [role="progressbar"][aria-label="Loading"]')).not.toBeNull()
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

it('lets users save a list query and hide columns', async () => {
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

  const agency = screen.getByRole('columnheader', { name: /agency/ })
  await expect.element(agency).toBeVisible()
  await screen.getByRole('button', { name: 'Columns', exact: true }).click()
  await screen.getByRole('switch', { name: 'Agency' }).click()
  await expect.element(agency).not.toBeInTheDocument()
})
