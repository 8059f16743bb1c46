import type { EventType } from '@tideline/sdk/types'
import { Party } from '@tideline/sdk/words'
import type { ScenarioStep } from './scenario.ts'
import { getPolicyNo, type ScenarioState, sdk } from './scenario-state.ts'

/** Steps that publish an event in a sandbox, and a last call for which scenarios have no step. */
export interface Trigger {
  steps: readonly ScenarioStep[]
  call?: (state: ScenarioState) => Promise<unknown>
}

const newPolicy: ScenarioStep = { do: 'bind', begins: 12 }
const policyInForce: ScenarioStep = { do: 'bind', begins: -100 }
const monthlyPolicy: ScenarioStep = { do: 'bind', begins: 5, product: 4, monthly: true }
const check: ScenarioStep = { do: 'check', amount: 'due' }
const autoPay: ScenarioStep = { do: 'autoPay', by: 'agent' }
const saleInTenDays: readonly ScenarioStep[] = [
  policyInForce,
  check,
  { do: 'cancel', reason: '01', ends: 10 },
  { do: 'finalize' },
]
/** Advances the clock, so that due jobs run. */
const waitUntil = (day: number): ScenarioStep => ({ do: 'verify', day, expect: {} })
/** An unpaid policy gets a notice of cancellation 30 days after its due date. */
const notice: readonly ScenarioStep[] = [{ do: 'bind', begins: 0 }, waitUntil(30)]
const cancelledForNonpayment: readonly ScenarioStep[] = [...notice, { do: 'mail' }, waitUntil(48)]
/** A check that covers the amount needed to reinstate the policy. */
const reinstatementOffer: readonly ScenarioStep[] = [...cancelledForNonpayment, { do: 'check', amount: 464.01 }]

/** A signature with one dark and one light half. */
const signedImage =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR4nGOQ+88g9x8ABdMCO0DDRm0AAAAASUVORK5CYII='

const note = 'Requested by tideline trigger.'

/** How each event can be published in a sandbox. A text explains how to publish an event without a trigger. */
export const triggers: Readonly<Record<EventType, Trigger | string>> = {
  'policy.imported': { steps: [newPolicy] },
  'policy.signed': 'Sign a policy as its agent and as its policyholder in the portal.',
  'policy.cancellation_requested': { steps: [policyInForce, { do: 'cancel', reason: '01', ends: -10 }] },
  'policy.cancellation_accepted': { steps: saleInTenDays },
  'policy.cancelled': {
    steps: [policyInForce, check, { do: 'cancel', reason: '01', ends: -10 }, { do: 'finalize' }],
  },
  'policy.reinstated': { steps: [...saleInTenDays, { do: 'reinstate' }] },
  'policy.reinstatement_offered': { steps: reinstatementOffer },
  'policy.reinstatement_offer_closed': {
    steps: reinstatementOffer,
    call: async (state) =>
      state.clients.staff.call((await sdk()).declineReinstatementOffer, {
        path: { policyNo: getPolicyNo(state) },
        body: { reason: note },
      }),
  },
  'policy.rewritten': { steps: [newPolicy, check, { do: 'rewrite', begins: 20, as: 'next' }] },
  'policy.endorsed': { steps: [{ do: 'bind', begins: -65 }, check, { do: 'endorse', limits: { A: 300_000 } }] },
  'policy.agency_changed': { steps: [policyInForce, { do: 'moveAgency', to: '100110' }] },
  'policy.renewed': { steps: [{ do: 'bind', begins: -330 }, check, waitUntil(2)] },
  'policy.non_renewed': { steps: [{ do: 'bind', begins: -300, product: 4 }, { do: 'nonRenew' }] },
  'policy.non_renewal_rescinded': {
    steps: [{ do: 'bind', begins: -300, product: 4 }, { do: 'nonRenew' }],
    call: async (state) =>
      state.clients.staff.call((await sdk()).rescindNonRenewal, {
        path: { policyNo: getPolicyNo(state) },
        body: { note },
      }),
  },
  'policy.expired': { steps: [{ do: 'bind', begins: -364, product: 4 }, { do: 'nonRenew' }, waitUntil(3)] },
  'payment.processing': { steps: [newPolicy, { do: 'bank', by: 'agent' }] },
  'payment.paid': { steps: [newPolicy, { do: 'card', by: 'agent' }] },
  'payment.failed': { steps: [newPolicy, { do: 'bank', by: 'agent', account: '000222222227' }, waitUntil(5)] },
  'payment.disputed': { steps: [newPolicy, { do: 'card', by: 'agent', number: '4000000000000259' }, waitUntil(1)] },
  'payment.refunded': { steps: [newPolicy, check, { do: 'refund', amount: 100, by: 'finance' }] },
  'policy.auto_pay_turned_on': { steps: [monthlyPolicy, autoPay] },
  'policy.auto_pay_turned_off': {
    steps: [monthlyPolicy, autoPay],
    call: async (state) =>
      state.clients.agent.call((await sdk()).turnOffAutoPay, { path: { policyNo: getPolicyNo(state) } }),
  },
  'policy.auto_pay_charge_failed': {
    steps: [monthlyPolicy, { ...autoPay, account: '000222222227' }, waitUntil(10)],
  },
  'overpayment.opened': { steps: [newPolicy, { do: 'bank', by: 'agent' }, check, waitUntil(5)] },
  'document.added': {
    steps: [newPolicy],
    call: async (state) =>
      state.clients.staff.call((await sdk()).uploadDocuments, {
        path: { policyNo: getPolicyNo(state), docType: 6 },
        body: { survey: new File([`Survey for ${getPolicyNo(state)}`], 'survey.txt', { type: 'text/plain' }) },
      }),
  },
  'document.signed': { steps: [newPolicy], call: signAsAgent },
  'policy.nonpayment_notice_created': { steps: notice },
  'policy.nonpayment_notice_rescinded': { steps: [...notice, check] },
  'letter.mailed': { steps: [...notice, { do: 'mail' }] },
  'policy.mortgagee_change_requested': 'Request a mortgagee change as the policyholder in the portal.',
  'policy.mortgagee_change_closed': 'Decide a mortgagee change request in the back office.',
  'claim.created': { steps: [policyInForce, { do: 'claim', lost: -20, paid: 0 }] },
  'claim.updated': { steps: [policyInForce, { do: 'claim', lost: -20, paid: 0 }] },
  'lead.created': 'Request a quote with createLead.',
  'agency.created': { steps: [], call: createAgency },
  'agency.updated': 'Change an agency with updateAgency.',
  'agency.approved': 'Approve an agency registration with approveAgencyRegistration.',
  'statement.closed': 'Close a commission month with `tideline commissions run <month> --close yes`.',
  'statement.paid': 'Pay closed statements with createPayoutBatch, approvePayoutBatch and markPayoutBatchPaid.',
  'moratorium.started': { steps: [{ do: 'startMoratorium', county: 'Pinellas', actions: ['newBusiness'] }] },
  'moratorium.stopped': {
    steps: [
      { do: 'startMoratorium', county: 'Pinellas', actions: ['newBusiness'] },
      { do: 'endMoratorium', day: 2 },
    ],
  },
  'webhook.test': 'Send a test event to an endpoint with testAdminWebhookEndpoint.',
  'import.finished': { steps: [newPolicy] },
}

/** Signs all documents of the policy as its agent. */
async function signAsAgent(state: ScenarioState): Promise<void> {
  const { getPolicyDocuments, getSigningConsent, signDocuments } = await sdk()
  const { agent } = state.clients
  const policyNo = getPolicyNo(state)
  const { payload: consent } = await agent.call(getSigningConsent)
  const { payload } = await agent.call(getPolicyDocuments, { path: { policyNo } })
  const documentsWithSignatures = payload.policyDocStatus.documentsWithSignatures
    .map(({ policyDocId, signatures }) => ({
      policyDocId,
      signatures: signatures
        .filter(({ party, signedAt }) => party === Party.agent && !signedAt)
        .map(({ policyDocSignatureId, party }) => ({
          ...{ policyDocSignatureId, party, signedByName: 'Avery Harbor', signedImage },
        })),
    }))
    .filter(({ signatures }) => signatures.length > 0)
  await agent.call(signDocuments, {
    body: { policyNo, consent: { version: consent.version, accepted: true }, documentsWithSignatures },
  })
}

async function createAgency({ clients, run }: ScenarioState): Promise<void> {
  const contact = { firstName: 'Bay', lastName: 'Water', email: `agency.${run}@example.com`, phone: '941-555-0120' }
  await clients.staff.call((await sdk()).createAgency, {
    body: {
      ...{ company: `Breakwater Agency ${run}`, type: 'retail' as const, addr1: '5 Jetty Demo Rd', city: 'Sarasota' },
      ...{ state: 'FL', zip: '34236', phone: '941-555-0120', email: contact.email, licenses: [] },
      contact: { ...contact, title: 'Principal' },
    },
  })
}
