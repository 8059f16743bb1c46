import {
  cancelPolicy,
  getCancellation,
  getPolicyDocuments,
  prepareDocumentsToSign,
  previewCancellation,
  signDocuments,
  uploadDocuments,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { getRequests, respondWith, respondWithError, waitForPaint } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ContinueCancellationButton } from './ContinueCancellationButton.tsx'
import {
  beforeInceptionCancelReason,
  buildCancelReason,
  buildingSoldCancelReason,
  mockCancelReasons,
  mockPendingCancellation,
  openCancelForm,
  type PolicyOptions,
} from './testing.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const mockNoDocumentsToSign = () => {
  const { payload, ...rest } = getExample(prepareDocumentsToSign)
  respondWith(prepareDocumentsToSign, { ...rest, payload: { ...payload, documentsWithSignatures: [] } })
}
const paper = new File(['%PDF-1.4 sold'], 'closing statement.pdf', { type: 'application/pdf' })
const noDocuments = 'There are no cancel documents to sign. Please click on the Cancel Policy button to continue.'

/** Selects Building Sold as staff, submits the request, and stops at the upload step. */
async function openUploadStep(seen: PolicyOptions = {}) {
  mockCancelReasons(buildingSoldCancelReason, buildCancelReason({}))
  mockPendingCancellation({ reasonCode: '01', reasonName: 'Building Sold', isReviewedAutomatically: false })
  mockNoDocumentsToSign()
  const opened = await openCancelForm(seen)
  const { form, submitRequest } = opened
  await form.getByRole('combobox', { name: 'Reason' }).selectOptions('01')
  await form.getByLabelText(/^Date of sale/).fill('2026-12-01')
  await form.getByLabelText('Notes').fill('Sold.')
  await submitRequest.click()
  await expect.element(form.getByText('Step 2 of 3')).toBeVisible()
  return { ...opened, slot: form.getByLabelText('Property Sold').last() }
}

describe('cancel wizard', () => {
  it('shows the reason code when several cancellation reasons have similar names', async () => {
    mockCancelReasons(
      buildingSoldCancelReason,
      buildCancelReason({ reasonCode: '33', reasonName: 'Insured Request' }),
      buildCancelReason({ reasonCode: '34', reasonName: 'Insured Requested' }),
    )
    const { form } = await openCancelForm()
    const reasons = form.getByRole('combobox', { name: 'Reason' })
    await expect.element(reasons.getByRole('option', { name: 'Insured Request (33)' })).toBeInTheDocument()
    await expect.element(reasons.getByRole('option', { name: 'Insured Requested (34)' })).toBeInTheDocument()
    await expect.element(reasons.getByRole('option', { name: 'Building Sold' })).toBeInTheDocument()
  })

  it('completes the reason, upload, and signature steps and reloads the cancellation after each step [D055] [D158] [D160] [D162] [D216] [D304]', async () => {
    const { screen, form, next, submit, slot } = await openUploadStep()
    expect(getRequests(cancelPolicy)).toHaveLength(1)
    const read = getRequests(getCancellation).length
    expect(read).toBeGreaterThan(0)
    const uploadRequest =
      'Please upload a closing disclosure, a settlement statement or a HUD-1: without it the cancellation will not be valid.'
    await expect.element(form.getByText(uploadRequest, { exact: true })).toBeVisible()
    await expect.element(next).toHaveAttribute('aria-disabled', 'true')
    await userEvent.upload(slot, paper)
    await expect.element(form.getByText('closing statement.pdf')).toBeVisible()
    await next.click()
    await expect.element(form.getByText('Step 3 of 3')).toBeVisible()
    const [sent] = getRequests(uploadDocuments)
    expect(new URL(sent?.url ?? '').pathname).toMatch(/\/upload\/RFL3000101\/9$/)
    expect([...((await sent?.formData()) ?? [])].map(([name, file]) => [name, (file as File).name])).toEqual([
      ['Property Sold', 'closing statement.pdf'],
    ])
    expect(getRequests(getCancellation).length).toBeGreaterThan(read)
    await expect.element(form.getByText(noDocuments)).toBeVisible()
    await submit.click()
    const box = screen.getByRole('dialog', { name: 'Cancellation is Pending' })
    await expect.element(box).toBeVisible()
    expect(getRequests(cancelPolicy)).toHaveLength(1)
  })

  it('explains before submission that the policy becomes Pending Cancel', async () => {
    mockCancelReasons(buildingSoldCancelReason, buildCancelReason({}))
    const { form } = await openCancelForm()
    const note = (text: string) => expect.element(form.getByText(text, { exact: true })).toBeVisible()
    await note('Submitting the request puts the policy in Pending Cancel. Next, you request the signatures.')
    await form.getByRole('combobox', { name: 'Reason' }).selectOptions('01')
    await note(
      'Submitting the request puts the policy in Pending Cancel. Next, you request the required document and the signatures.',
    )
  })

  it('warns on close that the submitted request stays pending', async () => {
    const { screen, form } = await openUploadStep()
    const question = screen.getByRole('dialog', { name: 'Finish this request later?' })
    await userEvent.keyboard('{Escape}')
    const text = 'The cancellation request was submitted and stays pending. You can finish it later on the policy page.'
    await expect.element(question.getByText(text)).toBeVisible()
    await question.getByRole('button', { name: 'Continue' }).click()
    await expect.element(form.getByText('Step 2 of 3')).toBeVisible()
    await form.getByRole('button', { name: 'Close' }).last().click()
    await question.getByRole('button', { name: 'Finish later' }).click()
    await expect.element(form).not.toBeInTheDocument()
    expect(getRequests(cancelPolicy)).toHaveLength(1)
  })

  it('does not request another refund preview after the request is submitted', async () => {
    const { form } = await openUploadStep()
    await expect.element(form.getByText('Step 2 of 3')).toBeVisible()
    const [preview, ...more] = getRequests(previewCancellation)
    expect(new URL(preview?.url ?? '').searchParams.get('effectiveDate')).toBe('2026-12-01')
    expect(more).toEqual([])
  })

  it('asks one question after the other, then shows the refund, what happens next and the date on the button (UI-14)', async () => {
    mockCancelReasons(buildingSoldCancelReason, buildCancelReason({}))
    const { payload, ...rest } = getExample(previewCancellation)
    const propertySold = { docTypeId: 9, docType: { type: 'Property Sold' }, isRequired: true } as const
    respondWith(previewCancellation, {
      ...rest,
      payload: {
        ...{ ...payload, effectiveDate: '2026-12-01', refundAmount: 882.57, balanceReduction: 0, balance: 0 },
        ...{ refundTo: [{ name: 'Marina Sample', amount: 882.57 }], missingDocuments: [propertySold] },
        isReviewedAutomatically: false,
      },
    })
    const { form, submitRequest } = await openCancelForm()
    expect(form.getByLabelText('Notes').elements()).toEqual([])
    await form.getByRole('combobox', { name: 'Reason' }).selectOptions('01')
    expect(form.getByRole('region', { name: 'Refund' }).elements()).toEqual([])
    await form.getByLabelText(/^Date of sale/).fill('2026-12-01')
    const refund = form.getByRole('region', { name: 'Refund' })
    await expect.poll(() => refund.element().textContent).toContain('Coverage ends12/01/2026')
    await expect.poll(() => refund.element().textContent).toContain('Refund to Marina Sample$882.57')
    const steps = refund.getByRole('list').getByRole('listitem')
    expect(steps.elements().map(({ textContent }) => textContent)).toEqual([
      'The policy changes to Pending Cancel immediately.',
      'You upload “Property Sold”.',
      'The insured and the agent sign the request. We email the insured a link.',
      'Then our staff review and complete the cancellation.',
    ])
    await expect.element(submitRequest).toHaveAccessibleName('Submit request for 12/01/2026')
    await form.getByRole('switch').click()
    await expect.element(steps.nth(2)).toHaveTextContent('The insured and the agent sign the request.')
    await expectAccessible()
    await form.getByText('How the refund is calculated').click()
    await expect.element(refund.getByText('Policy fee', { exact: true })).toBeVisible()
    await form.getByRole('combobox', { name: 'Reason' }).selectOptions('33')
    await form.getByRole('combobox', { name: 'Reason' }).selectOptions('01')
    await expect.element(submitRequest).toHaveAccessibleName(/^Submit request(?! for)/)
  })

  it('shows the return premium of an unpaid policy as a lower balance and a $0.00 refund', async () => {
    mockCancelReasons(beforeInceptionCancelReason)
    const { payload, ...rest } = getExample(previewCancellation)
    const unpaid = { refundAmount: 5459.91, balanceReduction: 5459.91, refundTo: [] }
    respondWith(previewCancellation, { ...rest, payload: { ...payload, ...unpaid } })
    const { form } = await openCancelForm({ by: 'agent' })
    const refund = form.getByRole('region', { name: 'Refund' })
    await expect.poll(() => refund.element().textContent).toContain('Return premium$5,459.91')
    await expect.poll(() => refund.element().textContent).toContain('Balance reduced by$5,459.91')
    await expect.poll(() => refund.element().textContent).toContain('Refund$0.00')
  })

  it('continues after a failed upload and lists the failed files in the dialog [D355]', async () => {
    const { screen, form, next, slot } = await openUploadStep()
    respondWithError(uploadDocuments, 415, { message: 'Files must be PDF documents.' })
    await userEvent.upload(slot, paper)
    await next.click()
    await expect.element(form.getByText('Step 3 of 3')).toBeVisible()
    await expect.element(form.getByText('closing statement.pdf: Files must be PDF documents.')).toBeVisible()
    expect(screen.getByRole('dialog', { name: 'Error' }).elements()).toEqual([])
  })

  it('shows a message and can be completed if there are no cancellation documents [D217]', async () => {
    mockCancelReasons(beforeInceptionCancelReason)
    mockPendingCancellation({ reasonCode: '13' })
    mockNoDocumentsToSign()
    const { form, submit } = await openCancelForm({ by: 'agent' })
    await submit.click()
    await expect.element(form.getByText(noDocuments)).toBeVisible()
    await expect.element(submit).not.toHaveAttribute('aria-disabled', 'true')
  })

  it('disables Cancel Policy until the request is signed, then posts the signatures once [D163] [D402]', async () => {
    mockCancelReasons(beforeInceptionCancelReason)
    mockPendingCancellation({ reasonCode: '13', isReviewedAutomatically: true })
    const consented = getExample(getPolicyDocuments)
    respondWith(getPolicyDocuments, { ...consented, payload: { ...consented.payload, hasConsented: true } })
    const { payload, ...rest } = getExample(prepareDocumentsToSign)
    const [document] = payload.documentsWithSignatures
    const [slot] = document?.signatures ?? []
    if (!document || !slot) throw new Error('The example has a document with a place to sign.')
    const open: typeof slot = {
      ...slot,
      ...{ party: 1, kind: 'signature', signatureImageId: null, signedImage: null, signedAt: null },
    }
    const withType = (docTypeId: typeof document.docTypeId, docName: string) => ({
      // The document has no file, because its rendering is tested elsewhere.
      ...{
        ...document,
        link: null,
        docTypeId,
        docName,
        policyDocId: `${document.policyDocId.slice(0, -2)}${docTypeId + 20}`,
      },
      signatures: [{ ...open, policyDocSignatureId: `${slot.policyDocSignatureId.slice(0, -2)}${docTypeId + 20}` }],
    })
    // The second document is unsigned, too, but is not part of the cancellation.
    const documentsWithSignatures = [withType(12, 'Cancellation request'), withType(2, 'Application')]
    respondWith(prepareDocumentsToSign, { ...rest, payload: { ...payload, documentsWithSignatures } })
    const { screen, form, submit } = await openCancelForm({ by: 'agent' })
    await submit.click()
    await expect.element(form.getByText('Step 1 of 1')).toBeVisible()
    await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
    expect(form.getByText('Application').elements()).toEqual([])
    await form
      .getByLabelText(/full name|your name|^name/i)
      .first()
      .fill('Harbor Agent')
    await form.getByLabelText('Use a text signature').click()
    await form.getByRole('button', { name: 'Apply', exact: true }).click()
    const finish = form.getByRole('button', { name: 'Finish signing' })
    const lead = form.getByRole('button', { name: /^(Next|Sign here)$/ })
    await vi.waitFor(async () => {
      if (finish.elements().length === 0) await lead.last().click({ timeout: 1000 })
      expect(finish.elements()).toHaveLength(1)
    })
    await finish.click()
    await expect.element(form.getByText(/You have signed the request/)).toBeVisible()
    expect(getRequests(signDocuments)).toEqual([])
    await submit.click()
    await expect.element(screen.getByRole('dialog', { name: 'Finalizing Cancellation' })).toBeVisible()
    const [sent, ...more] = getRequests(signDocuments)
    expect(more).toEqual([])
    expect(await sent?.json()).toMatchObject({
      ...{ policyNo: 'RFL3000101', isPolicySigned: false, isPolicyPaid: false },
      documentsWithSignatures: [{ docTypeId: 12, signatures: [{ party: 1 }] }],
    })
  })

  it.each([
    [
      'D167',
      true,
      'Finalizing Cancellation',
      'Your cancellation will be complete in a few minutes after an automatic review.',
    ],
    [
      'D168',
      false,
      'Cancellation is Pending',
      'An email has been sent to marina.sample@example.com for the insured to sign the cancellation request.',
    ],
  ] as const)(
    'shows the outcome exactly 1000 ms after the wizard is completed [%s] [D166]: automatic review %s, "%s"',
    async (_id, isReviewedAutomatically, title, sentence) => {
      mockCancelReasons(buildCancelReason({}))
      mockPendingCancellation({ isReviewedAutomatically, emailSentTo: 'marina.sample@example.com' })
      mockNoDocumentsToSign()
      const { screen, form, submit } = await openCancelForm()
      await form.getByLabelText('Notes').fill('Asked for by phone.')
      await submit.click()
      await expect.element(form.getByText('Step 1 of 1')).toBeVisible()
      await expect.element(submit).not.toHaveAttribute('aria-disabled', 'true')
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      // Dispatches the click inside the page. A click by the test driver takes real time, during which the fake clock
      // may advance.
      ;(submit.element() as HTMLElement).click()
      while (form.elements().length > 0) await waitForPaint()
      const box = screen.getByRole('dialog', { name: title })
      await vi.advanceTimersByTimeAsync(999)
      await waitForPaint()
      expect(box.elements()).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      vi.useRealTimers()
      await expect.element(box.getByText(sentence, { exact: true })).toBeVisible()
    },
  )

  it('sends no request for steps skipped by Ctrl-click, and reports that the policy is unchanged [D164]', async () => {
    mockCancelReasons(buildingSoldCancelReason, buildCancelReason({}))
    mockNoDocumentsToSign()
    const { screen, form, submitRequest, next, submit } = await openCancelForm()
    await form.getByRole('combobox', { name: 'Reason' }).selectOptions('01')
    await form.getByLabelText(/^Date of sale/).fill('2026-12-01')
    await form.getByLabelText('Notes').fill('Sold.')
    await submitRequest.click({ modifiers: ['Control'] })
    await expect.element(form.getByText('Step 2 of 3')).toBeVisible()
    await userEvent.upload(form.getByLabelText('Property Sold').last(), paper)
    await next.click({ modifiers: ['Control'] })
    await expect.element(form.getByText('Step 3 of 3')).toBeVisible()
    await submit.click({ modifiers: ['Control'] })
    await expect.element(screen.getByRole('dialog', { name: 'The policy was not changed' })).toBeVisible()
    expect([getRequests(cancelPolicy).length, getRequests(uploadDocuments).length]).toEqual([0, 0])
  })

  it('restarts at the first step after the wizard was closed [D165]', async () => {
    mockCancelReasons(buildingSoldCancelReason, buildCancelReason({}))
    mockNoDocumentsToSign()
    const { screen, form, submitRequest } = await openCancelForm()
    await form.getByRole('combobox', { name: 'Reason' }).selectOptions('33')
    await form.getByLabelText('Notes').fill('By phone.')
    await submitRequest.click({ modifiers: ['Control'] })
    await expect.element(form.getByText('Step 2 of 2')).toBeVisible()
    await form.getByRole('button', { name: 'Keep the policy' }).click()
    await screen.getByRole('button', { name: 'Cancel Policy' }).click()
    await expect.element(form.getByText('Step 1 of 2')).toBeVisible()
    await expect.element(form.getByRole('combobox', { name: 'Reason' })).toHaveValue('')
  })
})

describe('pending cancellation', () => {
  const missing = { docTypeId: 9, docType: { type: 'Property Sold' }, isRequired: true, isUploaded: false } as const
  const unsigned = { agentMustSign: true, agentHasSigned: false }

  it.each([
    ['agent', { ...unsigned, missingDocuments: [missing] }, 'Upload missing documents', 'Step 2 of 3'],
    ['agent', { ...unsigned, missingDocuments: [] }, 'Sign the request', 'Step 2 of 2'],
    ['internal', { ...unsigned, missingDocuments: [missing] }, 'Upload missing documents', 'Step 2 of 3'],
  ] as const)('resumes at the remaining step for %s', async (by, changes, name, step) => {
    const status = mockPendingCancellation({
      ...changes,
      state: 'pending',
      reasonCode: '01',
      missingDocuments: [...changes.missingDocuments],
    })
    const screen = await renderScreen(
      <ContinueCancellationButton policy={buildConfirmationPolicy({ by })} status={status} />,
    )
    await screen.getByRole('button', { name }).click()
    await expect.element(screen.getByText(step)).toBeVisible()
    expect(getRequests(cancelPolicy)).toEqual([])
  })

  it('offers no step to a viewer who has nothing left to do', async () => {
    const status = mockPendingCancellation({
      state: 'pending',
      agentMustSign: true,
      agentHasSigned: true,
      missingDocuments: [],
    })
    const screen = await renderScreen(
      <ContinueCancellationButton policy={buildConfirmationPolicy({ by: 'agent' })} status={status} />,
    )
    await waitForPaint()
    expect(screen.getByRole('button').elements()).toEqual([])
  })
})
