import { listLatestDocuments, listOwnPolicies } from '@tideline/sdk/operations'
import { writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { AllDocumentsPage } from './AllDocumentsPage.tsx'

const open = (at = '/policyholder/all-documents') =>
  renderScreen(
    <main className="page">
      <AllDocumentsPage />
    </main>,
    { at, path: '/policyholder/all-documents' },
  )
const [first, second] = getExample(listOwnPolicies).payload
if (!first || !second) throw new Error('The contract shows two policies of an insured.')
const requestedPolicies = () => getRequests(listLatestDocuments).map(({ url }) => /[A-Z]{3}\d{7}/.exec(url)?.[0])

beforeEach(() =>
  writeSession({ accountType: 'policyholder', user: 'insured', token: 't', expiresAt: '2099-01-01T00:00:00.000Z' }),
)
afterEach(() => page.viewport(1280, 800))

describe('documents of all policies (UI-16)', () => {
  it.each([390, 1280])('shows the documents of the first policy, and loads others on demand (%i px)', async (width) => {
    await page.viewport(width, 800)
    const screen = await open()
    const article = screen.getByRole('article', { name: first.policyNo })
    await expect.element(article.getByRole('listitem').first()).toBeVisible()
    expect(requestedPolicies()).toEqual([first.policyNo])
    await expectAccessible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.getByRole('button', { name: second.address }).click()
    await expect
      .element(screen.getByRole('article', { name: second.policyNo }).getByRole('listitem').first())
      .toBeVisible()
    expect(requestedPolicies()).toEqual([first.policyNo, second.policyNo])
  })

  it('stores the expanded policies in the URL', async () => {
    const screen = await open(`/policyholder/all-documents?policy=${second.policyNo}`)
    await expect.element(screen.getByRole('button', { name: second.address })).toHaveAttribute('aria-expanded', 'true')
    await expect.element(screen.getByRole('button', { name: first.address })).toHaveAttribute('aria-expanded', 'false')
    await screen.getByRole('button', { name: second.address }).click()
    await expect.element(screen.getByRole('button', { name: second.address })).toHaveAttribute('aria-expanded', 'false')
    await expect.element(screen.getByRole('button', { name: first.address })).toHaveAttribute('aria-expanded', 'false')
  })

  it('explains why a document cannot be opened yet', async () => {
    const { payload, ...rest } = getExample(listLatestDocuments)
    const restriction = 'You can open this document once the policy is paid.'
    respondWith(listLatestDocuments, { ...rest, payload: payload.slice(0, 1).map((row) => ({ ...row, restriction })) })
    const screen = await open()
    await expect.element(screen.getByText(restriction)).toBeVisible()
    expect(screen.getByRole('listitem').getByRole('button').elements()).toEqual([])
  })

  it('shows a skeleton while loading, and an empty list', async () => {
    keepRequestsPending(listLatestDocuments)
    const screen = await open()
    await expect.element(screen.getByRole('status', { name: 'Loading the documents' })).toBeVisible()
    await screen.unmount()
    respondWith(listLatestDocuments, { ...getExample(listLatestDocuments), payload: [] })
    const empty = await open()
    await expect.element(empty.getByText('No documents yet')).toBeVisible()
  })

  it('shows an error with Retry for one policy only', async () => {
    respondWithError(listLatestDocuments, 429, { message: 'Too many requests.' })
    const screen = await open()
    await expect.element(screen.getByText('The documents could not be loaded')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: second.address })).toBeVisible()
  })
})
