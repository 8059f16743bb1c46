import type { ExpectedBilling } from './scenario.ts'
import { type ScenarioState, sdk } from './scenario-state.ts'

type Loaders = {
  [Name in keyof ExpectedBilling]-?: (
    state: ScenarioState,
    policyNo: string,
    expected: NonNullable<ExpectedBilling[Name]>,
  ) => Promise<unknown>
}

/** Converts a date or timestamp to the scenario's day number. */
const toDay = ({ firstDay }: ScenarioState, date: string) =>
  (Date.parse(date.slice(0, 10)) - Date.parse(firstDay)) / 86_400_000

const loadConfirmation = async ({ clients }: ScenarioState, policyNo: string) =>
  clients.staff.call((await sdk()).getConfirmation, { path: { policyNo } })

const loaders: Loaders = {
  dueNow: async (state, policyNo) => (await loadConfirmation(state, policyNo)).payload.currentlyDue,
  dueDay: async (state, policyNo) => {
    const { dueDate } = (await loadConfirmation(state, policyNo)).payload
    return dueDate === null ? null : toDay(state, dueDate)
  },
  notice: async (state, policyNo, { isFlat, hold }) => {
    const query = { filter: { policyNo }, sort: ['createdAt', 'DESC'] as never }
    const [notice] = await state.clients.staff.call((await sdk()).listAdminCancellationNotices, { query })
    if (!notice) return null
    return {
      ...{ state: notice.state, amount: notice.amount, ends: toDay(state, notice.effectiveDate) },
      ...(isFlat !== undefined && { isFlat: notice.isFlat }),
      ...((hold !== undefined || notice.holdReason) && { hold: notice.holdReason }),
    }
  },
  letters: async (state, policyNo) => {
    const query = { filter: { policyNo }, sort: ['createdAt', 'ASC'] as never }
    const letters = await state.clients.staff.call((await sdk()).listAdminLetters, { query })
    return letters.map((letter) => [letter.kind, letter.state])
  },
  sent: async (state, policyNo, expected) => {
    const { payload } = await state.clients.staff.call((await sdk()).listPolicyNotifications, { path: { policyNo } })
    const getDays = (name: string) =>
      payload.flatMap(({ template, createdAt }) => (template === name ? [toDay(state, createdAt)] : []))
    return Object.fromEntries(
      Object.entries(expected).map(([name, value]) => {
        const days = getDays(name).reverse()
        return [name, typeof value === 'number' ? days.length : days]
      }),
    )
  },
  coverageEnds: async (state, policyNo) => {
    const { payload } = await state.clients.staff.call((await sdk()).getCancellation, { path: { policyNo } })
    return payload.effectiveDate === null ? null : toDay(state, payload.effectiveDate)
  },
  autoPay: async (state, policyNo, expected) => {
    const { payload } = await state.clients.staff.call((await sdk()).getAutoPay, { path: { policyNo } })
    const { consent, earlierConsents, hold, nextCharge } = payload
    if (!consent) return earlierConsents[0] ? { ended: earlierConsents[0].endReason } : null
    if (expected === 'on') return 'on'
    const next = nextCharge && [toDay(state, nextCharge.date), nextCharge.amount]
    return { next, ...(hold && { hold }) }
  },
  renewalHold: async (state, policyNo) => {
    const { renewalHold } = (await loadConfirmation(state, policyNo)).payload
    return renewalHold && { amount: renewalHold.amount, payBy: toDay(state, renewalHold.payBy) }
  },
  offer: async (state, policyNo) => {
    const { reinstatementOffer: offer } = (await loadConfirmation(state, policyNo)).payload
    return (
      offer && {
        ...{ received: offer.amountReceived, needed: offer.amountNeeded, withLapse: offer.amountNeededWithLapse },
        ...{ onHold: offer.amountOnHold, expires: toDay(state, offer.expiresOn) },
        isLapseRequired: offer.isLapseRequired,
      }
    )
  },
  lapses: async (state, policyNo) =>
    (await loadConfirmation(state, policyNo)).payload.lapses.map(({ from, to }) => [
      toDay(state, from),
      toDay(state, to),
    ]),
}

/** Returns a message for each billing value that differs from the expected value. */
export async function compareBilling(
  state: ScenarioState,
  policyNo: string,
  expected: ExpectedBilling,
): Promise<string[]> {
  const problems: string[] = []
  for (const [name, load] of Object.entries(loaders)) {
    const value = expected[name as keyof ExpectedBilling]
    if (value === undefined) continue
    const found = await load(state, policyNo, (value ?? {}) as never)
    if (JSON.stringify(found) !== JSON.stringify(value))
      problems.push(`${policyNo}, ${name}: expected ${JSON.stringify(value)}, but got ${JSON.stringify(found)}.`)
  }
  return problems
}
