import type {
  AddressData,
  DocumentWithSignatures,
  MortgageeBilling,
  PaymentFee,
  PolicyConfirmation,
  PolicyPayment,
  PolicyTransaction,
  RecordedPayment,
} from '@tideline/sdk'
import { TidelineConnectionError, TidelineError } from '@tideline/sdk'
import { describe, expect, it, vi } from 'vitest'
import { type AnyActorRef, createActor, fromPromise, waitFor } from 'xstate'
import type { CardMethod } from '../payments/payment-method-details.ts'
import { getPageAfterDeepLink, getPageAfterWelcome } from '../policyholder/next-step.ts'
import { getWizardStep } from './get-wizard-step.ts'
import type { PaymentAttempt, WizardStep } from './wizard.ts'
import { wizardMachine } from './wizard-machine.ts'

const aPolicy = (is: Partial<PolicyConfirmation> = {}) =>
  ({
    policyNo: 'RFL3000101',
    productId: 1,
    paymentInterval: 'Annual',
    totalDue: 1317.75,
    currentlyDue: 1317.75,
    payableAmount: 1317.75,
    payableTotal: 1317.75,
    obligations: [],
    isPaid: false,
    isPaymentProcessing: false,
    isPendingCancel: false,
    stripeKey: 'pk_test_simulator',
    viewer: { kind: 'insured', userType: 2, party: 2, isReadonly: false },
    isSigned: [
      { party: 1, isSigned: true, requiresSignatures: true },
      { party: 2, isSigned: false, requiresSignatures: true },
    ],
    ...is,
  }) as PolicyConfirmation

const signed = [
  { party: 1, isSigned: true, requiresSignatures: true },
  { party: 2, isSigned: true, requiresSignatures: true },
] as PolicyConfirmation['isSigned']
const paid = { isPaid: true, totalDue: 0, currentlyDue: 0, payableAmount: 0, payableTotal: 0 }
const staff = { kind: 'internal', userType: 3, party: null, isReadonly: false } as const

const transaction = { postDate: '2026-11-20', meta: '{}' } as PolicyTransaction
const recorded = (paymentStatus: PolicyPayment['paymentStatus'], is: Partial<RecordedPayment> = {}) =>
  ({ payment: { paymentStatus } as PolicyPayment, nextAction: null, ...is }) as RecordedPayment
const codeRequired = new TidelineError({
  statusCode: 403,
  message: 'Please confirm that it is you first.',
  errors: [{ code: 'missing_code', message: 'Please confirm that it is you first.' }],
  requestId: 'r',
})
const createError = (statusCode: number, message = 'rejected') =>
  new TidelineError({ statusCode, message, errors: [], requestId: 'r' })

const aDocument = {
  policyDocId: 'd',
  signatures: [{ policyDocSignatureId: 's', party: 2, kind: 'signature', signedAt: null, signatureImageId: null }],
} as unknown as DocumentWithSignatures

interface MachineMocks {
  /** The results of the policy requests, in order. The last result is used for all later requests. */
  policies?: PolicyConfirmation[]
  isModal?: boolean
  start?: WizardStep
  geocode?: boolean
  fetchPolicy?: () => Promise<never>
  fetchAddress?: () => Promise<never>
  charge?: (attempt: PaymentAttempt) => Promise<RecordedPayment>
  submit?: () => Promise<void>
  /** Replaces the requests that record the consent or a decline. */
  recordConsentOrDecline?: () => Promise<void>
  /** The server has already recorded the party's consent. */
  hasConsented?: boolean
  applyCheck?: () => Promise<RecordedPayment>
  bankSetup?: () => Promise<string>
}

const card: CardMethod = { id: 'pm_card', brand: 'visa', country: 'US', isSaved: false }
const account = {
  payerName: 'Marina Sample',
  email: 'marina.sample@example.com',
  routingNumber: '110000000',
  accountNumber: '000123456789',
  accountType: 'checking',
} as const

function startWizard(world: MachineMocks = {}) {
  const calls: string[] = []
  const policies = [...(world.policies ?? [aPolicy()])]
  const look = () => (policies.length > 1 ? policies.shift() : policies[0]) ?? aPolicy()
  const called = <Result, Input>(name: string, response: () => NoInfer<Result> | Promise<NoInfer<Result>>) =>
    fromPromise<Result, Input>(async () => {
      calls.push(name)
      return response()
    })
  const location: AddressData | undefined = world.geocode
    ? { geocode: { lat: 27.93, lng: -82.48 }, polygon: 'POLYGON ((0 0, 1 0, 1 1, 0 0))' }
    : undefined
  const machine = wizardMachine.provide({
    actors: {
      fetchPolicy: called('fetchPolicy', async () => {
        await world.fetchPolicy?.()
        return { policy: look(), transactions: [transaction], location }
      }),
      fetchAddress: called('fetchAddress', () => world.fetchAddress?.() ?? { geocode: null, polygon: null }),
      fetchDocuments: called('fetchDocuments', () => ({
        documents: [aDocument],
        consent: { version: '2026-01', title: '', paragraphs: [], checkboxLabel: '' },
        hasConsented: world.hasConsented ?? false,
      })),
      recordConsent: called('recordConsent', () => world.recordConsentOrDecline?.()),
      declineToSign: called('declineToSign', () => world.recordConsentOrDecline?.()),
      submitSignatures: called('submitSignatures', async () => {
        await world.submit?.()
      }),
      refetchPolicy: called('refetchPolicy', look),
      fetchPaymentMethods: called('fetchPaymentMethods', () => []),
      createCard: called('createCard', () => card),
      fetchFee: called('fetchFee', () => ({ feeYear: 38.51, amountYear: 1356.26 }) as PaymentFee),
      confirmBankSetup: called('confirmBankSetup', () => world.bankSetup?.() ?? 'pm_bank'),
      confirmCardSetup: called('confirmCardSetup', () => 'pm_card'),
      processPayment: fromPromise(async ({ input }) => {
        calls.push('processPayment')
        return world.charge ? world.charge(input) : recorded('processing')
      }),
      confirmCharge: called('confirmCharge', () => undefined),
      awaitSettlement: called('awaitSettlement', look),
      applyCheck: called('applyCheck', () => world.applyCheck?.() ?? recorded('paid')),
      billMortgagee: called('billMortgagee', () => ({ lienholderName: 'Gulf Demo Mortgage' }) as MortgageeBilling),
    },
    actions: {
      closeWizard: () => calls.push('closed'),
      signOutAndRedirect: () => calls.push('left'),
      notifyCheckApplied: () => calls.push('notified'),
    },
  })
  const wizard = createActor(machine, {
    input: { policyNo: 'RFL3000101', isModal: world.isModal ?? false, start: world.start },
  })
  wizard.start()
  return { wizard, calls }
}

type Wizard = ReturnType<typeof startWizard>['wizard']
const at = (wizard: Wizard, state: Parameters<ReturnType<Wizard['getSnapshot']>['matches']>[0]) =>
  waitFor(wizard, (snapshot) => snapshot.matches(state))
const nothingLeft = { documents: [], useTextSignature: false, elanyNoticeAccepted: false }

async function sign(wizard: Wizard) {
  await at(wizard, { signatures: { loaded: 'requesting_consent' } })
  wizard.send({ type: 'CONSENT' })
  await at(wizard, { signatures: { loaded: 'signing' } })
  wizard.send({ type: 'SUBMIT_SIGNATURES', ...nothingLeft })
}

describe('wizard policy data', () => {
  it('is loaded before the address if the location is unknown [C077] [C078] [C079]', async () => {
    const { wizard, calls } = startWizard()
    expect(wizard.getSnapshot().matches('fetch_policy')).toBe(true)
    await at(wizard, 'signatures')
    expect(calls.slice(0, 2)).toEqual(['fetchPolicy', 'fetchAddress'])
  })
  it('needs no address request if geocode and polygon are known [C079]', async () => {
    const { wizard, calls } = startWizard({ geocode: true })
    await at(wizard, 'signatures')
    expect(calls).not.toContain('fetchAddress')
  })
  it('allows signing and payment even if the address cannot be loaded [P389]', async () => {
    const { wizard, calls } = startWizard({
      fetchAddress: () => Promise.reject(createError(404)),
      policies: [aPolicy(), aPolicy({ isSigned: signed })],
    })
    await at(wizard, 'signatures')
    expect(calls).toContain('fetchAddress')
    expect(wizard.getSnapshot().context).toMatchObject({ location: undefined, failure: undefined })
    await sign(wizard)
    await at(wizard, 'payments')
  })
  it('shows an error when loading fails, and is loaded again on RETRY [C033] [C035]', async () => {
    const broken = vi.fn(async () => undefined as never).mockRejectedValueOnce(createError(500, 'We stumbled.'))
    const { wizard } = startWizard({ fetchPolicy: broken })
    await at(wizard, 'error')
    wizard.send({ type: 'RETRY' })
    await at(wizard, { signatures: { loaded: 'requesting_consent' } })
    expect(broken).toHaveBeenCalledTimes(2)
  })
  it.each([
    ['paid', { isPaid: true, currentlyDue: 20 }],
    ['with nothing due now', { isPaid: false, currentlyDue: 0 }],
  ])('ends the wizard immediately if the policy is signed and %s [C085] [P187]', async (_, is) => {
    await at(startWizard({ policies: [aPolicy({ ...is, isSigned: signed })] }).wizard, 'finish')
  })
})

describe('wizard steps with their own URL', () => {
  const recordSteps = async (world: MachineMocks) => {
    const { wizard } = startWizard(world)
    const steps: (WizardStep | undefined)[] = []
    wizard.subscribe((snapshot) => {
      const step = getWizardStep(snapshot)
      if (step && steps.at(-1) !== step) steps.push(step)
    })
    await sign(wizard)
    await waitFor(wizard, (snapshot) => snapshot.matches('finish') || snapshot.matches({ payments: 'loaded' }))
    if (wizard.getSnapshot().matches('payments')) wizard.send({ type: 'MAKE_MORTGAGEE_PAYMENT' })
    if (wizard.getSnapshot().matches('payments')) wizard.send({ type: 'ON_MAKE_MORTGAGEE_PAYMENT' })
    await at(wizard, 'finish')
    return steps
  }

  it('are documents, payments and complete, or documents and signed if the policy is already paid [P173]', async () => {
    const unsigned = { isSigned: aPolicy().isSigned, isPaid: false }
    expect([getPageAfterDeepLink(unsigned), getPageAfterWelcome(unsigned)]).toEqual([
      '/policyholder/welcome',
      '/policyholder/documents',
    ])
    expect(await recordSteps({ policies: [aPolicy(), aPolicy({ isSigned: signed })] })).toEqual([
      ...['documents', 'payments', 'complete'],
    ])
    const alreadyPaid = { isPaid: true, currentlyDue: 0 }
    expect(
      await recordSteps({ policies: [aPolicy(alreadyPaid), aPolicy({ ...alreadyPaid, isSigned: signed })] }),
    ).toEqual([...['documents', 'signed']])
  })
})

describe('signing step', () => {
  it('loads the documents, submits the signatures, and then reloads the confirmation [C080] [C083]', async () => {
    const { wizard, calls } = startWizard({ policies: [aPolicy(), aPolicy({ isSigned: signed })] })
    const seen: string[] = []
    wizard.subscribe(({ value }) => {
      const state = typeof value === 'object' && 'signatures' in value ? value.signatures : undefined
      const name = typeof state === 'object' ? Object.keys(state)[0] : state
      if (name && seen.at(-1) !== name) seen.push(name)
    })
    await sign(wizard)
    await at(wizard, 'payments')
    expect(seen).toEqual(['begin', 'loaded', 'submit_signatures'])
    expect(calls).toEqual(
      expect.arrayContaining(['fetchDocuments', 'recordConsent', 'submitSignatures', 'refetchPolicy']),
    )
    expect(calls.indexOf('submitSignatures')).toBeLessThan(calls.indexOf('refetchPolicy'))
  })
  it('is followed by payment while an amount is currently due [C084] [C089]', async () => {
    const { wizard } = startWizard({ policies: [aPolicy(), aPolicy({ isSigned: signed, currentlyDue: 0.01 })] })
    await sign(wizard)
    await at(wizard, 'payments')
  })
  it.each([
    ['is paid', { isPaid: true, currentlyDue: 20 }],
    ['has nothing due now', { isPaid: false, currentlyDue: 0 }],
  ])('ends the wizard page with the result "signed" if the policy %s [C085]', async (_, is) => {
    const { wizard } = startWizard({ policies: [aPolicy(), aPolicy({ ...is, isSigned: signed })] })
    await sign(wizard)
    await at(wizard, 'finish')
    expect(wizard.getSnapshot().context.finishedAs).toBe('signed')
  })
  it.each([
    ['paid [C090]', paid],
    ['pending cancel [C091]', { isPendingCancel: true }],
  ])('closes the wizard dialog of a policy that is %s', async (_, is) => {
    const { wizard, calls } = startWizard({
      isModal: true,
      policies: [aPolicy(is), aPolicy({ ...is, isSigned: signed })],
    })
    await sign(wizard)
    await at(wizard, 'closed')
    expect(calls).toContain('closed')
  })
  it('is optional for staff, who can skip to payment without signatures [C038] [C039]', async () => {
    const { wizard, calls } = startWizard({ policies: [aPolicy({ viewer: staff })] })
    await at(wizard, { signatures: { loaded: 'signing' } })
    wizard.send({ type: 'SKIP_TO_PAYMENT' })
    await at(wizard, 'payments')
    expect(calls).not.toContain('submitSignatures')
  })
  it('cannot be skipped by an insured [C038]', async () => {
    const { wizard } = startWizard()
    await at(wizard, { signatures: { loaded: 'requesting_consent' } })
    wizard.send({ type: 'SKIP_TO_PAYMENT' })
    expect(wizard.getSnapshot().matches('signatures')).toBe(true)
  })
  it('posts the same signatures again on RETRY after a failure [C035]', async () => {
    const submit = vi.fn(async () => undefined).mockRejectedValueOnce(createError(503))
    const { wizard } = startWizard({ submit, policies: [aPolicy(), aPolicy({ isSigned: signed })] })
    await sign(wizard)
    await at(wizard, 'error')
    wizard.send({ type: 'RETRY' })
    await at(wizard, 'payments')
    expect(submit).toHaveBeenCalledTimes(2)
  })
  it('shows why the server rejected the signatures, and allows changes', async () => {
    const submit = vi.fn(async () => undefined).mockRejectedValueOnce(createError(422, 'The image shows no signature.'))
    const { wizard } = startWizard({ submit, policies: [aPolicy(), aPolicy({ isSigned: signed })] })
    await sign(wizard)
    await at(wizard, { signatures: { loaded: 'signing' } })
    expect(wizard.getSnapshot().context.problem).toBe('The image shows no signature.')
    wizard.send({ type: 'SUBMIT_SIGNATURES', ...nothingLeft })
    await at(wizard, 'payments')
  })
  it('is complete without posting signatures if signing was finished in another tab', async () => {
    const { wizard, calls } = startWizard({ policies: [aPolicy(), aPolicy({ isSigned: signed })] })
    await at(wizard, { signatures: { loaded: 'requesting_consent' } })
    wizard.send({ type: 'CONSENT' })
    await at(wizard, { signatures: { loaded: 'signing' } })
    wizard.send({ type: 'SIGNED_ELSEWHERE' })
    await at(wizard, 'payments')
    expect(calls).not.toContain('submitSignatures')
  })
  it('starts again if a signature is still missing after the signatures were posted', async () => {
    const { wizard } = startWizard({ policies: [aPolicy(), aPolicy(), aPolicy({ isSigned: signed })] })
    await sign(wizard)
    await at(wizard, { signatures: { loaded: 'requesting_consent' } })
  })
  it('comes before payment even if the viewer started with payment [C007]', async () => {
    await at(startWizard({ start: 'payments' }).wizard, 'signatures')
  })
  it('requires an emailed code before continuing if others could have seen the link', async () => {
    const bind = vi.fn<() => Promise<void>>().mockRejectedValueOnce(codeRequired).mockResolvedValue(undefined)
    const { wizard, calls } = startWizard({ recordConsentOrDecline: bind })
    await at(wizard, { signatures: { loaded: 'requesting_consent' } })
    wizard.send({ type: 'CONSENT' })
    await at(wizard, { signatures: { loaded: 'confirming_code' } })
    wizard.send({ type: 'LEAVE_CODE' })
    await at(wizard, { signatures: { loaded: 'requesting_consent' } })
    bind.mockRejectedValueOnce(codeRequired)
    wizard.send({ type: 'DECLINE', reason: 'I want paper' })
    await at(wizard, { signatures: { loaded: 'confirming_code' } })
    wizard.send({ type: 'CODE_CONFIRMED' })
    await at(wizard, { signatures: { loaded: 'declined' } })
    wizard.send({ type: 'RETRY' })
    bind.mockRejectedValueOnce(codeRequired)
    wizard.send({ type: 'CONSENT' })
    await at(wizard, { signatures: { loaded: 'confirming_code' } })
    wizard.send({ type: 'CODE_CONFIRMED' })
    await at(wizard, { signatures: { loaded: 'signing' } })
    expect(calls.filter((call) => call === 'recordConsent')).toHaveLength(3)
    expect(calls.filter((call) => call === 'declineToSign')).toHaveLength(2)
  })
  it('posts the signatures once the required code is confirmed', async () => {
    const submit = vi.fn<() => Promise<void>>().mockRejectedValueOnce(codeRequired).mockResolvedValue(undefined)
    const { wizard } = startWizard({ submit, policies: [aPolicy(), aPolicy({ isSigned: signed })] })
    await sign(wizard)
    await at(wizard, { signatures: { loaded: 'confirming_code' } })
    wizard.send({ type: 'CODE_CONFIRMED' })
    await at(wizard, 'payments')
    expect(submit).toHaveBeenCalledTimes(2)
  })
  it('can be declined with a reason', async () => {
    const { wizard, calls } = startWizard()
    await at(wizard, { signatures: { loaded: 'requesting_consent' } })
    wizard.send({ type: 'DECLINE', reason: 'I want paper' })
    await at(wizard, { signatures: { loaded: 'declined' } })
    expect(calls).toContain('declineToSign')
  })
})

const payable = (is: Partial<PolicyConfirmation> = {}) => aPolicy({ isSigned: signed, ...is })

describe('payment step', () => {
  it('loads the saved methods and then opens with the initial method [C081] [C097]', async () => {
    const { wizard, calls } = startWizard({ policies: [payable()] })
    await at(wizard, { payments: { loaded: 'automated_check_payment' } })
    expect(calls).toContain('fetchPaymentMethods')
  })
  it('opens with the card for monthly earthquake policies [C095]', async () => {
    const policy = payable({ productId: 4, paymentInterval: 'Monthly' })
    await at(startWizard({ policies: [policy] }).wizard, { payments: { loaded: 'credit_card_payment' } })
  })
  it.each([
    ['MAKE_MORTGAGEE_PAYMENT', 'mortgagee_payment'],
    ['MAKE_ACH_PAYMENT', 'automated_check_payment'],
    ['MAKE_CC_PAYMENT', 'credit_card_payment'],
    ['LOCKBOX_INFO', 'lockbox_check_payment'],
    ['CC_MESSAGE', 'cc_message'],
    ['APPLY_CHECK', 'apply_check_payment'],
  ] as const)('reacts to the event %s by moving to the state %s [C082] [C086] [C087]', async (type, state) => {
    const { wizard } = startWizard({ policies: [payable()] })
    await at(wizard, { payments: 'loaded' })
    wizard.send({ type })
    expect(wizard.getSnapshot().value).toMatchObject({ payments: { loaded: expect.anything() } })
    expect(JSON.stringify(wizard.getSnapshot().value)).toContain(state)
  })
  it.each([
    [5000, 'credit_card_payment'],
    [5000.01, 'cc_message'],
  ] as const)(
    'handles a residential flood card payment of %d dollars by moving to %s [C213] [C239]',
    async (totalDue, state) => {
      const { wizard } = startWizard({ policies: [payable({ totalDue })] })
      await at(wizard, { payments: 'loaded' })
      wizard.send({ type: 'MAKE_CC_PAYMENT' })
      expect(JSON.stringify(wizard.getSnapshot().value)).toContain(state)
    },
  )
  it('shows that the policy is already paid, and accepts no payment [C041]', async () => {
    const { wizard } = startWizard({ start: 'payments', policies: [payable(paid)] })
    await at(wizard, { payments: { loaded: 'already_paid' } })
    wizard.send({ type: 'ON_MAKE_ACH_PAYMENT', account, optInAutoPayRenewal: false })
    expect(wizard.getSnapshot().matches({ payments: { loaded: 'already_paid' } })).toBe(true)
  })
  it('accepts no second payment while a bank payment is processing', async () => {
    const policy = payable({ isPaymentProcessing: true, payableAmount: 0 })
    await at(startWizard({ start: 'payments', policies: [policy] }).wizard, {
      payments: { loaded: 'bank_payment_processing' },
    })
  })
  it('opens if there is a balance that is not due yet [BIL-14] [C041]', async () => {
    const early = payable({ isPaid: true, currentlyDue: 0, payableAmount: 100, payableTotal: 1200 })
    const { wizard } = startWizard({ start: 'payments', policies: [early] })
    await at(wizard, { payments: { loaded: 'automated_check_payment' } })
  })
  it('charges the full balance if the payer selected it [BIL-13]', async () => {
    const attempts: unknown[] = []
    const charge = (input: unknown) => {
      attempts.push(input)
      return Promise.reject(createError(409))
    }
    const { wizard } = startWizard({ policies: [payable({ payableAmount: 100, payableTotal: 1200 })], charge })
    await at(wizard, { payments: 'loaded' })
    wizard.send({ type: 'CHOOSE_AMOUNT', paysAll: true })
    wizard.send({
      type: 'ON_MAKE_ACH_PAYMENT',
      account: { savedMethodId: 'pm_saved' },
      optInAutoPayRenewal: false,
    })
    await at(wizard, { payments: { loaded: 'automated_check_payment' } })
    expect(attempts).toMatchObject([{ amount: 1200, paysAll: true }])
  })

  const left = { paymentStatus: 'processing', paymentTypeId: 4, amount: 1317.75 } as PolicyPayment
  it('allows another attempt if a processing card payment was not completed', async () => {
    const can = [{ action: 'pay' as const, allowed: true, reason: null }]
    const policy = payable({ isPaymentProcessing: true, payments: [left], can })
    const { wizard, calls } = startWizard({ start: 'payments', policies: [policy] })
    await at(wizard, { payments: { loaded: 'automated_check_payment' } })
    expect(calls).toContain('awaitSettlement')
    expect(wizard.getSnapshot().context.problem).toMatch(/^Your last card payment was not completed/)
  })
  it('requests no payment if the card payment was completed in the meantime', async () => {
    const policies = [payable({ isPaymentProcessing: true, payments: [left] }), payable(paid)]
    const { wizard } = startWizard({ start: 'payments', policies })
    await at(wizard, { payments: { loaded: 'already_paid' } })
    expect(wizard.getSnapshot().context.problem).toBeUndefined()
  })
  it('waits for the bank if a card and a bank payment are both processing', async () => {
    const bank = { ...left, paymentTypeId: 2 } as PolicyPayment
    const policy = payable({ isPaymentProcessing: true, payableAmount: 0, payments: [left, bank] })
    await at(startWizard({ start: 'payments', policies: [policy] }).wizard, {
      payments: { loaded: 'bank_payment_processing' },
    })
  })
})

async function payByBank(wizard: Wizard) {
  await at(wizard, { payments: { loaded: 'automated_check_payment' } })
  wizard.send({ type: 'ON_MAKE_ACH_PAYMENT', account, optInAutoPayRenewal: false })
}

describe('bank account payment', () => {
  it('confirms the bank setup and then processes the payment [C101]', async () => {
    const { wizard, calls } = startWizard({ policies: [payable()] })
    await payByBank(wizard)
    await at(wizard, 'finish')
    expect(calls.slice(calls.indexOf('confirmBankSetup'))).toEqual([
      'confirmBankSetup',
      'processPayment',
      'refetchPolicy',
    ])
    expect(wizard.getSnapshot().context.outcome).toMatchObject({ kind: 'processing' })
  })
  it('is repeated with the same idempotency key if there was no response [C102]', async () => {
    const keys: string[] = []
    const charge = async ({ idempotencyKey }: PaymentAttempt) => {
      keys.push(idempotencyKey)
      if (keys.length === 1) throw new TidelineConnectionError('no response', { cause: undefined })
      return recorded('processing')
    }
    const { wizard, calls } = startWizard({ policies: [payable()], charge })
    await payByBank(wizard)
    await at(wizard, { payments: { charging: 'outcome_unknown' } })
    wizard.send({ type: 'RETRY' })
    await at(wizard, 'finish')
    expect(new Set(keys).size).toBe(1)
    expect(calls.filter((name) => name === 'confirmBankSetup')).toHaveLength(1)
  })
  it('uses a new idempotency key when retried after a rejection [C102]', async () => {
    const keys: string[] = []
    const charge = async ({ idempotencyKey }: PaymentAttempt) => {
      keys.push(idempotencyKey)
      if (keys.length === 1) throw createError(422, 'Insufficient funds.')
      return recorded('processing')
    }
    const { wizard } = startWizard({ policies: [payable()], charge })
    await payByBank(wizard)
    await waitFor(wizard, ({ context }) => context.problem === 'Insufficient funds.')
    await payByBank(wizard)
    await at(wizard, 'finish')
    expect(new Set(keys).size).toBe(2)
  })
  it('ignores a second click while the payment is in progress', async () => {
    const { wizard, calls } = startWizard({ policies: [payable()] })
    await payByBank(wizard)
    wizard.send({ type: 'ON_MAKE_ACH_PAYMENT', account, optInAutoPayRenewal: false })
    wizard.send({ type: 'MAKE_CC_PAYMENT' })
    await at(wizard, 'finish')
    expect(calls.filter((name) => name === 'processPayment')).toHaveLength(1)
  })
  it('has an idempotency key before it enters the paying state, even in a restored snapshot', async () => {
    const charge = () => new Promise<never>(() => undefined)
    const { wizard } = startWizard({ policies: [payable()], charge })
    await payByBank(wizard)
    await at(wizard, { payments: { charging: 'processing' } })
    const { attempt } = JSON.parse(JSON.stringify(wizard.getPersistedSnapshot())).context
    expect(attempt).toMatchObject({ idempotencyKey: expect.any(String), paymentMethodId: 'pm_bank', amount: 1317.75 })
  })
})

describe('card payment', () => {
  const entered = async (wizard: Wizard) => {
    await at(wizard, { payments: 'loaded' })
    wizard.send({ type: 'MAKE_CC_PAYMENT' })
    wizard.send({ type: 'CARD_ENTERED', createPaymentMethod: async () => card })
    await at(wizard, { payments: { loaded: { credit_card_payment: 'acknowledging_fee' } } })
  }
  const pay = { type: 'ON_MAKE_CC_PAYMENT', email: 'marina.sample@example.com', optInAutoPayRenewal: false } as const

  it('creates the method, fetches the fee, confirms the setup, and processes the payment [C103]', async () => {
    const { wizard, calls } = startWizard({ policies: [payable()] })
    await entered(wizard)
    wizard.send({ type: 'ACKNOWLEDGE_FEE', isAcknowledged: true })
    wizard.send(pay)
    await at(wizard, 'finish')
    expect(calls.slice(calls.indexOf('createCard'))).toEqual([
      'createCard',
      'fetchFee',
      'confirmCardSetup',
      'processPayment',
      'refetchPolicy',
    ])
  })
  it('does not confirm the setup before the fee is accepted [C139]', async () => {
    const { wizard, calls } = startWizard({ policies: [payable()] })
    await entered(wizard)
    wizard.send(pay)
    expect(calls).not.toContain('confirmCardSetup')
    expect(wizard.getSnapshot().matches({ payments: 'loaded' })).toBe(true)
  })
  it('charges the amount that was shown, including the fee', async () => {
    const seen: number[] = []
    const charge = async ({ amount }: PaymentAttempt) => {
      seen.push(amount)
      return recorded('paid')
    }
    const { wizard } = startWizard({ policies: [payable()], charge })
    await entered(wizard)
    wizard.send({ type: 'ACKNOWLEDGE_FEE', isAcknowledged: true })
    wizard.send(pay)
    await at(wizard, 'finish')
    expect(seen).toEqual([1356.26])
  })
  it('requires acceptance of the fee again when the card changes', async () => {
    const { wizard } = startWizard({ policies: [payable()] })
    await entered(wizard)
    wizard.send({ type: 'ACKNOWLEDGE_FEE', isAcknowledged: true })
    wizard.send({ type: 'CHANGE_CARD' })
    expect(wizard.getSnapshot().context).toMatchObject({ isFeeAcknowledged: false, card: undefined, fee: undefined })
  })
  it('settles after the payer confirms the payment, if the bank requires confirmation', async () => {
    const charge = async () => recorded('requires_action', { nextAction: { clientSecret: 'pi_secret' } })
    const { wizard, calls } = startWizard({ policies: [payable()], charge })
    await entered(wizard)
    wizard.send({ type: 'ACKNOWLEDGE_FEE', isAcknowledged: true })
    wizard.send(pay)
    await at(wizard, 'finish')
    expect(calls.slice(-2)).toEqual(['confirmCharge', 'awaitSettlement'])
  })
})

describe('check or mortgagee payment', () => {
  const check = { checkNo: '0001042', payeeName: 'Marina Sample', memo: 'Premium', amount: 5, createdAt: '2026-11-19' }

  it('shows a confirmation for an applied check and ends the wizard [C210]', async () => {
    const { wizard, calls } = startWizard({ policies: [payable()] })
    await at(wizard, { payments: 'loaded' })
    wizard.send({ type: 'APPLY_CHECK' })
    wizard.send({ type: 'ON_MAKE_CHECK_PAYMENT', check })
    await at(wizard, 'finish')
    expect(calls).toContain('notified')
  })
  it('shows an error for a failed check, and does not apply the check [C208] [C209]', async () => {
    const { wizard, calls } = startWizard({ policies: [payable()], applyCheck: () => Promise.reject(createError(409)) })
    await at(wizard, { payments: 'loaded' })
    wizard.send({ type: 'APPLY_CHECK' })
    wizard.send({ type: 'ON_MAKE_CHECK_PAYMENT', check })
    await waitFor(wizard, ({ context }) => context.problem !== undefined)
    expect(wizard.getSnapshot().context).toMatchObject({
      problem: 'There was an error applying this check. rejected',
      outcome: undefined,
    })
    expect(wizard.getSnapshot().matches({ payments: { loaded: 'apply_check_payment' } })).toBe(true)
    expect(calls).not.toContain('notified')
  })
  it('bills the mortgagee without charging a payment method', async () => {
    const { wizard, calls } = startWizard({ policies: [payable()] })
    await at(wizard, { payments: 'loaded' })
    wizard.send({ type: 'MAKE_MORTGAGEE_PAYMENT' })
    wizard.send({ type: 'ON_MAKE_MORTGAGEE_PAYMENT' })
    await at(wizard, 'finish')
    expect(calls).not.toContain('processPayment')
    expect(wizard.getSnapshot().context.outcome).toEqual({ kind: 'billed', lienholderName: 'Gulf Demo Mortgage' })
  })
})

describe('expired session', () => {
  it.each([
    ['loading', { fetchPolicy: () => Promise.reject(createError(401)) }],
    ['paying', { policies: [payable()], charge: () => Promise.reject(createError(401)) }],
    ['setting up the bank', { policies: [payable()], bankSetup: () => Promise.reject(createError(401)) }],
  ] as [string, MachineMocks][])('moves the wizard from %s to the unauthorized state [C044]', async (where, world) => {
    const { wizard } = startWizard(world)
    if (where !== 'loading') await payByBank(wizard)
    await at(wizard, 'unauthorized')
  })
  it('redirects to log-in after exactly 5 seconds, or immediately on REDIRECT [C045] [C046]', async () => {
    vi.useFakeTimers()
    try {
      const first = startWizard({ fetchPolicy: () => Promise.reject(createError(401)) })
      // No time passes while the rejection is handled, so the countdown starts at 0 ms.
      await vi.advanceTimersByTimeAsync(0)
      expect((first.wizard as AnyActorRef).getSnapshot().matches('unauthorized')).toBe(true)
      await vi.advanceTimersByTimeAsync(4999)
      expect(first.calls).not.toContain('left')
      await vi.advanceTimersByTimeAsync(1)
      expect(first.calls).toContain('left')
      const second = startWizard({ fetchPolicy: () => Promise.reject(createError(401)) })
      await vi.advanceTimersByTimeAsync(1)
      second.wizard.send({ type: 'REDIRECT' })
      expect(second.calls).toContain('left')
    } finally {
      vi.useRealTimers()
    }
  })
})
