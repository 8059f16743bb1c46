import { expect } from 'vitest'
import { formatUsDate } from '../calendar/format-date.ts'
import { formatDollars } from '../http/money.ts'
import { expireTerm } from '../lifecycle/renew/expire-term.ts'
import { renewPolicy } from '../lifecycle/renew/renew-policy.ts'
import { insertAgency } from './builders.ts'
import {
  aHome,
  api,
  type Cancellation,
  call,
  cancel,
  check,
  day,
  db,
  dollars,
  done,
  endorse,
  getDeclarations,
  type Home,
  leaving,
  limitTo,
  sum,
  toCents,
} from './document-amounts.ts'
import {
  aDueHome,
  asJob,
  type EmailedEvent,
  type Facts,
  getConfirmation,
  getCreditOnHold,
  getDueRows,
  getLetterTexts,
  getTermEnd,
} from './emailed-events.ts'

/** The refund of a pending cancellation, as the policy page shows it. */
async function getRequestFacts(home: Home): Promise<Facts> {
  const { payload } = await done('GET', `/api/v1/policies/${home.policy_no}/cancellation`)
  const { effectiveDate, balanceReduction, refundTo } = payload
  return {
    'Effective date': formatUsDate(effectiveDate),
    Refund: formatDollars(sum(refundTo.map(({ amount }: { amount: number }) => toCents(amount)))),
    ...(balanceReduction > 0 && { 'Balance reduced by': dollars(balanceReduction) }),
  }
}

/** Returns the next term or the rewrite of a policy. */
async function findNextPolicy(home: Home): Promise<Home> {
  const next = await db
    .selectFrom('policies as old')
    .innerJoin('policies as p', 'p.policy_id', 'old.next_policy_id')
    .selectAll('p')
    .where('old.policy_id', '=', home.policy_id)
    .executeTakeFirstOrThrow()
  return { ...home, ...next }
}

/** The begin of the term, its premium and the amount due, as the policy page shows them. */
async function getTermFacts(home: Home): Promise<Facts> {
  const { inceptionDate, totalPremium } = await getConfirmation(home)
  return {
    ...{ Begins: formatUsDate(inceptionDate), 'Total premium': dollars(totalPremium) },
    ...(await getDueRows(home)),
  }
}

/** The latest endorsement and the amount due, as the policy page shows them. */
async function getEndorsementFacts(home: Home): Promise<Facts> {
  const { payload: transactions } = await done('GET', `/api/v1/policies/${home.policy_no}/policytransactions`)
  const { effectiveDate, tnxTotalPremium } = transactions.at(-1)
  const { totalPremium } = await getConfirmation(home)
  return {
    ...{ 'Effective date': formatUsDate(effectiveDate), 'Pro rata premium change': dollars(tnxTotalPremium) },
    ...{ 'Total premium': dollars(totalPremium), ...(await getDueRows(home)) },
  }
}

/** The end of coverage, the refund, the amount due and the balance, as the policy page shows them. */
async function getCancellationFacts(home: Home): Promise<Facts> {
  const { effectiveDate, refundTo, balance }: Cancellation = (
    await done('GET', `/api/v1/policies/${home.policy_no}/cancellation`)
  ).payload
  return {
    'Coverage ends': formatUsDate(effectiveDate),
    Refund: formatDollars(sum(refundTo.map(({ amount }) => toCents(amount)))),
    ...(balance > 0 && (await getDueRows(home))),
    Balance: dollars(balance),
  }
}

const getDeclarationTexts = async (home: Home) => (await getDeclarations(home)).slice(-1).map(({ text }) => text)

/** Events of policies whose emails name an amount or a date. */
export const policyEvents: Record<string, EmailedEvent> = {
  'an endorsement with an additional premium': {
    templates: ['endorsement', 'agency-endorsement'],
    happen: async () => {
      const home = await aHome()
      await check(home, home.totalCents)
      return { home, event: () => endorse(home, limitTo(500_000)) }
    },
    getFacts: getEndorsementFacts,
    getDocuments: getDeclarationTexts,
    documentLabels: ['Effective date', 'Total premium'],
  },
  'an endorsement with a refund': {
    templates: ['endorsement', 'agency-endorsement'],
    happen: async () => {
      const home = await aHome()
      await check(home, home.totalCents)
      return { home, event: () => endorse(home, limitTo(100_000)) }
    },
    getFacts: async (home) => ({
      ...(await getEndorsementFacts(home)),
      ' refunded': formatDollars(sum(Object.values(await leaving(home)))),
    }),
    getDocuments: getDeclarationTexts,
    documentLabels: ['Effective date', 'Total premium'],
  },
  'a cancellation with a refund': {
    templates: ['cancellation', 'agency-cancellation'],
    happen: async () => {
      const home = await aHome()
      await check(home, home.totalCents)
      return { home, event: () => cancel(home, '33') }
    },
    getFacts: getCancellationFacts,
    getDocuments: (home) => getLetterTexts(home, 'cancellation'),
  },
  'a cancellation with a balance': {
    templates: ['cancellation', 'agency-cancellation'],
    happen: async () => {
      const home = await aHome()
      return { home, event: () => cancel(home, '12') }
    },
    getFacts: getCancellationFacts,
    getDocuments: (home) => getLetterTexts(home, 'cancellation'),
  },
  'a reinstatement': {
    templates: ['reinstatement', 'agency-reinstatement'],
    happen: async () => {
      const home = await aHome()
      await check(home, home.totalCents)
      await cancel(home, '33')
      return { home, event: () => done('POST', `/api/v1/policies/reinstate/${home.policy_no}/false`) }
    },
    getFacts: async (home) => {
      const { payload: transactions } = await done('GET', `/api/v1/policies/${home.policy_no}/policytransactions`)
      return {
        'Reinstated as of': formatUsDate(transactions.at(-1).effectiveDate),
        ...(await getDueRows(home)),
        ...(await getCreditOnHold(home)),
      }
    },
    getDocuments: (home) => getLetterTexts(home, 'reinstatement'),
  },
  'a renewal': {
    templates: ['renewal', 'agency-renewal'],
    happen: async () => {
      const home = await aHome({ columns: { inception_date: day(-340) } })
      await check(home, home.totalCents)
      return { home, event: () => renewPolicy(asJob(), home.policy_no) }
    },
    findNext: findNextPolicy,
    getFacts: getTermFacts,
    getDocuments: (home) => getLetterTexts(home, 'renewal'),
  },
  'a rewrite': {
    templates: ['policy-rewritten', 'agency-policy-rewritten'],
    happen: async () => {
      const home = await aHome({ columns: { inception_date: day(25) } })
      await check(home, 40_000)
      const path = `/api/v1/policies/cancelRewrite/${home.policy_no}`
      return { home, event: () => done('POST', path, { inceptionDate: day(40) }) }
    },
    findNext: findNextPolicy,
    getFacts: async (home) => {
      const { 'Total premium': _, ...facts } = await getTermFacts(home)
      return { ...facts, 'Already paid': '$400.00' }
    },
    getDocuments: (home) => getLetterTexts(home, 'rewrite'),
  },
  'a cancellation request by staff': {
    templates: ['cancellation-request'],
    happen: async () => {
      const home = await aHome()
      await check(home, 40_000)
      const body = { PolicyNumber: home.policy_no, ReasonCode: '33', NoteInfo: { Note: 'By phone.' } }
      return { home, event: () => done('POST', '/api/v1/policies/cancelPolicy', body) }
    },
    getFacts: getRequestFacts,
  },
  'a cancellation request by the policyholder': {
    templates: ['agency-cancellation-request'],
    happen: async () => {
      const home = await aDueHome(30)
      await check(home, 40_000)
      const token = await api.tokenFor({ identityId: home.identity_id })
      const body = { PolicyNumber: home.policy_no, ReasonCode: '13' }
      return { home, event: () => done('POST', '/api/v1/policies/cancelPolicy', body, token) }
    },
    getFacts: getRequestFacts,
  },
  'a claim that the policyholder reported': {
    templates: ['claim-reported', 'agency-claim-reported'],
    happen: async () => {
      const home = await aHome()
      const token = await api.tokenFor({ identityId: home.identity_id })
      const path = `/api/v1/policyholder/policies/${home.policy_no}/claims`
      const body = { dateOfLoss: day(-2), causeOfLoss: 'flood', description: 'Water in the hall.' }
      const event = async () =>
        expect((await call('POST', path, { ...body, contactPhone: '813-555-0142' }, token)).status).toBe(201)
      return { home, event }
    },
    getFacts: async ({ policy_id }) => {
      const { date_of_loss } = await db
        .selectFrom('claims')
        .select('date_of_loss')
        .where('policy_id', '=', policy_id)
        .executeTakeFirstOrThrow()
      return { 'Date of loss': formatUsDate(date_of_loss) }
    },
  },
  'a new agent of record': {
    templates: ['agent-of-record', 'agency-agent-of-record', 'agency-agent-of-record'],
    happen: async () => {
      const home = await aHome()
      const body = {
        endorsementType: 'aor',
        agentNo: (await insertAgency(db)).agency_no,
        notes: 'Signed letter received.',
      }
      return { home, event: () => done('POST', `/api/v1/policies/${home.policy_no}/endorse`, body) }
    },
    getFacts: async ({ policy_id }) => {
      const { effective_date } = await db
        .selectFrom('policy_transactions')
        .select('effective_date')
        .where('policy_id', '=', policy_id)
        .orderBy('sequence', 'desc')
        .executeTakeFirstOrThrow()
      return { From: formatUsDate(effective_date), 'Effective date': formatUsDate(effective_date) }
    },
  },
  'a non-renewal': {
    templates: ['non-renewal', 'agency-non-renewal'],
    happen: async () => {
      const home = await aHome({ product: 4 })
      const body = { PolicyNo: home.policy_no, Note: 'Sold.', reasonCode: '99' }
      return { home, event: () => done('POST', '/api/v1/policies/nonRenew', body) }
    },
    getFacts: async (home) => ({ 'Coverage ends': await getTermEnd(home) }),
    getDocuments: (home) => getLetterTexts(home, 'nonRenewal'),
  },
  'a rescinded non-renewal': {
    templates: ['non-renewal-rescinded', 'agency-non-renewal-rescinded'],
    happen: async () => {
      const home = await aHome({ product: 4 })
      await done('POST', '/api/v1/policies/nonRenew', { PolicyNo: home.policy_no, Note: 'Sold.', reasonCode: '99' })
      const path = `/api/v1/policies/${home.policy_no}/rescind-non-renewal`
      return { home, event: () => done('POST', path, { note: 'The sale was cancelled.' }) }
    },
    getFacts: async (home) => ({ 'Term ends': await getTermEnd(home) }),
    getDocuments: (home) => getLetterTexts(home, 'nonRenewalRescinded'),
  },
  'the end of a term': {
    templates: ['term-ended', 'agency-term-ended'],
    happen: async () => {
      const home = await aHome({ columns: { inception_date: day(-366) } })
      await check(home, home.totalCents)
      return { home, event: () => expireTerm(asJob(), home.policy_no) }
    },
    getFacts: async (home) => ({ 'Coverage ended': await getTermEnd(home) }),
    getDocuments: (home) => getLetterTexts(home, 'expiry'),
  },
}
