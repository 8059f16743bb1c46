import type { Tideline } from '@tideline/sdk'
import type { Person, ScenarioStep } from './scenario.ts'

/**
 * The API clients by person, and a function that sends a form to a path of Stripe's API as a browser does and returns
 * the ID.
 */
export interface ScenarioClients {
  clients: Readonly<Record<Person, Tideline>>
  stripe: (path: string, form: Readonly<Record<string, string>>) => Promise<string>
}

/** The state of a running scenario. */
export interface ScenarioState extends ScenarioClients {
  /** The current date in the sandbox, YYYY-MM-DD. */
  today: string
  firstDay: string
  /** Policy numbers by their name in the scenario. */
  policies: Map<string, string>
  /** A string that is unique to this run, for check numbers and files. */
  run: string
  /** Continues the step after the jobs that it scheduled have run. */
  afterJobs?: () => Promise<void>
}

const plusDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)

type StepOf<Do extends ScenarioStep['do']> = Extract<ScenarioStep, { do: Do }>
type StepRunners = {
  [Do in ScenarioStep['do']]: (scene: ScenarioState, step: StepOf<Do>, who: Tideline) => Promise<unknown>
}

const sdk = () => import('@tideline/sdk/operations')

export function getPolicy({ policies }: ScenarioState, name = 'home'): string {
  const policyNo = policies.get(name)
  if (!policyNo) throw new Error(`The story has no policy ${name} yet.`)
  return policyNo
}

const getDue = async (who: Tideline, policyNo: string) =>
  (await who.call((await sdk()).getPolicyDetails, { path: { policyNo } })).payload.totalDue ?? 0

/** Runs due jobs, such as imports, emails and refunds, without advancing the clock. */
export const runDueJobs = async ({ clients: people }: ScenarioClients) =>
  people.house.call((await sdk()).advanceClock, { body: { days: 0 } })

let serial = 0
const nextSerial = () => String(++serial).padStart(4, '0')

export const stepRunners: StepRunners = {
  bind: async (scene, step, who) => {
    const { bulkUpload, listImportJobItems } = await sdk()
    const { premium = 365, fee = 75, product = 1, building = 250_000, agency = '100100' } = step
    const place = step.county === 'Pinellas' ? ['St. Petersburg', '33701'] : ['Tampa', '33606']
    const row = {
      ...{ productId: product, agencyNo: agency, firstName: 'Marina', lastName: 'Sample' },
      ...{ email: `scenario.${scene.run}@example.com`, phone: '813-555-0142', addr1: `${nextSerial()} Scenario Way` },
      ...{ city: place[0], state: 'FL', zip: place[1], county: step.county ?? 'Hillsborough' },
      ...{ inceptionDate: plusDays(scene.firstDay, step.begins), premium, policyFee: fee, buildingLimit: building },
      ...{ deductible: 2000, paymentInterval: step.monthly ? 'Monthly' : 'Annual' },
    }
    const text = `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`
    const file = new File([text], 'scenario.csv', { type: 'text/csv' })
    const { payload } = await who.call(bulkUpload, { body: { file } })
    return async () => {
      const { items } = (await who.call(listImportJobItems, { path: { jobId: payload.id } })).payload
      const [item] = items
      if (!item?.policyNo) throw new Error(item?.error ?? 'The policy was not bound.')
      scene.policies.set(step.of ?? 'home', item.policyNo)
      return true
    }
  },
  check: async (scene, step, who) => {
    const policyNo = getPolicy(scene, step.of)
    const amount = step.amount === 'due' ? await getDue(who, policyNo) : step.amount
    const body = {
      ...{ checkNo: `${scene.run}${nextSerial()}`, payeeName: step.from ?? 'Marina Sample' },
      ...{ memo: 'Scenario', amount, createdAt: scene.today },
    }
    await who.call((await sdk()).payByCheck, { path: { policyNo }, body })
  },
  bank: async (scene, step, who) => {
    const BankToken = await scene.stripe('tokens', {
      'bank_account[country]': 'US',
      'bank_account[currency]': 'usd',
      'bank_account[routing_number]': '110000000',
      'bank_account[account_number]': step.account ?? '000123456789',
      'bank_account[account_holder_name]': 'Marina Sample',
      'bank_account[account_holder_type]': 'individual',
    })
    const body = { PolicyNo: getPolicy(scene, step.of), BankToken, PayerName: 'Marina Sample' }
    await who.call((await sdk()).payByAch, { body })
  },
  card: async (scene, step, who) => {
    const { createSetupIntent, getTransactionFee, processPayment } = await sdk()
    const PolicyNo = getPolicy(scene, step.of)
    const { payload: setup } = await who.call(createSetupIntent, {
      body: {
        ...{ policyNo: PolicyNo, stripeCustomerId: null, firstname: 'Marina', lastName: 'Sample' },
        ...{ email: `scenario.${scene.run}@example.com`, phone: '813-555-0142', metadata: {} },
      },
    })
    const secret = setup.data.client_secret
    const PaymentMethodId = await scene.stripe('payment_methods', {
      ...{ type: 'card', 'card[number]': step.number ?? '4242424242424242' },
      ...{ 'card[exp_month]': '12', 'card[exp_year]': '34', 'card[cvc]': '123' },
    })
    const confirmation = { client_secret: secret, payment_method: PaymentMethodId }
    await scene.stripe(`setup_intents/${secret.replace(/_secret_.*/, '')}/confirm`, confirmation)
    const query = { amount: await getDue(who, PolicyNo), card: 'visa' as const, country: 'US' }
    const { payload: fee } = await who.call(getTransactionFee, { query })
    await who.call(processPayment, { body: { PolicyNo, PaymentMethodId, Amount: fee.amountYear } })
  },
  lockbox: async (scene, step, who) => {
    const batch = scene.run.slice(-5)
    const rows = step.checks.map(({ amount, of, reference }, at) =>
      [
        `LB${batch}`,
        scene.firstDay,
        batch,
        at + 1,
        amount,
        `${scene.run}${at + 1}`,
        'Marina Sample',
        reference ?? getPolicy(scene, of),
      ].join(','),
    )
    const all = step.checks.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
    const totals = [
      [`LB${batch}`, scene.firstDay, batch, 'total', all, step.checks.length, '', ''],
      [`LB${batch}`, scene.firstDay, 'total', '', all, step.checks.length, '', ''],
      ['total', '', '', '', all, step.checks.length, '', ''],
    ].map((total) => total.join(','))
    const text = ['lockbox,depositDate,batch,item,amount,checkNo,remitter,reference', ...rows, ...totals].join('\n')
    const file = new File([`${text}\n`], `scenario-${batch}.csv`, { type: 'text/csv' })
    await who.call((await sdk()).importLockboxFile, { body: { file, format: 'csv' } })
  },
  cancel: async (scene, step, who) => {
    const body = {
      ...{ PolicyNumber: getPolicy(scene, step.of), ReasonCode: step.reason, SuppressNotification: true },
      NoteInfo: { Note: 'As the scenario has it.', Private: false },
      ...(step.ends === undefined ? {} : { EffectiveDate: plusDays(scene.firstDay, step.ends) }),
    }
    await who.call((await sdk()).cancelPolicy, { body: body as never })
  },
  finalize: async (scene, step, who) =>
    who.call((await sdk()).finalizeCancelPolicy, { body: { PolicyNumber: getPolicy(scene, step.of) } }),
  reinstate: async (scene, step, who) =>
    who.call((await sdk()).reinstatePolicy, { path: { policyNo: getPolicy(scene, step.of), suppress: true } }),
  nonRenew: async (scene, step, who) =>
    who.call((await sdk()).nonRenewPolicy, {
      body: { PolicyNo: getPolicy(scene, step.of), Note: 'As the scenario has it.', reasonCode: '99' },
    }),
  rewrite: async (scene, step, who) => {
    const body = {
      ...{ inceptionDate: plusDays(scene.firstDay, step.begins), newAgencyNo: '', producerName: '' },
      hasImmediateClosing: step.immediate ?? false,
    }
    await who.call((await sdk()).cancelRewritePolicy, { path: { policyNo: getPolicy(scene, step.of) }, body })
    await rememberNextTerm(scene, step.of, step.as)
  },
  endorse: async (scene, step, who) => {
    const ops = await sdk()
    const policyNo = getPolicy(scene, step.of)
    const day = plusDays(scene.firstDay, step.from ?? 0)
    const start = { ebo: ops.startOutOfSequenceEndorsement, ebm: ops.startMandatoryEndorsement }
    const made = step.kind
      ? await who.call(start[step.kind], { query: { policyNo, effectiveDate: day } } as never)
      : await who.call(ops.createEndorsementUrl, { body: policyNo as never })
    const found = made as { result?: { endorsementQuoteNumber: string }; payload?: { endorsementQuoteNumber: string } }
    const QuoteNumber = (found.result ?? found.payload)?.endorsementQuoteNumber ?? ''
    const quote = await who.call(ops.getQuote, { path: { endorsementQuoteNumber: QuoteNumber } })
    const wanted = structuredClone(quote)
    for (const coverage of wanted.application.coverages) coverage.limit = step.limits[coverage.code] ?? coverage.limit
    await who.call(ops.saveQuote, { body: wanted })
    await who.call(ops.bindEndorsement, { body: { QuoteNumber, Comments: 'As the scenario has it.' } as never })
  },
  transfer: async (scene, step, who) => {
    const { listPolicyPayments, transferPayment } = await sdk()
    const [cur, next] = [getPolicy(scene, step.of), getPolicy(scene, step.to)]
    const { payload } = await who.call(listPolicyPayments, { path: { policyNo: cur } })
    const { policyPaymentId, paymentId } = payload.find(({ amount }) => amount > 0) ?? payload[0] ?? {}
    await who.call(transferPayment, {
      path: { cur, next, amount: step.amount },
      body: { policyPaymentId, paymentId } as never,
    })
  },
  refund: async (scene, step, who) => {
    const { listPolicyPayments, refundPayment } = await sdk()
    const { payload } = await who.call(listPolicyPayments, { path: { policyNo: getPolicy(scene, step.of) } })
    const { paymentId = '' } = payload.find(({ amount }) => amount > 0) ?? {}
    await who.call(refundPayment, {
      path: { paymentId },
      body: { amount: step.amount, reason: 'As the scenario has it.' },
    })
  },
  decide: async (scene, step, who) => {
    const { decideReview, listReviews } = await sdk()
    const path = { policyNo: getPolicy(scene, step.of) }
    const { payload } = await who.call(listReviews, { path })
    for (const { reviewId } of payload as unknown as { reviewId: string }[])
      await who.call(decideReview, {
        path: { ...path, reviewId },
        body: { move: step.move, note: 'Looked at.' } as never,
      })
  },
  resolve: async (scene, step, who) => {
    const { listOverpayments, resolveOverpayment } = await sdk()
    const policyNo = getPolicy(scene, step.of)
    const { payload } = await who.call(listOverpayments, { query: { status: 'open', take: 100 } })
    for (const { overpaymentId } of payload.items.filter((item) => item.policyNo === policyNo))
      await who.call(resolveOverpayment, { path: { overpaymentId }, body: { move: step.move } })
  },
  storm: async (scene, step, who) => {
    const [fips, county] = step.county === 'Pinellas' ? ['12103', 'Pinellas'] : ['12057', 'Hillsborough']
    const { payload } = await who.call((await sdk()).saveMoratorium, {
      body: {
        ...{
          name: `Scenario storm ${scene.run}`,
          kind: step.kind ?? 'bind',
          peril: 'hurricane',
          reason: 'Storm warning.',
        },
        ...{ startDate: scene.today, stopDate: null, products: [1], actions: step.actions },
        locations: [{ countyFips: fips, county, state: 'FL', startDate: scene.today, stopDate: null }],
      } as never,
    })
    scene.policies.set('storm', JSON.stringify(payload))
  },
  calm: async (scene, _, who) => {
    const event = JSON.parse(getPolicy(scene, 'storm'))
    await who.call((await sdk()).saveMoratorium, {
      body: { ...event, stopDate: `${plusDays(scene.today, -1)}T00:00:00Z` },
    })
  },
  claim: async (scene, step, who) => {
    const { createClaim, updateClaim } = await sdk()
    const told = {
      ...{
        noticeDate: scene.today,
        dateOfLoss: plusDays(scene.firstDay, step.lost),
        causeOfLoss: 'stormSurge' as const,
      },
      ...{
        description: 'Water on the ground floor.',
        adjusterName: null,
        adjusterEmail: null,
        adjusterPhone: null,
        extension: null,
      },
    }
    const { payload } = await who.call(createClaim, { body: { policyNo: getPolicy(scene, step.of), ...told } as never })
    await who.call(updateClaim, {
      path: { claimID: payload.id },
      body: { status: 'Open', ...told, reserve: 0, paid: step.paid } as never,
    })
  },
  moveAgency: async (scene, step, who) =>
    who.call((await sdk()).endorsePolicy, {
      path: { policyNo: getPolicy(scene, step.of) },
      body: {
        endorsementType: 'aor',
        agentNo: step.to,
        notes: 'Signed letter received.',
        producerName: 'Pat Producer',
      },
    }),
  nextTerm: (scene, step) => rememberNextTerm(scene, step.of, step.as),
  look: async () => undefined,
}

/** Finds the term that follows a policy and stores it under its name in the scenario. */
async function rememberNextTerm(scene: ScenarioState, of: string | undefined, as: string): Promise<void> {
  const { getPolicyHistory } = await sdk()
  const policyNo = getPolicy(scene, of)
  const { payload } = await scene.clients.house.call(getPolicyHistory, { path: { policyNo } })
  const known = new Set(scene.policies.values())
  const next = payload.policies.find((policy) => !known.has(policy.policyNo))
  if (!next) throw new Error(`${policyNo} has no next term.`)
  scene.policies.set(as, next.policyNo)
}
