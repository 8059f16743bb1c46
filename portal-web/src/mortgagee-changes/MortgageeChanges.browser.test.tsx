import {
  getCatalogues,
  getConfirmation,
  getPolicyLiens,
  listOwnMortgageeChanges,
  requestMortgageeChange,
  withdrawMortgageeChange,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
  waitForPaint,
} from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { MortgageeChangeCard } from './MortgageeChange.card.tsx'
import { RequestMortgageeChangePage } from './RequestMortgageeChangePage.tsx'

const confirmation = getExample(getConfirmation)
const { policyNo } = confirmation.payload
const getPolicy = (reason: string | null = null, kind: 'insured' | 'agent' = 'insured') => ({
  ...confirmation.payload,
  viewer: { ...confirmation.payload.viewer, kind },
  can: confirmation.payload.can.map((one) =>
    one.action === 'requestMortgageeChange' ? { ...one, allowed: reason === null, reason } : one,
  ),
})
const [change] = getExample(listOwnMortgageeChanges).payload
if (!change) throw new Error('The contract shows no mortgagee change request.')
const [lienholder] = getExample(getPolicyLiens).payload
if (!lienholder) throw new Error('The contract shows no lienholder.')
const respondWithChange = (more: Partial<typeof change> = {}) =>
  respondWith(listOwnMortgageeChanges, { ...getExample(listOwnMortgageeChanges), payload: [{ ...change, ...more }] })
const renderCard = (...policy: Parameters<typeof getPolicy>) =>
  renderScreen(
    <main className="page">
      <MortgageeChangeCard policy={getPolicy(...policy)} />
    </main>,
  )
async function renderExpandedCard() {
  const screen = await renderCard()
  await expandSections('Mortgagee Changes')
  return screen
}
const openPage = () =>
  renderScreen(
    <main className="page">
      <RequestMortgageeChangePage />
    </main>,
    { at: `/policyholder/policies/${policyNo}/mortgagee-change`, path: '/policyholder/policies/:policyNo/:page' },
  )
const letter = (name = 'letter.pdf', type = 'application/pdf') => new File(['bytes'], name, { type })
const missingCode = { code: 'missing_code', message: 'Please confirm your identity first.' }

afterEach(() => page.viewport(1280, 800))

describe('card with the mortgagee changes of a policyholder (UI-18)', () => {
  it.each([390, 1280])('shows the open request with the date of the decision (%i px)', async (width) => {
    await page.viewport(width, 800)
    respondWithChange()
    const screen = await renderCard()
    await expect.element(screen.getByText('In review: Add Gulf Sample Bank')).toBeVisible()
    await expandSections('Mortgagee Changes')
    await expect.element(screen.getByText('In review', { exact: true })).toBeVisible()
    await expect.element(screen.getByText('Add Gulf Sample Bank', { exact: true })).toBeVisible()
    await expect.element(screen.getByText(/^We will decide by 11\/25\/2026 and email you\./)).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Request a Change' })).not.toBeInTheDocument()
    await expectAccessible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })

  it('withdraws the request after a confirmation, and shows why it failed', async () => {
    respondWithChange()
    respondWithError(withdrawMortgageeChange, 409, { code: 'request_closed', message: 'The request is closed.' })
    const screen = await renderExpandedCard()
    await screen.getByRole('button', { name: 'Withdraw request' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Withdraw the request?' })
    await dialog.getByRole('button', { name: 'Withdraw request' }).click()
    await expect.element(dialog.getByText('The request is closed.')).toBeVisible()
    respondWith(withdrawMortgageeChange, getExample(withdrawMortgageeChange))
    await dialog.getByRole('button', { name: 'Withdraw request' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(() => getRequests(listOwnMortgageeChanges).length).toBe(2)
  })

  it('asks for the emailed code before a withdrawal if the link could have been seen by others', async () => {
    respondWithChange()
    respondWithError(withdrawMortgageeChange, 403, missingCode)
    const screen = await renderExpandedCard()
    await screen.getByRole('button', { name: 'Withdraw request' }).click()
    await screen.getByRole('dialog').getByRole('button', { name: 'Withdraw request' }).click()
    await expect.element(screen.getByText(/^Before you change your mortgagee, confirm your identity/)).toBeVisible()
  })

  it.each([
    ['approved', null, 'Approved', /^We approved your request/],
    ['rejected', 'The letter names another loan.', 'Not approved', /The letter names another loan\.$/],
    ['withdrawn', null, 'Withdrawn', /^You withdrew this request/],
    ['superseded', null, 'Closed', /were changed in the meantime/],
    ['policyEnded', null, 'Closed', /because the policy ended/],
  ] as const)('shows a request that is %s, and the button for a new one', async (status, reason, badge, text) => {
    respondWithChange({ status, reason, decidedAt: '2026-11-20T15:00:00Z' })
    const screen = await renderExpandedCard()
    await expect.element(screen.getByText(badge, { exact: true })).toBeVisible()
    await expect.element(screen.getByText(text)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'Request a Change' }))
      .toHaveAttribute('href', `/policyholder/policies/${policyNo}/mortgagee-change`)
  })

  it('shows a placeholder while the requests load, an empty state, and an error with Retry', async () => {
    keepRequestsPending(listOwnMortgageeChanges)
    const loading = await renderExpandedCard()
    await expect.element(loading.getByRole('status', { name: 'Loading your mortgagee changes' })).toBeVisible()
    await loading.unmount()
    respondWithError(listOwnMortgageeChanges, 429, { message: 'Too many requests.' })
    const screen = await renderExpandedCard()
    await expect.element(screen.getByText('Your mortgagee changes could not be loaded')).toBeVisible()
    respondWith(listOwnMortgageeChanges, { ...getExample(listOwnMortgageeChanges), payload: [] })
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByText('No mortgagee changes requested')).toBeVisible()
  })

  it('is hidden from agents, and on a policy that has ended without a request', async () => {
    const agent = await renderCard(null, 'agent')
    await waitForPaint()
    expect(agent.getByRole('heading').elements()).toEqual([])
    expect(getRequests(listOwnMortgageeChanges)).toHaveLength(0)
    await agent.unmount()
    respondWith(listOwnMortgageeChanges, { ...getExample(listOwnMortgageeChanges), payload: [] })
    const ended = await renderCard('The policy is cancelled.')
    await expect.poll(() => getRequests(listOwnMortgageeChanges).length).toBe(1)
    await waitForPaint()
    expect(ended.getByRole('heading').elements()).toEqual([])
  })
})

describe('page to request a mortgagee change (POL-19)', () => {
  beforeEach(() => respondWith(getConfirmation, { ...confirmation, payload: getPolicy() }))

  it('starts a replacement with the data of the lender, and sends it with its proof once', async () => {
    await page.viewport(390, 844)
    const screen = await openPage()
    await expect.element(screen.getByLabelText('Loan number')).toHaveValue(lienholder.reference)
    await screen.getByLabelText('Loan number').fill(' LN-552010 ')
    await screen.getByLabelText('Files to upload').upload([letter(), letter('page-2.jpg', 'image/jpeg')])
    await screen.getByLabelText(/^Message/).fill('The loan was sold.')
    await expectAccessible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    keepRequestsPending(requestMortgageeChange)
    await screen.getByRole('button', { name: 'Send request' }).click()
    await expect.poll(() => getRequests(requestMortgageeChange).length).toBe(1)
    // A locator would wait until the button is enabled again.
    screen
      .getByRole('button', { name: /Sending/ })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    expect(getRequests(requestMortgageeChange)).toHaveLength(1)
    const form = await getRequests(requestMortgageeChange)[0]?.clone().formData()
    const fields = Object.fromEntries([...(form ?? [])].filter(([name]) => !name.startsWith('proof')))
    expect(fields).toEqual({
      ...{ kind: 'replace', lienholderId: lienholder.lienholderId, name: lienholder.name1, addr1: lienholder.addr1 },
      ...{ city: lienholder.city, state: lienholder.state, zip: lienholder.zip, loanNumber: 'LN-552010' },
      ...{ mortgageClause: lienholder.mortgageClause, note: 'The loan was sold.' },
    })
    expect(form?.get('proofType')).toBe('lenderLetter')
    expect([form?.get('proof'), form?.get('proof2')].map((file) => (file as File).name)).toEqual([
      ...['letter.pdf', 'page-2.jpg'],
    ])
  })

  it('adds a lender with empty fields, and points at missing ones without sending anything', async () => {
    const screen = await openPage()
    await screen.getByRole('radio', { name: /^Add a lender/ }).click()
    await expect.element(screen.getByLabelText('Loan number')).toHaveValue('')
    await screen.getByRole('button', { name: 'Send request' }).click()
    for (const name of [/lender’s name/, /lender’s address/, /state/, /loan number/, /five digits/])
      await expect.element(screen.getByRole('link', { name })).toBeVisible()
    expect(getRequests(requestMortgageeChange)).toHaveLength(0)
  })

  it('removes a lender without its data, and requires proof', async () => {
    const screen = await openPage()
    await screen.getByRole('radio', { name: /^Remove a lender/ }).click()
    await expect.element(screen.getByText(/will be removed\.$/)).toBeVisible()
    await screen.getByRole('button', { name: 'Send request' }).click()
    await expect.element(screen.getByText('Add the document that shows the change.')).toBeVisible()
    expect(getRequests(requestMortgageeChange)).toHaveLength(0)
    await screen.getByLabelText('Files to upload').upload(letter('page.html', 'text/html'))
    await expect.element(screen.getByText('page.html is not a PDF, JPEG or PNG file.')).toBeVisible()
    await screen.getByLabelText('Files to upload').upload([letter(), letter('wrong.pdf')])
    await screen.getByRole('button', { name: 'Remove file 2, wrong.pdf' }).click()
    await screen.getByRole('button', { name: 'Send request' }).click()
    await expect.poll(() => getRequests(requestMortgageeChange).length).toBe(1)
    const form = await getRequests(requestMortgageeChange)[0]?.clone().formData()
    expect([...(form?.keys() ?? [])].toSorted()).toEqual(['kind', 'lienholderId', 'proof', 'proofType'])
    expect(form?.get('proofType')).toBe('payoffLetter')
  })

  it('says that the policyholder will be billed if the removed lender pays for the policy (BIL-18)', async () => {
    respondWith(getPolicyLiens, { ...getExample(getPolicyLiens), payload: [lienholder] })
    respondWith(getConfirmation, { ...confirmation, payload: { ...getPolicy(), isBilledToLender: true } })
    const screen = await openPage()
    await screen.getByRole('radio', { name: /^Remove a lender/ }).click()
    await expect
      .element(screen.getByText(/If we approve the removal, we bill you, and you have at least 30/))
      .toBeVisible()
  })

  it('offers only an addition if the policy has no lienholder', async () => {
    respondWith(getPolicyLiens, { ...getExample(getPolicyLiens), payload: [] })
    const screen = await openPage()
    await expect.element(screen.getByLabelText('Loan number')).toHaveValue('')
    await expect.element(screen.getByRole('radio')).not.toBeInTheDocument()
  })

  it('lets the policyholder select one of several lenders', async () => {
    const second = { ...lienholder, lienholderId: '00000009-0002-4000-8001-000003000103', name1: 'Second Demo Bank' }
    respondWith(getPolicyLiens, { ...getExample(getPolicyLiens), payload: [lienholder, second] })
    const screen = await openPage()
    await screen.getByLabelText('Lender to change').selectOptions(second.lienholderId)
    await expect.element(screen.getByLabelText('Lender’s name')).toHaveValue('Second Demo Bank')
  })

  it('keeps the input and the key when the request fails, and asks for the emailed code if needed', async () => {
    respondWithError(requestMortgageeChange, 415, { code: 'unsupported_file', message: 'Proof: upload a PDF file.' })
    const screen = await openPage()
    await screen.getByLabelText('Files to upload').upload(letter())
    await screen.getByRole('button', { name: 'Send request' }).click()
    await expect.element(screen.getByText('Proof: upload a PDF file.')).toBeVisible()
    respondWithError(requestMortgageeChange, 403, missingCode)
    await screen.getByRole('button', { name: 'Send request' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Confirm your identity' })).toBeVisible()
    const keys = getRequests(requestMortgageeChange).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(1)
  })

  it('explains why a change cannot be requested', async () => {
    respondWith(getConfirmation, { ...confirmation, payload: getPolicy('The policy is pending cancellation.') })
    const screen = await openPage()
    await expect.element(screen.getByText('The policy is pending cancellation.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Send request' })).not.toBeInTheDocument()
  })

  it('shows a placeholder while the data loads, and an error with Retry', async () => {
    keepRequestsPending(getCatalogues)
    const loading = await openPage()
    await expect.element(loading.getByRole('status', { name: 'Loading the policy' })).toBeVisible()
    await loading.unmount()
    respondWithError(getCatalogues, 429, { message: 'Too many requests.' })
    const screen = await openPage()
    await expect.element(screen.getByText('The policy could not be loaded')).toBeVisible()
    respondWith(getCatalogues, getExample(getCatalogues))
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByRole('button', { name: 'Send request' })).toBeVisible()
  })
})
