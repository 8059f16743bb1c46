import type { DocumentWithSignatures, PaymentMethod, PolicyConfirmation, PolicyTransaction } from '@tideline/sdk'
import {
  billToMortgagee,
  createSetupIntentWithKey,
  getConfirmation,
  getDocumentPdf,
  getPolicyDocuments,
  getPolicyLiens,
  getPolicyTransactions,
  getTransactionFee,
  listPaymentMethods,
  payByCheck,
  processPayment,
  signDocuments,
  startBankSetup,
} from '@tideline/sdk/operations'
import { cardLimitMessage } from '@tideline/sdk/words'
import { writeSession } from '@tideline/web-kit/session/session.ts'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { recordLayoutShift } from '@tideline/web-kit/testing/layout-shift.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
  waitForPaint,
  waitForResponses,
} from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmation, buildConfirmationPolicy, buildPayment } from '@tideline/web-kit/testing/policy.ts'
import {
  getRecordedPolicy,
  getRecordedResponse,
  respondWithRecorded,
} from '@tideline/web-kit/testing/recorded/responses.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getUnsignedPlaces } from '../signing/place-signatures.ts'
import { createSignatureDraft, saveSignatureDraft } from '../signing/signature-draft.ts'
import { signingText } from '../signing/text.ts'
import { WizardDialog } from './WizardDialog.tsx'
import { WizardPage } from './WizardPage.tsx'

const createPaymentMethod = vi.fn(async () => ({
  paymentMethod: { id: 'pm_new', card: { brand: 'visa', country: 'US' } },
}))
const confirmCardSetup = vi.fn(async () => ({ setupIntent: { payment_method: 'pm_new', status: 'succeeded' } }))
const confirmUsBankAccountSetup = vi.fn(
  async (): Promise<object> => ({
    setupIntent: { payment_method: 'pm_bank', status: 'succeeded' },
  }),
)
const field = { mount: vi.fn(), on: vi.fn(), off: vi.fn(), update: vi.fn(), destroy: vi.fn(), unmount: vi.fn() }

/** Resolves when Stripe's script has loaded. */
const stripeScript = vi.hoisted(() => ({ loaded: Promise.resolve() }))

/** Mocks Stripe's script, which loads from another host, and records the wizard's calls. */
vi.mock('../payments/stripe.ts', () => ({
  loadStripeForKey: async () => {
    await stripeScript.loaded
    return {
      elements: () => ({ create: () => field, getElement: () => field, on: vi.fn(), update: vi.fn() }),
      createToken: vi.fn(),
      createPaymentMethod,
      confirmCardPayment: vi.fn(),
      confirmCardSetup,
      confirmUsBankAccountSetup,
    }
  },
}))

const confetti = Object.assign(
  vi.fn(async () => null),
  { reset: vi.fn() },
)
vi.mock('canvas-confetti', () => ({ default: { create: () => confetti } }))

const signed: PolicyConfirmation['isSigned'] = [
  { party: 1, isSigned: true, requiresSignatures: true },
  { party: 2, isSigned: true, requiresSignatures: true },
]
const paid = { isPaid: true, totalDue: 0, currentlyDue: 0, payableAmount: 0, payableTotal: 0 }
const getAmounts = (due: number) => ({ totalDue: due, currentlyDue: due, payableAmount: due, payableTotal: due })
type Seen = NonNullable<Parameters<typeof buildConfirmationPolicy>[0]>
const { policyNo } = buildConfirmationPolicy()

beforeEach(() => {
  writeSession({
    accountType: 'agent',
    token: 'token',
    expiresAt: '2099-01-01T00:00:00.000Z',
    user: 'agent',
    data: { FirstName: 'Alex', LastName: 'Agent' } as never,
  })
})

/** Returns documents without a file, because document rendering has its own tests. */
function documentsToSign(more: Partial<DocumentWithSignatures> = {}) {
  const { payload, ...rest } = getExample(getPolicyDocuments)
  const { policyDocStatus } = payload
  const documentsWithSignatures = policyDocStatus.documentsWithSignatures.map((one) => ({
    ...one,
    link: null,
    ...more,
  }))
  return { ...rest, payload: { ...payload, policyDocStatus: { ...policyDocStatus, documentsWithSignatures } } }
}

/** Mocks the policy before and after signing, and records the order of requests. */
function mockPolicy(before: Seen, after: Seen = before) {
  const calls: string[] = []
  let isSigned = false
  respondWith(getConfirmation, () => {
    calls.push('confirmation')
    return buildConfirmation(buildConfirmationPolicy(isSigned ? after : before))
  })
  respondWith(getPolicyTransactions, () => {
    calls.push('transactions')
    return getExample(getPolicyTransactions)
  })
  respondWith(getPolicyDocuments, () => {
    calls.push('documents')
    return documentsToSign()
  })
  respondWith(signDocuments, () => {
    calls.push('signatures')
    isSigned = true
    return getExample(signDocuments)
  })
  return calls
}

type Screen = Awaited<ReturnType<typeof renderScreen>>

/** Clicks the main button until every place is signed, then finishes signing. */
async function signAllPlaces(screen: Screen) {
  const finish = screen.getByRole('button', { name: 'Finish signing' })
  const next = screen.getByRole('button', { name: /^(Next|Sign here|Initial here)$/ })
  await expect.element(next.or(finish).first()).toBeVisible()
  while (finish.elements().length === 0) await next.first().click()
  await finish.click()
}

async function signAll(screen: Screen) {
  await screen.getByRole('checkbox', { name: 'I agree to use electronic records and signatures' }).click()
  await screen.getByRole('button', { name: 'Agree and continue' }).click()
  await screen.getByRole('checkbox', { name: 'Use a text signature' }).click()
  await screen.getByRole('button', { name: 'Apply', exact: true }).click()
  await signAllPlaces(screen)
}

/** Returns the parties whose signature places contain an image in the posted request. */
async function partiesSigned() {
  const body: { documentsWithSignatures: DocumentWithSignatures[] } = await getRequests(signDocuments)[0]?.json()
  const slots = body.documentsWithSignatures.flatMap(({ signatures }) => signatures)
  return new Set(slots.filter(({ signedImage }) => signedImage).map(({ party }) => party))
}

describe('wizard flow', () => {
  it('does not move the payment methods on a phone when the payment form loads (UI-30)', async () => {
    await page.viewport(390, 844)
    const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
    stripeScript.loaded = loaded
    mockPolicy({ isSigned: signed, ...getAmounts(1319.76) })
    respondWith(listPaymentMethods, { ...getExample(listPaymentMethods), payload: [] })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await expect.element(screen.getByRole('status', { name: 'Loading the payment form' })).toBeVisible()
    await waitForPaint()
    const getShift = recordLayoutShift()
    load()
    await expect.element(screen.getByLabelText('Routing number')).toBeVisible()
    await waitForPaint()
    expect(getShift()).toBeLessThanOrEqual(0.02)
  })

  it('shows a placeholder as high as the window while a document loads (UI-38)', async () => {
    await page.viewport(390, 844)
    mockPolicy({ by: 'insured' })
    respondWith(getPolicyDocuments, getExample(getPolicyDocuments))
    keepRequestsPending(getDocumentPdf)
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await screen.getByRole('checkbox', { name: 'I agree to use electronic records and signatures' }).click()
    await screen.getByRole('button', { name: 'Agree and continue' }).click()
    // The dialog for the signature, which opens on a phone, hides the placeholder from the accessibility tree.
    const getHeight = () => document.querySelector('.sign-paper [role=status]')?.getBoundingClientRect().height
    await expect.poll(getHeight).toBeGreaterThanOrEqual(844)
  })

  it('loads the documents, posts the signatures, reloads the policy, and shows the amount due [C078] [C083] [C084] [C150] [P185]', async () => {
    const calls = mockPolicy({}, { isSigned: signed, currentlyDue: 0.01 })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await signAll(screen)
    await expect.element(screen.getByRole('radio', { name: /^Bank account/ })).toBeVisible()
    expect(calls.slice(0, 2).toSorted()).toEqual(['confirmation', 'transactions'])
    expect(calls.slice(2, 5)).toEqual(['documents', 'signatures', 'confirmation'])
    expect(await partiesSigned()).toEqual(new Set([1]))
  })

  it.each([
    ['agent', 1],
    ['insured', 2],
  ] as const)(
    'requires ELANY acceptance for a signature drawn by the %s on New York property [C123]',
    async (by, party) => {
      const { viewer: _, can: __, ...policy } = getRecordedPolicy('newYork')
      mockPolicy({ ...policy, by }, { ...policy, by, isSigned: signed })
      const documents = getRecordedResponse('newYork', getPolicyDocuments)
      documents.payload.hasConsented = true
      // Only one of the documents requires the notice, which is enough to show it.
      for (const [index, one] of documents.payload.policyDocStatus.documentsWithSignatures.entries())
        Object.assign(one, { link: null, requiresElanyNotice: index === 1 })
      respondWith(getPolicyDocuments, documents)
      const point = { x: 20, y: 20, pressure: 0.5, time: 1 }
      const stroke = { ...{ dotSize: 0, minWidth: 1, maxWidth: 2.6, penColor: '#14212e', velocityFilterWeight: 0.7 } }
      const strokes = [{ ...stroke, compositeOperation: 'source-over' as const, points: [point, { ...point, x: 60 }] }]
      saveSignatureDraft(policy.policyNo, {
        ...createSignatureDraft('Marina Sample'),
        signatureStrokes: strokes,
        initialsStrokes: strokes,
      })
      const screen = await renderScreen(<WizardPage policyNo={policy.policyNo} />)
      const apply = screen.getByRole('button', { name: 'Apply', exact: true })
      await apply.click()
      await expect
        .element(screen.getByText('Check the box to confirm that you have read the ELANY notice.'))
        .toBeVisible()
      await screen.getByRole('checkbox', { name: signingText.sign.elany }).click()
      await apply.click()
      await signAllPlaces(screen)
      await expect.poll(() => getRequests(signDocuments).length).toBe(1)
      expect(await getRequests(signDocuments)[0]?.clone().json()).toMatchObject({
        useTextSignature: false,
        elanyNoticeAccepted: true,
      })
      expect(await partiesSigned()).toEqual(new Set([party]))
    },
  )

  it('shows no ELANY notice when no document requires it [C123]', async () => {
    mockPolicy({ by: 'insured' })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await screen.getByRole('checkbox', { name: 'I agree to use electronic records and signatures' }).click()
    await screen.getByRole('button', { name: 'Agree and continue' }).click()
    await expect.element(screen.getByRole('img', { name: 'Draw your signature' })).toBeVisible()
    expect(screen.getByRole('checkbox', { name: signingText.sign.elany }).elements()).toEqual([])
  })

  it('keeps the signature after a reload and does not request consent again', async () => {
    mockPolicy({ by: 'insured' }, { by: 'insured', isSigned: signed })
    const before = await renderScreen(<WizardPage policyNo={policyNo} />)
    await before.getByRole('checkbox', { name: 'I agree to use electronic records and signatures' }).click()
    await before.getByRole('button', { name: 'Agree and continue' }).click()
    await before.getByRole('textbox', { name: 'Full name' }).fill('Marina S. Sample')
    await before.getByRole('checkbox', { name: 'Use a text signature' }).click()
    await before.getByRole('button', { name: 'Apply', exact: true }).click()
    const next = before.getByRole('button', { name: /^(Next|Sign here|Initial here)$/ })
    await expect.element(before.getByText('2 signatures left.')).toBeVisible()
    while (before.getByText('1 signature left.').elements().length === 0) await next.first().click()
    await before.unmount()

    respondWith(getPolicyDocuments, () => {
      const { payload, ...rest } = documentsToSign()
      return { ...rest, payload: { ...payload, hasConsented: true } }
    })
    const after = await renderScreen(<WizardPage policyNo={policyNo} />)
    await expect.element(after.getByText('Continue where you were')).toBeVisible()
    await expect.element(after.getByText('1 signature left.')).toBeVisible()
    await signAllPlaces(after)
    await expect.poll(() => getRequests(signDocuments).length).toBe(1)
    const body: { documentsWithSignatures: DocumentWithSignatures[] } = await getRequests(signDocuments)[0]?.json()
    const names = body.documentsWithSignatures.flatMap(({ signatures }) => signatures.map((slot) => slot.signedByName))
    expect(names.filter((name) => name === 'Marina S. Sample')).toHaveLength(2)
    expect(Object.keys(localStorage).filter((key) => key.includes('ink'))).toEqual([])
  })

  it('continues with signatures placed or submitted in another tab', async () => {
    mockPolicy({ by: 'insured' }, { by: 'insured', isSigned: signed })
    respondWith(getPolicyDocuments, () => {
      const { payload, ...rest } = documentsToSign()
      return { ...rest, payload: { ...payload, hasConsented: true } }
    })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await screen.getByRole('checkbox', { name: 'Use a text signature' }).click()
    await screen.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect.element(screen.getByText('2 signatures left.')).toBeVisible()
    const key = `kept:ink:${policyNo}`
    const kept = localStorage.getItem(key) ?? ''
    const [slot] = getUnsignedPlaces(documentsToSign().payload.policyDocStatus.documentsWithSignatures, 2)
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(kept), placed: [slot?.policyDocSignatureId] }))
    window.dispatchEvent(new StorageEvent('storage', { key }))
    await expect.element(screen.getByText('1 signature left.')).toBeVisible()

    respondWith(getConfirmation, buildConfirmation(buildConfirmationPolicy({ by: 'insured', isSigned: signed })))
    localStorage.removeItem(key)
    window.dispatchEvent(new StorageEvent('storage', { key }))
    await expect.element(screen.getByRole('radio', { name: /^Bank account/ })).toBeVisible()
    expect(getRequests(signDocuments)).toHaveLength(0)
    expect(localStorage.getItem(key)).toBeNull()
  })

  it('continues when the response to the submitted signatures was lost', async () => {
    mockPolicy({ by: 'insured' }, { by: 'insured', isSigned: signed })
    let isSigned = false
    respondWith(getPolicyDocuments, () => {
      const { payload, ...rest } = documentsToSign()
      const { policyDocStatus } = payload
      const documentsWithSignatures = policyDocStatus.documentsWithSignatures.map((one) => ({
        ...one,
        signatures: one.signatures.map((slot) => (isSigned ? { ...slot, signedAt: '2026-11-20T15:00:00Z' } : slot)),
      }))
      return { ...rest, payload: { ...payload, policyDocStatus: { ...policyDocStatus, documentsWithSignatures } } }
    })
    respondWithError(signDocuments, 409, { code: 'already_signed', message: 'Flood Application is already signed.' })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await screen.getByRole('checkbox', { name: 'I agree to use electronic records and signatures' }).click()
    await screen.getByRole('button', { name: 'Agree and continue' }).click()
    await screen.getByRole('checkbox', { name: 'Use a text signature' }).click()
    await screen.getByRole('button', { name: 'Apply', exact: true }).click()
    isSigned = true
    respondWith(getConfirmation, buildConfirmation(buildConfirmationPolicy({ by: 'insured', isSigned: signed })))
    await signAllPlaces(screen)
    await expect.element(screen.getByRole('radio', { name: /^Bank account/ })).toBeVisible()
    expect(getRequests(signDocuments)).toHaveLength(1)
    expect(localStorage.getItem(`kept:ink:${policyNo}`)).toBeNull()
  })

  it('shows why the server rejected the signing, and keeps the signature', async () => {
    mockPolicy({ by: 'insured' }, { by: 'insured', isSigned: signed })
    respondWithError(signDocuments, 422, { code: 'blank_signature', message: 'The image shows no signature.' })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await signAll(screen)
    await expect.element(screen.getByText('The image shows no signature.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Finish signing' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Change signature' })).toBeVisible()
  })

  it('prevents signing of a document that could not be opened, and shows why', async () => {
    mockPolicy({ by: 'insured' })
    respondWith(getPolicyDocuments, getExample(getPolicyDocuments))
    respondWithError(getDocumentPdf, 404, { message: 'There is no such document.' })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await screen.getByRole('checkbox', { name: 'I agree to use electronic records and signatures' }).click()
    await screen.getByRole('button', { name: 'Agree and continue' }).click()
    await screen.getByRole('checkbox', { name: 'Use a text signature' }).click()
    await screen.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect.element(screen.getByText(/could not be opened/).first()).toBeVisible()
    const next = screen.getByRole('button', { name: 'Next', exact: true })
    const sign = screen.getByRole('button', { name: /^(Sign|Initial) here$/ })
    await expect.element(next.or(sign).first()).toBeVisible()
    if (next.elements().length > 0) await next.click()
    await expect.element(sign.last()).toHaveAttribute('aria-disabled', 'true')
    await expect.element(sign.last()).toHaveAccessibleDescription('The document must load before you can sign it.')
  })

  it('signs as party 2 when the signer is an insured [C150] [P185]', async () => {
    mockPolicy({ by: 'insured' }, { by: 'insured', isSigned: signed })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await signAll(screen)
    await expect.poll(() => getRequests(signDocuments).length).toBe(1)
    expect(await partiesSigned()).toEqual(new Set([2]))
  })

  it.each([
    ['an unpaid policy has nothing currently due', { isPaid: false, totalDue: 900, currentlyDue: 0 }],
    ['the policy has a credit balance', { isPaid: false, totalDue: -5, currentlyDue: -5 }],
  ])('ends after signing when %s [C085]', async (_, due) => {
    mockPolicy({}, { isSigned: signed, ...due })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await signAll(screen)
    await expect.element(screen.getByText(/Thank you/).first()).toBeVisible()
    await expect.element(screen.getByRole('radio', { name: /^Bank account/ })).not.toBeInTheDocument()
  })

  it.each([
    ['is paid [C090]', paid],
    ['is pending cancel [C091]', { isPendingCancel: true }],
  ])('closes the wizard dialog after signing when the policy %s', async (_, is) => {
    mockPolicy(is, { ...is, isSigned: signed })
    // While a cancellation is pending, only its documents are signed.
    respondWith(getPolicyDocuments, documentsToSign({ docTypeId: 12 }))
    const onClose = vi.fn()
    const screen = await renderScreen(<WizardDialog policyNo={policyNo} start="sign" onClose={onClose} />)
    await signAll(screen)
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    await waitForResponses(signDocuments, getConfirmation)
    await expect.element(screen.getByRole('radio', { name: /^Bank account/ })).not.toBeInTheDocument()
  })

  it('shows only the documents of a pending cancellation and how many the party must sign', async () => {
    const pending = { isPendingCancel: true }
    mockPolicy(pending, { ...pending, isSigned: signed })
    const { payload, ...rest } = documentsToSign()
    const [first] = payload.policyDocStatus.documentsWithSignatures
    if (!first) throw new Error('The example has a document to sign.')
    const withParty = (party: 1 | 2, docTypeId: 2 | 8 | 12, docName: string): DocumentWithSignatures => {
      const policyDocId = `${first.policyDocId.slice(0, -2)}${docTypeId + 20}`
      return {
        ...{ ...first, docTypeId, docName, policyDocId },
        signatures: first.signatures.slice(0, 1).map((slot) => ({
          ...{ ...slot, party, policyDocId, signedAt: null, signatureImageId: null },
          policyDocSignatureId: `${slot.policyDocSignatureId.slice(0, -2)}${docTypeId + 20}`,
        })),
      }
    }
    const documentsWithSignatures = [
      withParty(1, 2, 'Flood Application'),
      withParty(1, 12, 'Cancellation Request'),
      withParty(2, 8, 'Statement of the insured'),
    ]
    const policyDocStatus = { ...payload.policyDocStatus, documentsWithSignatures }
    respondWith(getPolicyDocuments, { ...rest, payload: { ...payload, hasConsented: true, policyDocStatus } })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await expect.element(screen.getByText('Sign · 1 of 1 document')).toBeVisible()
    await expect.element(screen.getByText('Cancellation Request').first()).toBeInTheDocument()
    await expect.element(screen.getByText('Statement of the insured').first()).toBeInTheDocument()
    expect(screen.getByText('Flood Application').elements()).toEqual([])
  })

  it('redirects to log-in exactly 5 seconds after the session has expired [C045]', async () => {
    respondWithError(getConfirmation, 401, { code: 'unauthorized', message: 'Log in first.' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    const title = screen.getByRole('heading', { name: 'Unauthorized' })
    while (title.elements().length === 0) {
      await vi.advanceTimersByTimeAsync(0)
      await waitForPaint()
    }
    await vi.advanceTimersByTimeAsync(4999)
    await waitForPaint()
    expect(title.elements()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await expect.element(screen.getByRole('status', { name: 'Address' })).toHaveTextContent('/login?redirect=%2F')
  })
})

afterEach(async () => {
  await page.viewport(1280, 800)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('payment step', () => {
  const savedCard = {
    id: '9a6f3d0e-51c2-4f5b-8a77-0a3000102002',
    stripePaymentMethodId: 'pm_saved',
    stripePaymentMethod: {
      ...{
        paymentType: 'card',
        cardBrand: 'visa',
        cardCountry: 'US',
        lastFourDigits: '4242',
        expiration: '08/2029',
        bankName: null,
      },
    },
    default: true,
    optInAutoPayRenewal: false,
    createdAt: '2026-11-02T09:05:40Z',
  } as PaymentMethod
  const payable = (more: Seen = {}) => ({ isSigned: signed, ...more })
  const openAt = async (seen: Seen, methods: PaymentMethod[] = []) => {
    mockPolicy(payable(seen))
    respondWith(listPaymentMethods, { ...getExample(listPaymentMethods), payload: methods })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await expect.element(screen.getByRole('radio', { name: /^Bank account/ })).toBeVisible()
    return screen
  }
  const withMeta = (meta: object | null) => {
    const { payload, ...rest } = getExample(getPolicyTransactions)
    const changed = payload.map((one) => ({ ...one, meta: meta && JSON.stringify(meta) }))
    respondWith(getPolicyTransactions, { ...rest, payload: changed as PolicyTransaction[] })
  }
  const fillBank = async (screen: Screen) => {
    await screen.getByLabelText('Routing number').fill('110000000')
    await screen.getByLabelText('Account number').fill('000123456789')
    await screen.getByRole('button', { name: /^Pay \$/ }).click()
  }

  it('offers Apply Check only if the server allows check payments [C158]', async () => {
    const first = await openAt({ may: ['pay', 'applyCheck'] })
    await expect.element(first.getByRole('radio', { name: /^Apply check/ })).toBeVisible()
    await first.unmount()
    const second = await openAt({ may: ['pay'] })
    await expect.element(second.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
    await expect.element(second.getByRole('radio', { name: /^Apply check/ })).not.toBeInTheDocument()
  })

  it('disables payment for a read-only user [C159]', async () => {
    const screen = await openAt({ by: 'agent', isReadonly: true, may: [], reason: 'You have read-only access.' })
    const pay = screen.getByRole('button', { name: /^Pay \$/ })
    await expect.element(pay).toHaveAttribute('aria-disabled', 'true')
    await pay.click({ force: true })
    expect(getRequests(processPayment)).toHaveLength(0)
  })

  it('keeps the input of one payment method while another is selected', async () => {
    const screen = await openAt({})
    await screen.getByLabelText('Routing number').fill('110000000')
    await screen.getByRole('radio', { name: /^Credit card/ }).click()
    await screen.getByLabelText('Name on the card').fill('M. Sample')
    await screen.getByRole('radio', { name: /^Bank account/ }).click()
    await expect.element(screen.getByLabelText('Routing number')).toHaveValue('110000000')
    await screen.getByRole('radio', { name: /^Credit card/ }).click()
    await expect.element(screen.getByLabelText('Name on the card')).toHaveValue('M. Sample')
  })

  it("refers to a policyholder's lender as Your mortgage company", async () => {
    const own = await openAt({ by: 'insured' })
    await own.getByRole('radio', { name: /^Your mortgage company/ }).click()
    await expect.element(own.getByRole('button', { name: /^Bill my mortgage company \$/ })).toBeVisible()
    await expect.element(own.getByText(/bill your mortgage company .*/)).toBeVisible()
  })

  it("shows the lender's name and asks for confirmation before the lender is billed", async () => {
    const screen = await openAt({ by: 'insured', isBilledToLender: false, may: ['pay', 'billToMortgagee'] })
    await screen.getByRole('radio', { name: /^Your mortgage company/ }).click()
    await expect.element(screen.getByText('Sample Savings Bank')).toBeVisible()
    await expect.element(screen.getByText('LN-000103')).toBeVisible()
    await screen.getByRole('button', { name: /^Bill my mortgage company \$/ }).click()
    const sure = screen.getByRole('dialog', { name: 'Bill Sample Savings Bank?' })
    await expect.element(sure.getByText(/will be billed \$[\d,.]+ for loan LN-000103/)).toBeVisible()
    expect(getRequests(billToMortgagee)).toHaveLength(0)
    await sure.getByRole('button', { name: 'Cancel' }).click()
    await screen.getByRole('button', { name: /^Bill my mortgage company \$/ }).click()
    await sure.getByRole('button', { name: 'Send the bill' }).click()
    await expect.element(screen.getByText('Bill sent')).toBeVisible()
    expect(getRequests(billToMortgagee)).toHaveLength(1)
  })

  it('shows that the lender was already billed', async () => {
    const screen = await openAt({ by: 'insured', isBilledToLender: true, may: ['pay', 'billToMortgagee'] })
    await screen.getByRole('radio', { name: /^Your mortgage company/ }).click()
    await expect.element(screen.getByText(/Your mortgage company was already billed/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /^Bill my mortgage company/ })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Done, bill my mortgage company' }).click()
    await expect.element(screen.getByText('Bill sent')).toBeVisible()
  })

  it('offers to bill the lender only if the policy has a lender', async () => {
    respondWith(getPolicyLiens, { ...getExample(getPolicyLiens), payload: [] })
    const screen = await openAt({ by: 'insured', may: ['pay'] })
    await expect.element(screen.getByRole('radio', { name: /^Bank account/ })).toBeVisible()
    expect(screen.getByRole('radio', { name: /^Your mortgage company/ }).elements()).toEqual([])
  })

  it('disables lienholder billing and shows the reason if the server does not allow it', async () => {
    const reason = 'This policy has no mortgage lienholder with a loan number.'
    const screen = await openAt({ may: ['pay'], reason })
    await screen.getByRole('radio', { name: /^Mortgage lienholder/ }).click()
    const bill = screen.getByRole('button', { name: /^Bill the lienholder/ })
    await expect.element(bill).toHaveAttribute('aria-disabled', 'true')
    await expect.element(bill).toHaveAccessibleDescription(reason)
  })

  it.each([
    ['card of a monthly earthquake policy [C095]', 'monthly', /^Credit card/],
    ['mortgage lienholder who pays the first bill [C096]', 'billedToLender', /^Mortgage lienholder/],
    ['bank account of any other policy [C097]', 'unsigned', /^Bank account/],
  ] as const)('preselects the %s', async (_, name, method) => {
    const policy = respondWithRecorded(name)
    respondWith(getConfirmation, buildConfirmation({ ...policy, isSigned: signed }))
    const screen = await renderScreen(<WizardPage policyNo={policy.policyNo} />)
    await expect.element(screen.getByRole('radio', { name: method })).toBeChecked()
  })

  it('offers a bank account after a card was declined', async () => {
    const screen = await openAt({}, [])
    respondWithError(processPayment, 402, { code: 'payment_declined', message: 'Your card was declined.' })
    await screen.getByRole('radio', { name: /^Credit card/ }).click()
    await screen.getByRole('button', { name: 'Review card fee' }).click()
    await screen.getByRole('checkbox', { name: /^I understand/ }).click()
    await screen.getByRole('button', { name: /^Pay \$/ }).click()
    await expect.element(screen.getByText(/Your card was declined\./)).toBeVisible()
    await screen.getByRole('button', { name: 'Pay from a bank account' }).click()
    await expect.element(screen.getByLabelText('Routing number')).toBeVisible()
  })

  const recorded = (paymentStatus: 'paid' | 'processing', more: object = {}) => {
    const { payload, ...rest } = getExample(processPayment)
    return { ...rest, payload: { ...payload, nextAction: null, payment: buildPayment({ paymentStatus, ...more }) } }
  }

  it('repeats the same payment automatically when the connection returns', async () => {
    const screen = await openAt({})
    respondWithError(processPayment, 502, { message: 'Bad gateway.' })
    await fillBank(screen)
    await expect.element(screen.getByText(/received a response about your payment/)).toBeVisible()
    respondWith(processPayment, recorded('processing'))
    window.dispatchEvent(new Event('online'))
    await expect.element(screen.getByText(/^Your payment of .* is processing$/)).toBeVisible()
    const keys = getRequests(processPayment).map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })

  it('explains after a connection failure that nothing was charged, and keeps the input', async () => {
    const screen = await openAt({})
    respondWith(startBankSetup, () => {
      throw new TypeError('Failed to fetch')
    })
    await fillBank(screen)
    await expect
      .element(
        screen.getByText(
          'We could not reach the server. Please check your connection and try again. Nothing was charged.',
        ),
      )
      .toBeVisible()
    await expect.element(screen.getByLabelText('Account number')).toHaveValue('000123456789')
    expect(getRequests(processPayment)).toHaveLength(0)
  })

  it('explains that another person paid the policy and that nothing was charged', async () => {
    const screen = await openAt({})
    respondWithError(processPayment, 409, { code: 'already_paid', message: 'You have already paid for this policy' })
    mockPolicy(payable(paid))
    await fillBank(screen)
    const end = screen.getByRole('button', { name: 'See next step' })
    await expect.element(screen.getByText('You have already paid for this policy')).toBeVisible()
    await end.click()
    await expect.element(screen.getByText('This policy was already paid')).toBeVisible()
    await expect.element(screen.getByText(/You were not charged/)).toBeVisible()
  })

  it('shows and charges the new amount if the amount due has changed', async () => {
    const screen = await openAt(getAmounts(1317.75))
    const says = 'Amount: the amount due is now $1,441.39. Nothing was charged. Please review the new amount.'
    respondWithError(processPayment, 409, { code: 'amount_changed', message: says })
    mockPolicy(payable(getAmounts(1441.39)))
    await fillBank(screen)
    await expect.element(screen.getByText(says)).toBeVisible()
    respondWith(processPayment, recorded('processing', { amount: 1441.39 }))
    await screen.getByRole('button', { name: 'Pay $1,441.39' }).click()
    await expect.element(screen.getByText('Your payment of $1,441.39 is processing')).toBeVisible()
  })

  it('allows another attempt after a reload if the card payment was not completed', async () => {
    const left = buildPayment({ paymentStatus: 'processing', paymentTypeId: 4, paymentTypeDescription: 'Credit card' })
    const inProgress = { isPaymentProcessing: true, processingAmount: 500, payments: [left] }
    mockPolicy(payable({ by: 'insured', ...inProgress }))
    respondWith(listPaymentMethods, { ...getExample(listPaymentMethods), payload: [] })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} step="payments" />)
    await expect.element(screen.getByText(/Checking whether your card payment went through/)).toBeVisible()
    await expect
      .element(screen.getByText('Your last card payment was not completed. Pay again here', { exact: false }), {
        timeout: 15_000,
      })
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: /^Pay \$/ })).not.toHaveAttribute('aria-disabled')
  })

  it('shows one main action, the receipt, and the coverage start date at completion', async () => {
    mockPolicy(payable({ by: 'insured', ...paid, inceptionDate: '2026-12-16', payments: [buildPayment()] }))
    const screen = await renderScreen(<WizardPage policyNo={policyNo} step="complete" />)
    await expect.element(screen.getByRole('heading', { name: 'All your tasks are complete!' })).toBeVisible()
    await expect
      .element(screen.getByText('Thank you for doing business with us! Coverage starts 12/16/2026.'))
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Open the receipt' })).toBeVisible()
    expect(document.querySelectorAll('.button-primary')).toHaveLength(1)
    await expect.element(screen.getByText(/no more remaining tasks|Tasks Complete/)).not.toBeInTheDocument()
  })

  it('shows no receipt for a bank payment that is processing', async () => {
    const screen = await openAt({})
    respondWith(processPayment, recorded('processing'))
    await fillBank(screen)
    await expect.element(screen.getByText(/^Your payment of .* is processing$/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Open the receipt' })).not.toBeInTheDocument()
  })

  it('explains why residential flood above $5,000 cannot be paid by card [C213] [C239] [C240]', async () => {
    const over = await openAt({ productId: 1, ...getAmounts(5000.01) })
    const card = over.getByRole('radio', { name: /^Credit card/ })
    await expect.element(card).toBeDisabled()
    await expect.element(card).toHaveAccessibleDescription(cardLimitMessage)
    for (const other of [/^Bank account/, /^Mortgage lienholder/, /^Check by mail/])
      await expect.element(over.getByRole('radio', { name: other })).toBeEnabled()
    await over.unmount()
    const at = await openAt({ productId: 1, ...getAmounts(5000) })
    await expect.element(at.getByRole('radio', { name: /^Credit card/ })).toBeEnabled()
    await at.unmount()
    const commercial = await openAt({ productId: 2, ...getAmounts(9000) })
    await expect.element(commercial.getByRole('radio', { name: /^Credit card/ })).toBeEnabled()
  })

  it('offers Print and a link to the policy for a mailed check', async () => {
    const screen = await openAt({})
    await screen.getByRole('radio', { name: /^Check by mail/ }).click()
    await expect.element(screen.getByRole('button', { name: 'Print' })).toBeVisible()
    await screen.getByRole('button', { name: 'I’ll mail a check' }).click()
    await expect.element(screen.getByRole('status', { name: 'Address' })).toHaveTextContent(`/policy/embed/${policyNo}`)
    expect(getRequests(processPayment)).toHaveLength(0)
  })

  it('skips to the last step if the policy is already paid', async () => {
    mockPolicy(payable(paid))
    const screen = await renderScreen(<WizardPage policyNo={policyNo} step="payments" />)
    await expect
      .element(screen.getByRole('status', { name: 'Address' }))
      .toHaveTextContent('/policyholder/payments/complete')
  })

  it('asks for confirmation before the wizard closes with unsaved input', async () => {
    mockPolicy(payable())
    respondWith(listPaymentMethods, { ...getExample(listPaymentMethods), payload: [] })
    const onClose = vi.fn()
    const screen = await renderScreen(<WizardDialog policyNo={policyNo} start="pay" onClose={onClose} />)
    await screen.getByLabelText('Routing number').fill('110000000')
    await userEvent.keyboard('{Escape}')
    const sure = screen.getByRole('dialog', { name: 'Leave the payment?' })
    await sure.getByRole('button', { name: 'Continue payment' }).click()
    expect(onClose).not.toHaveBeenCalled()
    await expect.element(screen.getByLabelText('Routing number')).toHaveValue('110000000')
    await screen.getByRole('button', { name: 'Close' }).click()
    await sure.getByRole('button', { name: 'Leave' }).click()
    expect(onClose).toHaveBeenCalledOnce()
  })

  const applyCheck = async (screen: Screen) => {
    await screen.getByRole('radio', { name: /^Apply check/ }).click()
    for (const [label, value] of [
      ['Check number', '0001042'],
      ['Amount', '1319.76'],
      ['Remitter name', 'Marina Sample'],
      ['Memo', 'Premium'],
      ['Deposit date', '2026-11-19'],
    ] as const)
      await screen.getByLabelText(label, { exact: true }).fill(value)
    await screen.getByRole('button', { name: 'Apply check' }).click()
  }

  it('shows a confirmation after a check was applied [C210]', async () => {
    const screen = await openAt({ may: ['pay', 'applyCheck'] })
    await applyCheck(screen)
    await expect.element(screen.getByText('Success', { exact: true })).toBeVisible()
    await expect
      .element(screen.getByText('Check has been applied successfully!', { exact: true }).first())
      .toBeVisible()
    expect(getRequests(payByCheck)).toHaveLength(1)
  })

  it('shows why the server rejected a check [C208]', async () => {
    const screen = await openAt({ may: ['pay', 'applyCheck'] })
    respondWithError(payByCheck, 409, { code: 'check_exists', message: 'This check was applied before.' })
    await applyCheck(screen)
    await expect
      .element(screen.getByText('There was an error applying this check. This check was applied before.'))
      .toBeVisible()
    await expect.element(screen.getByLabelText('Check number')).toHaveValue('0001042')
  })

  it("shows Stripe's message when Stripe rejects a bank account [P387]", async () => {
    confirmUsBankAccountSetup.mockResolvedValueOnce({ error: { message: 'You must provide a valid account number.' } })
    const screen = await openAt({})
    await fillBank(screen)
    await expect.element(screen.getByText('You must provide a valid account number.', { exact: true })).toBeVisible()
    expect(getRequests(processPayment)).toHaveLength(0)
  })

  it("does not request a CVC if the user's role makes the CVC optional [P241]", async () => {
    const cvc = async () => {
      const screen = await openAt({})
      await screen.getByRole('radio', { name: /^Credit card/ }).click()
      await expect.element(screen.getByText('Card number', { exact: true })).toBeVisible()
      const count = screen.getByText('Security code (CVC)', { exact: true }).elements().length
      await screen.unmount()
      return count
    }
    expect(await cvc()).toBe(1)
    const session = {
      accountType: 'agent',
      token: 'token',
      expiresAt: '2099-01-01T00:00:00.000Z',
      user: 'agent',
    } as const
    writeSession({ ...session, data: { Roles: 'cvc-optional' } as never })
    expect(await cvc()).toBe(0)
  })

  it('waits 3000 ms for a simulated payment of a commercial policy [P396]', async () => {
    const screen = await openAt({ productId: 2, stripeKey: 'pk_test_simulator' })
    await expect.element(screen.getByLabelText('Routing number')).toBeVisible()
    const began = performance.now()
    await fillBank(screen)
    await vi.waitFor(() => expect(getRequests(processPayment)).toHaveLength(1), { timeout: 8000 })
    expect(performance.now() - began).toBeGreaterThanOrEqual(3000)
  })

  it.each([
    ['confetti', false],
    ['no confetti with reduced motion', true],
  ] as const)('shows %s when the wizard is complete [P394]', async (_, wantsCalm) => {
    const media = window.matchMedia.bind(window)
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query.includes('reduced-motion')
        ? { ...media(query), matches: wantsCalm, addEventListener: vi.fn(), removeEventListener: vi.fn() }
        : media(query),
    )
    confetti.mockClear()
    mockPolicy(payable(paid))
    const screen = await renderScreen(<WizardPage policyNo={policyNo} step="complete" />)
    await expect.element(screen.getByText(/Thank you/).first()).toBeVisible()
    if (wantsCalm) expect(document.querySelector('.wizard-confetti')).toBeNull()
    else await expect.poll(() => confetti.mock.calls.length).toBeGreaterThan(0)
  })

  it('rejects a payment without a Stripe key [C136]', async () => {
    const screen = await openAt({ stripeKey: '' })
    await expect.element(screen.getByText('no stripeKey in confirmation', { exact: true })).toBeVisible()
  })

  it.each([
    ['a quote number', 'quoteNumber required [C137]', { addressID: 'x', addressDataVersion: 1 }],
    ['an address', 'Address id and/or version missing [C138]', { quoteNumber: 'Q3000101' }],
  ])('rejects a bank payment without %s: %s', async (_, sentence, meta) => {
    mockPolicy(payable())
    respondWith(listPaymentMethods, { ...getExample(listPaymentMethods), payload: [] })
    withMeta(meta)
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await fillBank(screen)
    await expect.element(screen.getByText(sentence.replace(/ \[.*/, ''), { exact: true })).toBeVisible()
    expect(getRequests(processPayment)).toHaveLength(0)
  })

  it('rejects a card payment without an address [C138]', async () => {
    mockPolicy(payable())
    respondWith(listPaymentMethods, { ...getExample(listPaymentMethods), payload: [savedCard] })
    withMeta({ quoteNumber: 'Q3000101' })
    const screen = await renderScreen(<WizardPage policyNo={policyNo} />)
    await screen.getByRole('radio', { name: /^Credit card/ }).click()
    await screen.getByRole('button', { name: 'Review card fee' }).click()
    await expect.element(screen.getByText('Address id and/or version missing', { exact: true })).toBeVisible()
    expect(getRequests(getTransactionFee)).toHaveLength(0)
  })

  it('does not confirm a card before the fee is accepted [C139]', async () => {
    const screen = await openAt({}, [])
    await screen.getByRole('radio', { name: /^Credit card/ }).click()
    await screen.getByRole('button', { name: 'Review card fee' }).click()
    const pay = screen.getByRole('button', { name: /^Pay \$/ })
    await pay.click()
    const fee = screen.getByRole('checkbox', { name: /^I understand the .* card fee/ })
    await expect.element(fee).toHaveFocus()
    await expect.element(fee).toHaveAccessibleDescription('Confirm you understand the card fee.')
    expect(getRequests(createSetupIntentWithKey)).toHaveLength(0)
    expect(confirmCardSetup).not.toHaveBeenCalled()
    await fee.click()
    await expect.element(screen.getByText('Confirm you understand the card fee.')).not.toBeInTheDocument()
    await pay.click()
    await vi.waitFor(() => expect(confirmCardSetup).toHaveBeenCalledOnce())
  })
})
