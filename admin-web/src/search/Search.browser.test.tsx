import { getAdminAgency, searchEverything } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { delayResponses, getRequests, reject, respondWith } from '@tideline/web-kit/testing/server.ts'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { leaveFor } from '../layout/leave.ts'
import { showBackOffice } from '../testing/show.tsx'

vi.mock('../layout/leave.ts', () => ({ leaveFor: vi.fn() }))

const [policies] = getExample(searchEverything).groups
const hit = policies?.hits[0]
const agency = getExample(getAdminAgency)
const wanted = (request: Request) => new URL(request.url).searchParams.get('q')

/** The box, opened by its key from a page that has a search of its own. */
async function opened(...roles: string[]) {
  const screen = await showBackOffice('/agencies', ...roles)
  await expect.element(screen.getByRole('table')).toBeVisible()
  await userEvent.keyboard('/')
  const box = screen.getByRole('combobox', { name: 'Search everything' })
  await expect.element(box).toHaveFocus()
  return { screen, box }
}

it('a slash opens the search from any page, and the keys alone open what was found', async () => {
  if (!policies || !hit) throw new Error('The contract shows a policy that is found.')
  respondWith(searchEverything, {
    groups: [
      { ...policies, isMore: false },
      {
        kind: 'agencies',
        isMore: false,
        hits: [{ ...hit, id: agency.id, title: agency.company, status: 'A', amount: null }],
      },
    ],
  })
  const { screen, box } = await opened('superuser')
  await box.fill('marina')
  const first = screen.getByRole('option', { name: new RegExp(hit.title) })
  await expect.element(first).toHaveAttribute('aria-selected', 'true')
  await expect.element(screen.getByRole('group', { name: 'Agencies' }).getByText('Active')).toBeVisible()
  // The second of two groups: past all that was found of the first.
  await userEvent.keyboard(`${'{ArrowDown}'.repeat(policies.hits.length)}{Enter}`)
  await expect.element(box).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Agency' })).toBeVisible()
  expect(getRequests(searchEverything).map(wanted)).toEqual(['marina'])
})

it('a policy is opened in the portal by who may not open the back office’s policies', async () => {
  vi.mocked(leaveFor).mockClear()
  const { screen, box } = await opened('financeadmin')
  await box.fill('marina')
  await screen.getByRole('option', { name: new RegExp(hit?.title ?? '-') }).click()
  expect(leaveFor).toHaveBeenCalledWith(`/policy/embed/${hit?.id}`)
})

it('where there is more, the whole list is one of the ways on', async () => {
  const { screen, box } = await opened('superuser')
  await box.fill('marina')
  await screen.getByRole('option', { name: 'All policies with “marina”' }).click()
  await expect.element(screen.getByPlaceholder('Policy, insured or address')).toHaveValue('marina')
})

it('the search says that it looks, that nothing was found, and that it did not answer', async () => {
  delayResponses(searchEverything)
  const { screen, box } = await opened('superuser')
  await expect.element(screen.getByRole('option', { name: 'Settings' })).toBeVisible()
  await box.fill('mar')
  await expect.element(screen.getByText('Looking …')).toBeVisible()
  respondWith(searchEverything, { groups: [] })
  await box.fill('marz')
  await expect.element(screen.getByText('No results for “marz”.', { exact: false })).toBeVisible()
  reject(searchEverything, 500, { message: 'Something went wrong on our side.' })
  await box.fill('marzi')
  await expect.element(screen.getByRole('alert')).toBeVisible()
  respondWith(searchEverything, { groups: [] })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('No results for “marzi”.', { exact: false })).toBeVisible()
})
