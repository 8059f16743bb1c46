import { createProofLink, listProofLinks, revokeProofLink, viewProofOfInsurance } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ProofLinksDialog } from './ProofLinksDialog.tsx'
import { ProofPage } from './ProofPage.tsx'

const token = 'kW5n3yQ0uX8mJr2cVt7bZp1eLh9sGd4fAa6oYi5qRxE'
const openPage = (hash = `#${token}`) =>
  renderScreen(
    <main className="page">
      <ProofPage />
    </main>,
    { at: `/proof-of-insurance${hash}`, path: '/proof-of-insurance' },
  )
const openDialog = (isReadonly = false) =>
  renderScreen(<ProofLinksDialog policyNo="RFL3000101" isReadonly={isReadonly} onClose={() => undefined} />)

afterEach(() => page.viewport(1280, 800))

describe('proof of insurance page (POL-15)', () => {
  it.each([390, 1280])('shows the policy of the link (%i px)', async (width) => {
    await page.viewport(width, 800)
    const screen = await openPage()
    await expect.element(screen.getByText('Marina Sample')).toBeVisible()
    await expect.element(screen.getByText('Coverage is in effect until 06/15/2027.')).toBeVisible()
    expect(await getRequests(viewProofOfInsurance)[0]?.json()).toEqual({ token })
    await expectAccessible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })

  it('shows why a revoked link does not work', async () => {
    const message = 'This link was revoked. Ask the policyholder or the agency for a new one.'
    respondWithError(viewProofOfInsurance, 410, { code: 'link_revoked', message })
    const screen = await openPage()
    await expect.element(screen.getByText(message)).toBeVisible()
  })

  it('shows a placeholder while the policy loads', async () => {
    keepRequestsPending(viewProofOfInsurance)
    const screen = await openPage()
    await expect.element(screen.getByRole('status', { name: 'Loading the proof of insurance' })).toBeVisible()
  })

  it.each([400, 404])('explains that an unknown link does not work (%i)', async (status) => {
    respondWithError(viewProofOfInsurance, status, { message: 'Unknown token.' })
    const screen = await openPage()
    await expect.element(screen.getByText('This link does not work')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Retry' })).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('shows an error and loads the policy on Retry', async () => {
    respondWithError(viewProofOfInsurance, 429, { message: 'Too many requests.' })
    const screen = await openPage()
    await expect.element(screen.getByText('The proof of insurance could not be loaded')).toBeVisible()
    respondWith(viewProofOfInsurance, getExample(viewProofOfInsurance))
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByText('Marina Sample')).toBeVisible()
  })

  it('explains that a link without a token is not complete', async () => {
    const screen = await openPage('')
    await expect.element(screen.getByText('This link is not complete')).toBeVisible()
    expect(getRequests(viewProofOfInsurance)).toHaveLength(0)
  })
})

describe('proof of insurance links dialog (POL-15)', () => {
  it('creates a link and shows its URL once', async () => {
    const screen = await openDialog()
    await screen.getByLabelText(/^Recipient/).fill(' Gulf Sample Bank ')
    await screen.getByRole('button', { name: 'Create link' }).click()
    await expect.element(screen.getByLabelText('New link')).toHaveValue(getExample(createProofLink).payload.url)
    expect(await getRequests(createProofLink)[0]?.json()).toEqual({
      recipientName: 'Gulf Sample Bank',
      expiresInDays: 30,
    })
    await expectAccessible()
  })

  it('keeps the input and shows the reason if the request is rejected', async () => {
    respondWithError(createProofLink, 409, { code: 'too_many_links', message: 'Revoke a link first.' })
    const screen = await openDialog()
    await screen.getByLabelText(/^Recipient/).fill('Gulf Sample Bank')
    await screen.getByRole('button', { name: 'Create link' }).click()
    await expect.element(screen.getByText('Revoke a link first.')).toBeVisible()
    await expect.element(screen.getByLabelText(/^Recipient/)).toHaveValue('Gulf Sample Bank')
  })

  it('revokes a link after confirmation', async () => {
    const screen = await openDialog()
    await screen.getByRole('button', { name: 'Revoke link for Gulf Sample Bank' }).click()
    await screen.getByRole('button', { name: 'Revoke link', exact: true }).click()
    await expect.poll(() => getRequests(revokeProofLink).length).toBe(1)
  })

  it('shows a placeholder while the links load', async () => {
    keepRequestsPending(listProofLinks)
    const screen = await openDialog()
    await expect.element(screen.getByRole('status', { name: 'Loading the links' })).toBeVisible()
  })

  it('shows an error and loads the links on Retry', async () => {
    respondWithError(listProofLinks, 429, { message: 'Too many requests.' })
    const screen = await openDialog()
    await expect.element(screen.getByText('The links could not be loaded')).toBeVisible()
    respondWith(listProofLinks, getExample(listProofLinks))
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByText('Gulf Sample Bank')).toBeVisible()
  })

  it('shows why a link could not be revoked', async () => {
    respondWithError(revokeProofLink, 409, { message: 'The link was revoked before.' })
    const screen = await openDialog()
    await screen.getByRole('button', { name: 'Revoke link for Gulf Sample Bank' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Revoke link for Gulf Sample Bank' })
    await confirmation.getByRole('button', { name: 'Revoke link', exact: true }).click()
    await expect.element(confirmation.getByText('The link was revoked before.')).toBeVisible()
  })

  it('shows an empty list, and no form to read-only users', async () => {
    respondWith(listProofLinks, { ...getExample(listProofLinks), payload: [] })
    const screen = await openDialog(true)
    await expect.element(screen.getByText('No links yet')).toBeVisible()
    await expect.element(screen.getByLabelText(/^Recipient/)).not.toBeInTheDocument()
  })
})
