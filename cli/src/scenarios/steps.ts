import type { Tideline } from '@tideline/sdk'
import { CancelReasonCode } from '@tideline/sdk/words'
import { billingStepRunners } from './billing-steps.ts'
import { buildCardDetails, confirmPaymentMethod } from './payment-methods.ts'
import { getPolicyNo, plusDays, type ScenarioState, type StepRunners, sdk } from './scenario-state.ts'

const getDue = async (client: Tideline, policyNo: string) =>
  (await client.call((await sdk()).getPolicyDetails, { path: { policyNo } })).payload.totalDue ?? 0

let serial = 0
const nextSerial = () => String(++serial).padStart(4, '0')

export const stepRunners: StepRunners = {
  bind: async (state, step, client) => {
    const { bulkUpload, listImportJobItems } = await sdk()
    const { premium = 365, fee = 75, product = 1, building = 250_000, agency = '100100' } = step
    const place = step.county === 'Pinellas' ? ['St. Petersburg', '33701'] : ['Tampa', '33606']
    const row = {
      ...{ productId: product, agencyNo: agency, firstName: 'Marina', lastName: 'Sample' },
      ...{
        email: `scenario.${state.run}@example.com`,
        phone: '813-555-0142',
        addr1: `${state.run.slice(-5)}${nextSerial()} Scenario Way`,
      },
      ...{ city: place[0], state: 'FL', zip: place[1], county: step.county ?? 'Hillsborough' },
      ...{ inceptionDate: plusDays(state.firstDay, step.begins), premium, policyFee: fee, buildingLimit: building },
      ...{ deductible: 2000, paymentInterval: step.monthly ? 'Monthly' : 'Annual' },
    }
    const text = `${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`
    const file = new File([text], 'scenario.csv', { type: 'text/csv' })
    const { payload } = await client.call(bulkUpload, { body: { file } })
    return async () => {
      const { items } = (await client.call(listImportJobItems, { path: { jobId: payload.id } })).payload
      const [item] = items
      if (!item?.policyNo) throw new Error(item?.error ?? 'The policy was not bound.')
      state.policies.set(step.of ?? 'home', item.policyNo)
      return true
    }
  },
  check: async (state, step, client) => {
    const policyNo = getPolicyNo(state, step.of)
    const amount = step.amount === 'due' ? await getDue(client, policyNo) : step.amount
    const body = {
      ...{ checkNo: `${state.run}${nextSerial()}`, payeeName: step.from ?? 'Marina Sample' },
      ...{ memo: 'Scenario', amount, createdAt: state.today },
    }
    await client.call((await sdk()).payByCheck, { path: { policyNo }, body })
  },
  bank: async (state, step, client) => {
    const BankToken = await state.stripe('tokens', {
      'bank_account[country]': 'US',
      'bank_account[currency]': 'usd',
      'bank_account[routing_number]': '110000000',
      'bank_account[account_number]': step.account ?? '000123456789',
      'bank_account[account_holder_name]': 'Marina Sample',
      'bank_account[account_holder_type]': 'individual',
    })
    const body = { PolicyNo: getPolicyNo(state, step.of), BankToken, PayerName: 'Marina Sample' }
    await client.call((await sdk()).payByAch, { body })
  },
  card: async (state, step, client) => {
    const { getTransactionFee, processPayment } = await sdk()
    const PolicyNo = getPolicyNo(state, step.of)
    const PaymentMethodId = await confirmPaymentMethod(state, client, PolicyNo, buildCardDetails(step.number))
    const query = { amount: await getDue(client, PolicyNo), card: 'visa' as const, country: 'US' }
    const { payload: fee } = await client.call(getTransactionFee, { query })
    await client.call(processPayment, { body: { PolicyNo, PaymentMethodId, Amount: fee.amountYear } })
  },
  lockbox: async (state, step, client) => {
    const batch = state.run.slice(-5)
    const rows = step.checks.map(({ amount, of, reference }, at) =>
      [
        `LB${batch}`,
        state.firstDay,
        batch,
        at + 1,
        amount,
        `${state.run}${at + 1}`,
        'Marina Sample',
        reference ?? getPolicyNo(state, of),
      ].join(','),
    )
    const all = step.checks.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
    const totals = [
      [`LB${batch}`, state.firstDay, batch, 'total', all, step.checks.length, '', ''],
      [`LB${batch}`, state.firstDay, 'total', '', all, step.checks.length, '', ''],
      ['total', '', '', '', all, step.checks.length, '', ''],
    ].map((total) => total.join(','))
    const text = ['lockbox,depositDate,batch,item,amount,checkNo,remitter,reference', ...rows, ...totals].join('\n')
    const file = new File([`${text}\n`], `scenario-${batch}.csv`, { type: 'text/csv' })
    await client.call((await sdk()).importLockboxFile, { body: { file, format: 'csv' } })
  },
  cancel: async (state, step, client) => {
    const body = {
      ...{ PolicyNumber: getPolicyNo(state, step.of), ReasonCode: step.reason, SuppressNotification: true },
      NoteInfo: { Note: 'Requested by the scenario.', Private: false },
      ...(step.ends === undefined ? {} : { EffectiveDate: plusDays(state.firstDay, step.ends) }),
    }
    await client.call((await sdk()).cancelPolicy, { body: body as never })
  },
  finalize: async (state, step, client) =>
    client.call((await sdk()).finalizeCancelPolicy, { body: { PolicyNumber: getPolicyNo(state, step.of) } }),
  reinstate: async (state, step, client) =>
    client.call((await sdk()).reinstatePolicy, { path: { policyNo: getPolicyNo(state, step.of), suppress: true } }),
  nonRenew: async (state, step, client) =>
    client.call((await sdk()).nonRenewPolicy, {
      body: {
        PolicyNo: getPolicyNo(state, step.of),
        Note: 'Requested by the scenario.',
        reasonCode: CancelReasonCode.nonRenewal,
      },
    }),
  rewrite: async (state, step, client) => {
    const body = {
      ...{ inceptionDate: plusDays(state.firstDay, step.begins), newAgencyNo: '', producerName: '' },
      hasImmediateClosing: step.immediate ?? false,
    }
    await client.call((await sdk()).cancelRewritePolicy, { path: { policyNo: getPolicyNo(state, step.of) }, body })
    await storeNextTerm(state, step.of, step.as)
  },
  endorse: async (state, step, client) => {
    const ops = await sdk()
    const policyNo = getPolicyNo(state, step.of)
    const day = plusDays(state.firstDay, step.from ?? 0)
    const start = { ebo: ops.startOutOfSequenceEndorsement, ebm: ops.startMandatoryEndorsement }
    const created = step.kind
      ? await client.call(start[step.kind], { query: { policyNo, effectiveDate: day } } as never)
      : await client.call(ops.createEndorsementUrl, { body: policyNo as never })
    const found = created as {
      result?: { endorsementQuoteNumber: string }
      payload?: { endorsementQuoteNumber: string }
    }
    const QuoteNumber = (found.result ?? found.payload)?.endorsementQuoteNumber ?? ''
    const quote = await client.call(ops.getQuote, { path: { endorsementQuoteNumber: QuoteNumber } })
    const changed = structuredClone(quote)
    for (const coverage of changed.application.coverages) coverage.limit = step.limits[coverage.code] ?? coverage.limit
    await client.call(ops.saveQuote, { body: changed })
    await client.call(ops.bindEndorsement, { body: { QuoteNumber, Comments: 'Requested by the scenario.' } as never })
  },
  transfer: async (state, step, client) => {
    const { listPolicyPayments, transferPayment } = await sdk()
    const [cur, next] = [getPolicyNo(state, step.of), getPolicyNo(state, step.to)]
    const { payload } = await client.call(listPolicyPayments, { path: { policyNo: cur } })
    const { policyPaymentId, paymentId } = payload.find(({ amount }) => amount > 0) ?? payload[0] ?? {}
    await client.call(transferPayment, {
      path: { cur, next, amount: step.amount },
      body: { policyPaymentId, paymentId } as never,
    })
  },
  refund: async (state, step, client) => {
    const { listPolicyPayments, refundPayment } = await sdk()
    const { payload } = await client.call(listPolicyPayments, { path: { policyNo: getPolicyNo(state, step.of) } })
    const { paymentId = '' } = payload.find(({ amount }) => amount > 0) ?? {}
    await client.call(refundPayment, {
      path: { paymentId },
      body: { amount: step.amount, reason: 'Requested by the scenario.' },
    })
  },
  decide: async (state, step, client) => {
    const { decideReview, listReviews } = await sdk()
    const path = { policyNo: getPolicyNo(state, step.of) }
    const { payload } = await client.call(listReviews, { path })
    for (const { reviewId } of payload.filter(({ state }) => state === 'open'))
      await client.call(decideReview, {
        path: { ...path, reviewId },
        body: { decision: step.decision, note: 'Reviewed.' } as never,
      })
  },
  resolve: async (state, step, client) => {
    const { listOverpayments, resolveOverpayment } = await sdk()
    const policyNo = getPolicyNo(state, step.of)
    const { payload } = await client.call(listOverpayments, { query: { status: 'open', take: 100 } })
    for (const { overpaymentId } of payload.items.filter((item) => item.policyNo === policyNo))
      await client.call(resolveOverpayment, { path: { overpaymentId }, body: { decision: step.decision } })
  },
  startMoratorium: async (state, step, client) => {
    const [fips, county] = step.county === 'Pinellas' ? ['12103', 'Pinellas'] : ['12057', 'Hillsborough']
    const { payload } = await client.call((await sdk()).saveMoratorium, {
      body: {
        ...{
          name: `Scenario storm ${state.run}`,
          kind: step.kind ?? 'bind',
          peril: 'hurricane',
          reason: 'Storm warning.',
        },
        ...{ startDate: state.today, stopDate: null, products: [1], actions: step.actions },
        locations: [{ countyFips: fips, county, state: 'FL', startDate: state.today, stopDate: null }],
      } as never,
    })
    state.policies.set('moratorium', JSON.stringify(payload))
  },
  endMoratorium: async (state, _, client) => {
    const event = JSON.parse(getPolicyNo(state, 'moratorium'))
    await client.call((await sdk()).saveMoratorium, {
      body: { ...event, stopDate: `${plusDays(state.today, -1)}T00:00:00Z` },
    })
  },
  claim: async (state, step, client) => {
    const { createClaim, updateClaim } = await sdk()
    const claim = {
      ...{
        noticeDate: state.today,
        dateOfLoss: plusDays(state.firstDay, step.lost),
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
    const { payload } = await client.call(createClaim, {
      body: { policyNo: getPolicyNo(state, step.of), ...claim } as never,
    })
    await client.call(updateClaim, {
      path: { claimID: payload.id },
      body: { status: 'Open', ...claim, reserve: 0, paid: step.paid } as never,
    })
  },
  moveAgency: async (state, step, client) =>
    client.call((await sdk()).endorsePolicy, {
      path: { policyNo: getPolicyNo(state, step.of) },
      body: {
        endorsementType: 'aor',
        agentNo: step.to,
        notes: 'Signed letter received.',
        producerName: 'Pat Producer',
      },
    }),
  ...billingStepRunners,
  nextTerm: (state, step) => storeNextTerm(state, step.of, step.as),
  verify: async () => undefined,
}

/** Finds a policy's next term. Stores its policy number under the name `as`. */
async function storeNextTerm(state: ScenarioState, of: string | undefined, as: string): Promise<void> {
  const { getPolicyHistory } = await sdk()
  const policyNo = getPolicyNo(state, of)
  const { payload } = await state.clients.staff.call(getPolicyHistory, { path: { policyNo } })
  const existing = new Set(state.policies.values())
  const next = payload.policies.find((policy) => !existing.has(policy.policyNo))
  if (!next) throw new Error(`${policyNo} has no next term.`)
  state.policies.set(as, next.policyNo)
}
