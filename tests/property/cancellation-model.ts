import { listReasonCodes } from '@tideline/api/testing/cancel-reasons.ts'
import {
  getBoundPremium,
  getModelMinimum,
  getTermsOn,
  priceModelDays,
  priceModelTerm,
  type TermInput,
} from './reference-model.ts'

/** A reference model of taxes, cancellations and refund splits, in cents. It shares no code with the product. */

/**
 * Tax rates on premium and fee by transaction column, in thousandths of a percent. Amounts are rounded to `unit` cents.
 */
interface Rates {
  premiumRates: Record<string, number>
  feeRates: Record<string, number>
  flatCents?: { residential: number; others: number }
  unit: 1 | 100
}

const [surplus, surplusFee] = ['surplus_tax_policy_premium_cents', 'surplus_tax_policy_fee_cents']
const [stamp, stampFee] = ['stamping_fees_policy_premium_cents', 'stamping_fees_policy_fee_cents']
const [pool, poolFee] = ['mwua_policy_premium_cents', 'mwua_policy_fee_cents']
const [municipal, fireman, empa] = ['municipal_tax_cents', 'fireman_tax_cents', 'emergency_fund_surcharge_cents']

/** The date of the rates in `states`. The model uses them for terms of all dates. */
export const rateDate = '2026-01-01'

export const states: Readonly<Record<string, Rates>> = {
  FL: {
    premiumRates: { [surplus]: 4940, [stamp]: 60 },
    feeRates: { [surplusFee]: 4940, [stampFee]: 60 },
    flatCents: { residential: 200, others: 400 },
    unit: 1,
  },
  TX: { premiumRates: { [surplus]: 4850, [stamp]: 40 }, feeRates: { [surplusFee]: 4850, [stampFee]: 40 }, unit: 1 },
  CA: { premiumRates: { [surplus]: 3000, [stamp]: 180 }, feeRates: { [surplusFee]: 3000, [stampFee]: 180 }, unit: 1 },
  LA: { premiumRates: { [surplus]: 4850 }, feeRates: { [surplusFee]: 4850 }, unit: 1 },
  MS: {
    premiumRates: { [surplus]: 4000, [stamp]: 250, [pool]: 3000 },
    feeRates: { [surplusFee]: 4000, [stampFee]: 250, [poolFee]: 3000 },
    unit: 1,
  },
  KY: {
    premiumRates: { [surplus]: 3000, [municipal]: 1800 },
    feeRates: { [surplusFee]: 3000, [municipal]: 1800 },
    unit: 1,
  },
  // Massachusetts does not tax fees. South Carolina adds 2 percent for municipalities to the state's 4 percent.
  MA: { premiumRates: { [surplus]: 4000 }, feeRates: {}, unit: 1 },
  SC: { premiumRates: { [surplus]: 6000 }, feeRates: { [surplusFee]: 6000 }, unit: 1 },
  NY: { premiumRates: { [surplus]: 3600, [stamp]: 150 }, feeRates: { [surplusFee]: 3600, [stampFee]: 150 }, unit: 1 },
  IL: { premiumRates: { [surplus]: 3500, [stamp]: 40, [fireman]: 1000 }, feeRates: {}, unit: 100 },
}

export const products: Readonly<Record<number, { isResidential: boolean; minimumEarned: TermInput['minimumEarned'] }>> =
  {
    1: { isResidential: true, minimumEarned: { percent: 0, cents: 0 } },
    2: { isResidential: false, minimumEarned: { percent: 0, cents: 0 } },
    3: { isResidential: false, minimumEarned: { percent: 0, cents: 0 } },
    4: { isResidential: true, minimumEarned: { percent: 0, cents: 0 } },
    5: { isResidential: false, minimumEarned: { percent: 0, cents: 0 } },
    6: { isResidential: true, minimumEarned: { percent: 50, cents: 50_000 } },
    7: { isResidential: false, minimumEarned: { percent: 50, cents: 100_000 } },
    8: { isResidential: false, minimumEarned: { percent: 50, cents: 100_000 } },
  }

export interface Term {
  termInput: TermInput
  state: string
  productId: number
  feeCents: number
}

type Taxes = Record<string, number>

export interface Cost {
  premium: number
  fee: number
  taxes: Taxes
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0)
export const getTotal = ({ premium, fee, taxes }: Cost): number => premium + fee + sum(Object.values(taxes))
export const noCost: Cost = { premium: 0, fee: 0, taxes: {} }
export const subtractCost = (one: Cost, other: Cost): Cost => ({
  premium: one.premium - other.premium,
  fee: one.fee - other.fee,
  taxes: Object.fromEntries(
    [...new Set([...Object.keys(one.taxes), ...Object.keys(other.taxes)])].map((name) => [
      name,
      (one.taxes[name] ?? 0) - (other.taxes[name] ?? 0),
    ]),
  ),
})

export const addCost = (one: Cost, other: Cost): Cost => subtractCost(one, subtractCost(noCost, other))

const calculateTax = (cents: number, thousandths: number, unit: number) =>
  Math.floor((2 * cents * thousandths + unit * 100_000) / (2 * unit * 100_000)) * unit

/** Returns the cost of a term for a premium, with taxes (TAX-1). A term without premium and fee has no taxes. */
export function getCost(
  { state, productId, feeCents }: Pick<Term, 'state' | 'productId' | 'feeCents'>,
  premium: number,
  fee = feeCents,
): Cost {
  const rates = states[state]
  const product = products[productId]
  if (!rates || !product) throw new Error(`The model has no rates for ${state} or no product ${productId}`)
  if (premium + fee === 0) return noCost
  const taxes: Taxes = {}
  for (const [base, columnRates] of [
    [premium, rates.premiumRates],
    [fee, rates.feeRates],
  ] as const)
    for (const [column, rate] of Object.entries(columnRates))
      taxes[column] = (taxes[column] ?? 0) + calculateTax(base, rate, rates.unit)
  if (rates.flatCents) taxes[empa] = product.isResidential ? rates.flatCents.residential : rates.flatCents.others
  return { premium, fee, taxes }
}

/** Returns the cost of the full term with taxes. */
export const getFullCost = (term: Term): Cost => getCost(term, priceModelTerm(term.termInput, term.termInput.days))
/** Returns the cost of a term that ends after `days` days. The fee and its taxes are fully earned. */
export const getEarnedCost = (term: Term, days: number): Cost => getCost(term, priceModelTerm(term.termInput, days))

/** Returns the cost of the minimum earned premium with fee and taxes. */
export const getMinimumCost = (term: Term): Cost => getCost(term, getModelMinimum(term.termInput))

/** Returns the premium that a flat cancellation retains, with its taxes: the replaced term's unmet minimum (PRI-9). */
export function getCarriedCost(term: Term): Cost {
  const carried = Math.min(term.termInput.carriedMinimumCents ?? 0, getModelMinimum(term.termInput))
  return carried === 0 ? noCost : subtractCost(getCost(term, carried), getCost(term, 0))
}

/** Splits a paid amount into charges: first the fee and its taxes, then premium and its taxes. A remaining cent is premium. */
function getPaidCost(term: Term, cents: number): Cost {
  const whole = getFullCost(term)
  if (cents >= getTotal(whole)) return whole
  const feeOnly = getCost(term, 0)
  if (cents < getTotal(feeOnly)) {
    let left = Math.max(0, cents)
    const take = (wanted: number) => {
      const part = Math.min(left, wanted)
      left -= part
      return part
    }
    const fee = take(feeOnly.fee)
    return {
      premium: 0,
      fee,
      taxes: Object.fromEntries(Object.entries(feeOnly.taxes).map(([name, tax]) => [name, take(tax)])),
    }
  }
  // Starts below the result and counts up, because taxes are rounded.
  const taken = sum(Object.values(states[term.state]?.premiumRates ?? {}))
  let premium = Math.max(0, Math.floor((cents - getTotal(feeOnly)) / (1 + taken / 100_000)) - 700)
  while (premium < whole.premium && getTotal(getCost(term, premium + 1)) <= cents) premium += 1
  const cost = getCost(term, premium)
  return { ...cost, premium: premium + cents - getTotal(cost) }
}

/** Returns the paid-to day of an amount, in days from inception (CAN-4). */
export function getPaidToDay(term: Term, cents: number): number {
  if (cents >= getTotal(getFullCost(term))) return term.termInput.days
  const { premium } = getPaidCost(term, cents)
  if (premium <= 0) return 0
  let day = 0
  while (day < term.termInput.days && priceModelDays(term.termInput, day + 1) <= premium) day += 1
  return day
}

export const flatReasons = listReasonCodes(({ rule }) => rule === 'flat' || rule === 'flatToNewPolicy')
export const proRataReasons = listReasonCodes(({ rule }) => rule === 'proRata' || rule === 'proRataOrMinimumEarned')
export const retainingReasons = listReasonCodes(({ name, rule }) => rule === 'none' && name !== 'Non-Renewal')
/** Cancel reasons for which the requester chooses the effective date. */
export const requesterDatedReasons = ['01', '02', '03', '10']

/**
 * Returns the retained cost of a term that is cancelled after `days` days, by cancel reason and amount received (CAN-1,
 * PRI-3, CAN-4).
 */
export function getRetainedCost(term: Term, reason: string, days: number, received: number): Cost {
  if (flatReasons.includes(reason)) return getCarriedCost(term)
  if (proRataReasons.includes(reason)) return getEarnedCost(term, days)
  if (reason === '05') return received > 0 ? getPaidCost(term, received) : noCost
  const [earned, paid] = [getEarnedCost(term, days), getPaidCost(term, received)]
  return getTotal(paid) > getTotal(earned) ? paid : earned
}

/** Returns the coverages of a replacement term: one year of the replaced term's final limits, at the original rates and without lapses. */
export function getReplacingTerm(termInput: TermInput): Pick<TermInput, 'coverages' | 'restCents' | 'deductible'> {
  const { limits, deductible } = getTermsOn(termInput, termInput.days)
  const all = { ...termInput, lapses: [], changes: [{ day: 0, limits, deductible }] }
  const coverages = termInput.coverages.map(({ code, limit, premiumCents }) => ({
    code,
    limit: limits[code] ?? limit,
    premiumCents: priceModelDays({ ...all, coverages: [{ code, limit, premiumCents }], restCents: 0 }, termInput.days),
  }))
  return {
    coverages,
    deductible,
    restCents: priceModelTerm(all, termInput.days) - getBoundPremium({ ...all, coverages, restCents: 0 }),
  }
}

/**
 * Splits an amount in proportion to the amounts held. Remaining cents go to the largest remainders. If remainders are
 * equal, the first one receives the cent.
 */
export function splitInProportion(cents: number, held: readonly number[]): number[] {
  const all = BigInt(sum(held))
  if (all === 0n) return held.map(() => 0)
  const parts = held.map((one) => (BigInt(cents) * BigInt(one)) / all)
  const rests = held.map((one, index) => ({ index, rest: (BigInt(cents) * BigInt(one)) % all }))
  const order = rests.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  const open = cents - Number(parts.reduce((sum, part) => sum + part, 0n))
  for (const { index } of order.slice(0, open)) parts[index] = (parts[index] ?? 0n) + 1n
  return parts.map(Number)
}
