import { getAdminAgency, searchEverything } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderBackOffice } from '../../testing/render-back-office.tsx'
import { redirectTo } from '../redirect.ts'

vi.mock('../redirect.ts', () => ({ redirectTo: vi.fn() }))

const [policies] = getExample(searchEverything).groups
const hit = policies?.hits[0]
const agency = getExample(getAdminAgency)
const wanted = (request: Request) => new URL(request.url).searchParams.get('q')

/** Opens the global search with its keyboard shortcut, on a page that also has a search field. */
async function openSearchBox(...roles: string[]) {
  const screen = await renderBackOffice('/agencies', ...roles)
  await expect.element(screen.getByRole('table')).toBeVisible()
  await userEvent.keyboard('/')
  const box = screen.getByRole('combobox', { name: 'Search everything' })
  await expect.element(box).toHaveFocus()
  return { screen, box }
}

it('opens the search with the slash key and opens a result with the keyboard', async () => {
  if (!policies || !hit) throw new Error('The contract shows a policy that is found.')
  respondWith(searchEverything, {
    groups: [
      { ...policies, hasMore: false },
      {
        kind: 'agencies',
        hasMore: false,
        hits: [{ ...hit, id: agency.id, title: agency.company, status: 'A', amount: null }],
      },
    ],
  })
  const { screen, box } = await openSearchBox('superuser')
  await box.fill('marina')
  const first = screen.getByRole('option', { name: new RegExp(hit.title) })
  await expect.element(first).toHaveAttribute('aria-selected', 'true')
  await expect.element(screen.getByRole('group', { name: 'Agencies' }).getByText('Active')).toBeVisible()
  // Moves past all results of the first group to the second group.
  await userEvent.keyboard(`${'{ArrowDown}'.repeat(policies.hits.length)}{Enter}`)
  await expect.element(box).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Agency' })).toBeVisible()
  expect(getRequests(searchEverything).map(wanted)).toEqual(['marina'])
})

it('opens a search result in the portal for roles without access to the policies list', async () => {
  vi.mocked(redirectTo).mockClear()
  const { screen, box } = await openSearchBox('financeadmin')
  await box.fill('marina')
  await screen.getByRole('option', { name: new RegExp(hit?.title ?? '-') }).click()
  expect(redirectTo).toHaveBeenCalledWith(`/policy/embed/${hit?.id}`)
})

it('opens the result for the typed text if Enter is pressed before the result is loaded', async () => {
  vi.mocked(redirectTo).mockClear()
  if (!policies || !hit) throw new Error('The contract shows a policy that is found.')
  const respondWithHit = (title: string) =>
    respondWith(searchEverything, { groups: [{ ...policies, hasMore: false, hits: [{ ...hit, id: title, title }] }] })
  respondWithHit('RFL3000199')
  const { screen, box } = await openSearchBox('financeadmin')
  await box.fill('RFL30001')
  await expect.element(screen.getByRole('option', { name: /^RFL3000199/ })).toBeVisible()
  respondWithHit('RFL3000102')
  await box.fill('RFL3000102')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => vi.mocked(redirectTo).mock.calls).toEqual([['/policy/embed/RFL3000102']])
})

it('links search results to the full list when there are more results', async () => {
  const { screen, box } = await openSearchBox('superuser')
  await box.fill('marina')
  await screen.getByRole('option', { name: 'All policies with “marina”' }).click()
  await expect.element(screen.getByPlaceholder('Policy, insured or address')).toHaveValue('marina')
})

it('shows that a search is in progress, has no results or has failed', async () => {
  keepRequestsPending(searchEverything)
  const { screen, box } = await openSearchBox('superuser')
  await expect.element(screen.getByRole('option', { name: 'Settings' })).toBeVisible()
  await box.fill('mar')
  await expect.element(screen.getByText('Searching…')).toBeVisible()
  respondWith(searchEverything, { groups: [] })
  await box.fill('marz')
  await expect.element(screen.getByText('No results for “marz”.', { exact: false })).toBeVisible()
  respondWithError(searchEverything, 500, { message: 'Something went wrong on our side.' })
  await box.fill('marzi')
  await expect.element(screen.getByRole('alert')).toBeVisible()
  respondWith(searchEverything, { groups: [] })
  await screen.getByRole('button', { name: 'Retry' }).click()
  await expect.element(screen.getByText('No results for “marzi”.', { exact: false })).toBeVisible()
})
