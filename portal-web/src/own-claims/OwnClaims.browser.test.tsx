import { getConfirmation, listOwnClaims, reportOwnClaim, uploadClaimPhoto } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
  waitForPaint,
} from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { OwnClaimPage } from './OwnClaimPage.tsx'
import { OwnClaimsCard } from './OwnClaims.card.tsx'
import { ReportClaimPage } from './ReportClaimPage.tsx'

const confirmation = getExample(getConfirmation)
const { policyNo } = confirmation.payload
const getPolicy = (allowed: boolean, reason: string | null = null) => ({
  ...confirmation.payload,
  inceptionDate: '2020-01-01',
  expirationDate: '2099-01-01',
  phone: '813-555-0142',
  can: confirmation.payload.can.map((one) => (one.action === 'reportOwnClaim' ? { ...one, allowed, reason } : one)),
})
const [claim] = getExample(listOwnClaims).payload
if (!claim) throw new Error('The contract shows no claim of a policyholder.')
const respondWithClaim = (more: Partial<typeof claim> = {}) =>
  respondWith(listOwnClaims, { ...getExample(listOwnClaims), payload: [{ ...claim, policyNo, ...more }] })
const respondWithPolicy = (allowed: boolean, reason: string | null = null) =>
  respondWith(getConfirmation, { ...confirmation, payload: getPolicy(allowed, reason) })

const openClaim = (claimId = claim.id) =>
  renderScreen(
    <main className="page">
      <OwnClaimPage />
    </main>,
    {
      at: `/policyholder/policies/${policyNo}/claims/${claimId}`,
      path: '/policyholder/policies/:policyNo/claims/:claimId',
    },
  )
const openReport = () =>
  renderScreen(
    <main className="page">
      <ReportClaimPage />
    </main>,
    { at: `/policyholder/policies/${policyNo}/report-claim`, path: '/policyholder/policies/:policyNo/report-claim' },
  )
const photo = (name = 'image.jpg', type = 'image/jpeg') => new File(['bytes'], name, { type })

// The mock server replaces `fetch`. Without this type, uploads are sent with `fetch`, too.
beforeEach(() => vi.stubGlobal('XMLHttpRequest', undefined))
afterEach(async () => {
  vi.unstubAllGlobals()
  await page.viewport(1280, 800)
})

describe('card with the claims of a policyholder (CLM-3)', () => {
  it('lists the reported claims and links to the report page', async () => {
    respondWithClaim()
    const screen = await renderScreen(<OwnClaimsCard policy={getPolicy(true)} />)
    await expect
      .element(screen.getByRole('link', { name: claim.claimNumber }))
      .toHaveAttribute('href', `/policyholder/policies/${policyNo}/claims/${claim.id}`)
    await expect
      .element(screen.getByRole('link', { name: 'Report a Claim' }))
      .toHaveAttribute('href', `/policyholder/policies/${policyNo}/report-claim`)
  })

  it('shows nothing to users who cannot report a claim as the policyholder', async () => {
    const screen = await renderScreen(<OwnClaimsCard policy={getPolicy(false)} />)
    await waitForPaint()
    expect(screen.getByRole('heading').elements()).toEqual([])
    expect(getRequests(listOwnClaims)).toHaveLength(0)
  })

  it('shows a placeholder while the claims load, an empty state, and an error with Retry', async () => {
    keepRequestsPending(listOwnClaims)
    const loading = await renderScreen(<OwnClaimsCard policy={getPolicy(true)} />)
    await expect.element(loading.getByRole('status', { name: 'Loading your claims' })).toBeVisible()
    await loading.unmount()
    respondWithError(listOwnClaims, 429, { message: 'Too many requests.' })
    const screen = await renderScreen(<OwnClaimsCard policy={getPolicy(true)} />)
    await expect.element(screen.getByText('Your claims could not be loaded')).toBeVisible()
    respondWith(listOwnClaims, { ...getExample(listOwnClaims), payload: [] })
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByText('No claims reported')).toBeVisible()
  })
})

describe('page to report a claim (CLM-3)', () => {
  beforeEach(() => respondWithPolicy(true))

  it('sends the loss once, even after a double click', async () => {
    await page.viewport(390, 844)
    const screen = await openReport()
    await screen.getByLabelText('Date of loss').fill('2026-01-02')
    await screen.getByLabelText('Cause of loss').selectOptions('Sewer backup')
    await screen.getByLabelText('What happened').fill(' Water in the laundry room. ')
    await screen.getByLabelText(/^How to reach you/).fill('After 5 p.m.')
    await expectAccessible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    keepRequestsPending(reportOwnClaim)
    const send = screen.getByRole('button', { name: 'Report claim' })
    await send.click()
    await expect.poll(() => getRequests(reportOwnClaim).length).toBe(1)
    // A locator would wait until the button is enabled again.
    screen
      .getByRole('button', { name: /Reporting/ })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    expect(getRequests(reportOwnClaim)).toHaveLength(1)
    expect(await getRequests(reportOwnClaim)[0]?.json()).toEqual({
      dateOfLoss: '2026-01-02',
      causeOfLoss: 'sewerBackup',
      description: 'Water in the laundry room.',
      contactPhone: '813-555-0142',
      contactNote: 'After 5 p.m.',
    })
  })

  it('keeps the input after a failure and retries with the same key', async () => {
    respondWithError(reportOwnClaim, 409, { code: 'already_reported', message: 'You have already reported this loss.' })
    const screen = await openReport()
    await screen.getByLabelText('Date of loss').fill('2026-01-02')
    await screen.getByLabelText('What happened').fill('Water.')
    await screen.getByRole('button', { name: 'Report claim' }).click()
    await expect.element(screen.getByText('You have already reported this loss.')).toBeVisible()
    await expect.element(screen.getByLabelText('What happened')).toHaveValue('Water.')
    await screen.getByRole('button', { name: 'Report claim' }).click()
    await expect.poll(() => getRequests(reportOwnClaim).length).toBe(2)
    await screen.getByLabelText('What happened').fill('Mud.')
    await screen.getByRole('button', { name: 'Report claim' }).click()
    await expect.poll(() => getRequests(reportOwnClaim).length).toBe(3)
    const [first, second, third] = getRequests(reportOwnClaim).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(first).toBe(second)
    expect(third).not.toBe(first)
  })

  it('points at missing and invalid fields without sending anything', async () => {
    const screen = await openReport()
    await screen.getByLabelText('Date of loss').fill('2019-12-31')
    await screen.getByLabelText('Phone').fill('555')
    await screen.getByRole('button', { name: 'Report claim' }).click()
    for (const name of [/within the coverage period/, /Describe what happened/, /phone number with ten digits/])
      await expect.element(screen.getByRole('link', { name })).toBeVisible()
    expect(getRequests(reportOwnClaim)).toHaveLength(0)
  })

  it('explains why a claim cannot be reported', async () => {
    respondWithPolicy(false, 'The policy has not incepted yet.')
    const screen = await openReport()
    await expect.element(screen.getByText('The policy has not incepted yet.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Report claim' })).not.toBeInTheDocument()
  })

  it('shows a placeholder while the policy loads', async () => {
    keepRequestsPending(getConfirmation)
    const screen = await openReport()
    await expect.element(screen.getByRole('status', { name: 'Loading the policy' })).toBeVisible()
  })
})

describe('page of a reported claim (CLM-3, CLM-4)', () => {
  it.each([390, 1280])('shows the claim and its photos (%i px)', async (width) => {
    await page.viewport(width, 800)
    respondWithClaim()
    const screen = await openClaim()
    await expect.element(screen.getByText('We received your claim.')).toBeVisible()
    await expect.element(screen.getByText(/^photo_1\.jpg/)).toBeVisible()
    await expectAccessible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })

  it('uploads photos one after the other, without their location by default', async () => {
    respondWithClaim()
    const screen = await openClaim()
    await screen.getByLabelText('Photos to upload').upload([photo('image.jpg'), photo('image.jpg')])
    await screen.getByLabelText('Photo from the camera').upload(photo('image.png', 'image/png'))
    await expectAccessible()
    await screen.getByRole('button', { name: 'Upload photos' }).click()
    await expect.poll(() => getRequests(uploadClaimPhoto).length).toBe(3)
    const forms = await Promise.all(getRequests(uploadClaimPhoto).map((request) => request.clone().formData()))
    expect(forms.map((form) => form.get('location'))).toEqual(['remove', 'remove', 'remove'])
    const keys = getRequests(uploadClaimPhoto).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(3)
    await expect.element(screen.getByRole('list', { name: 'Selected photos' })).not.toBeInTheDocument()
    await expect.poll(() => getRequests(listOwnClaims).length).toBe(2)
  })

  it('keeps the location only if the policyholder checks the box', async () => {
    respondWithClaim()
    const screen = await openClaim()
    await screen.getByLabelText('Photos to upload').upload(photo())
    const box = screen.getByRole('checkbox', { name: 'Keep the location in these photos' })
    await expect.element(box).not.toBeChecked()
    await expect.element(box).toHaveAccessibleDescription(/Adjusters use it only to confirm/)
    await box.click()
    await screen.getByRole('button', { name: 'Upload photos' }).click()
    await expect.poll(() => getRequests(uploadClaimPhoto).length).toBe(1)
    expect((await getRequests(uploadClaimPhoto)[0]?.clone().formData())?.get('location')).toBe('keep')
  })

  it('shows the progress in bytes while photos are uploaded', async () => {
    respondWithClaim()
    const { promise: pending, resolve: respond } = Promise.withResolvers<void>()
    let count = 0
    respondWith(uploadClaimPhoto, async () => {
      count++
      if (count === 2) await pending
      return getExample(uploadClaimPhoto)
    })
    const screen = await openClaim()
    const large = new File(['x'.repeat(3000)], 'large.jpg', { type: 'image/jpeg' })
    const small = new File(['x'.repeat(1000)], 'small.jpg', { type: 'image/jpeg' })
    await screen.getByLabelText('Photos to upload').upload([large, small])
    await screen.getByRole('button', { name: 'Upload photos' }).click()
    await expect.element(screen.getByText('Uploading 2 of 2…')).toBeVisible()
    const bar = screen.getByRole('progressbar', { name: 'Upload progress' })
    await expect.element(bar).toHaveAttribute('max', '4000')
    expect(Number(bar.element().getAttribute('value'))).toBeGreaterThanOrEqual(3000)
    respond()
    await expect.element(bar).not.toBeInTheDocument()
  })

  it('retries a photo with the same key after a failure, and again when the connection returns', async () => {
    respondWithClaim()
    respondWithError(uploadClaimPhoto, 429, { message: 'Too many requests.' })
    const screen = await openClaim()
    await screen.getByLabelText('Photos to upload').upload(photo())
    await screen.getByRole('button', { name: 'Upload photos' }).click()
    await expect.element(screen.getByText('Too many requests.')).toBeVisible()
    const before = getRequests(uploadClaimPhoto).length
    await screen.getByRole('button', { name: 'Retry upload' }).click()
    await expect.poll(() => getRequests(uploadClaimPhoto).length).toBeGreaterThan(before)
    await expect.element(screen.getByRole('button', { name: 'Retry upload' })).toBeVisible()
    respondWith(uploadClaimPhoto, getExample(uploadClaimPhoto))
    window.dispatchEvent(new Event('online'))
    await expect.element(screen.getByRole('list', { name: 'Selected photos' })).not.toBeInTheDocument()
    const keys = getRequests(uploadClaimPhoto).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(1)
  })

  it('shows why a photo was rejected, uploads the others, and lets the policyholder remove it', async () => {
    respondWithClaim()
    let count = 0
    respondWith(uploadClaimPhoto, () => {
      count++
      return getExample(uploadClaimPhoto)
    })
    const screen = await openClaim()
    await screen.getByLabelText('Photos to upload').upload([photo('image.heic', 'image/heic'), photo()])
    await expect.element(screen.getByText('Only JPEG and PNG photos can be uploaded.')).toBeVisible()
    await screen.getByRole('button', { name: 'Upload photos' }).click()
    await expect.poll(() => count).toBe(1)
    await screen.getByRole('button', { name: 'Remove photo 1, image.heic' }).click()
    await expect.element(screen.getByRole('list', { name: 'Selected photos' })).not.toBeInTheDocument()
  })

  it("shows the server's reason for a rejected photo and does not send it again", async () => {
    respondWithClaim()
    respondWithError(uploadClaimPhoto, 422, { code: 'damaged_photo', message: 'Photo: the photo is damaged.' })
    const screen = await openClaim()
    await screen.getByLabelText('Photos to upload').upload(photo())
    await screen.getByRole('button', { name: 'Upload photos' }).click()
    await expect.element(screen.getByText('Photo: the photo is damaged.')).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Upload photos' }))
      .toHaveAccessibleDescription('Add another photo first.')
  })

  it('accepts at most 20 photos', async () => {
    respondWithClaim({ photos: Array.from({ length: 18 }, (_, n) => ({ ...claim.photos[0], id: String(n) }) as never) })
    const screen = await openClaim()
    await screen.getByLabelText('Photos to upload').upload([photo(), photo(), photo()])
    await expect.element(screen.getByText(/A claim can have at most 20 photos\./)).toBeVisible()
    await expect
      .element(screen.getByRole('button', { name: 'Choose photos' }))
      .toHaveAccessibleDescription('20 photos at most.')
  })

  it('does not offer uploads for a closed claim', async () => {
    respondWithClaim({ status: 'Closed', canAddPhotos: false, photos: [] })
    const screen = await openClaim()
    await expect.element(screen.getByText(/does not accept more photos online/)).toBeVisible()
    await expect.element(screen.getByText('No photos yet')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Choose photos' })).not.toBeInTheDocument()
  })

  it('explains that an unknown claim was not found', async () => {
    respondWithClaim()
    const screen = await openClaim('c1a10000-0000-4000-8000-000000000009')
    await expect.element(screen.getByText('Claim not found')).toBeVisible()
  })

  it('shows a placeholder while the claim loads, and an error with Retry', async () => {
    keepRequestsPending(listOwnClaims)
    const loading = await openClaim()
    await expect.element(loading.getByRole('status', { name: 'Loading your claim' })).toBeVisible()
    await loading.unmount()
    respondWithError(listOwnClaims, 429, { message: 'Too many requests.' })
    const screen = await openClaim()
    await expect.element(screen.getByText('Your claim could not be loaded')).toBeVisible()
    respondWithClaim()
    await screen.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByText('We received your claim.')).toBeVisible()
  })
})
