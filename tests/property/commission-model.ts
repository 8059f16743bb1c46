/**
 * A reference model of commission. For every cent of premium, it tracks which agencies earned commission on that cent.
 * It shares no code with the product.
 */

interface ModelTransaction {
  id: string
  /** Date of the transaction, `YYYY-MM-DD`. */
  day: string
  cents: number
  reverses?: string | undefined
  agency: string
  /** The agency and the parent agencies that could earn commission on that date. */
  earners: readonly string[]
  isRenewal: boolean
  /** Month (`YYYY-MM`) of the closed statement that contains this transaction's lines. */
  closedIn?: string
}

interface Share {
  agency: string
  kind: 'commission' | 'override'
  points: number
}

interface OwnRate {
  agency: string
  isRenewal: boolean
  points: number
  from: string
}

interface Override {
  agency: string
  parent: string
  points: number
  from: string
  to?: string
}

const defaultRate = { bound: 1_500, renewed: 1_300 }

const roundHalfAway = (numerator: number, denominator: number) =>
  Math.sign(numerator) * Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator))

const sortNewestFirst = <T extends { from: string }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => b.from.localeCompare(a.from))

export function createCommissionModel() {
  const policies = new Map<string, ModelTransaction[]>()
  const rates: OwnRate[] = []
  const overrides: Override[] = []
  /** Commission shares by transaction. They are set when the month is closed and do not change. */
  const fixed = new Map<string, Share[]>()
  /** Ids of renewals that have received a payment. */
  const paid = new Set<string>()

  /**
   * Returns whether commission is pending. This is the case for a renewal that has no payment, unless its premium was
   * returned in full.
   */
  const isPending = (policyId: string, transactions: readonly ModelTransaction[]) =>
    transactions.some(({ isRenewal }) => isRenewal) &&
    !paid.has(policyId) &&
    transactions.reduce((sum, { cents }) => sum + cents, 0) !== 0

  function getShares(one: ModelTransaction): Share[] {
    const known = fixed.get(one.id)
    if (known) return known
    const shares: Share[] = []
    if (one.earners.includes(one.agency)) {
      const own = sortNewestFirst(rates).find(
        (rate) => rate.agency === one.agency && rate.isRenewal === one.isRenewal && rate.from <= one.day,
      )
      const points = own?.points ?? (one.isRenewal ? defaultRate.renewed : defaultRate.bound)
      shares.push({ agency: one.agency, kind: 'commission', points })
    }
    for (const parent of one.earners.filter((earner) => earner !== one.agency)) {
      const agreed = sortNewestFirst(overrides).find(
        (each) =>
          each.agency === one.agency &&
          each.parent === parent &&
          each.from <= one.day &&
          one.day <= (each.to ?? '9999'),
      )
      if (agreed) shares.push({ agency: parent, kind: 'override', points: agreed.points })
    }
    return shares.filter(({ points }) => points > 0)
  }

  /** Returns the premium of each transaction of a policy cent by cent. `source` is the transaction that charged the cent. */
  function listPremiumMoves(transactions: readonly ModelTransaction[]) {
    const order = transactions.map(({ id }) => id)
    let coins: string[] = []
    const took = new Map<string, string[]>()
    return transactions.flatMap((one) => {
      const undone = one.reverses === undefined ? undefined : took.get(one.reverses)
      const moved: string[] = []
      if (one.cents > 0) {
        moved.push(...(undone ?? Array<string>(one.cents).fill(one.id)))
        coins.push(...moved)
      } else {
        const rank = (coin: string) => (coin === one.reverses ? order.length : order.indexOf(coin))
        const sorted = coins.toSorted((a, b) => rank(b) - rank(a))
        moved.push(...sorted.slice(0, -one.cents))
        coins = sorted.slice(moved.length)
        took.set(one.id, moved)
      }
      return moved.map((source) => ({ one, source, cents: Math.sign(one.cents) }))
    })
  }

  return {
    rates,
    overrides,
    addTransaction(policyId: string, one: ModelTransaction) {
      policies.set(policyId, [...(policies.get(policyId) ?? []), one])
    },
    /** Records that a policy's first payment has settled. */
    recordPayment(policyId: string) {
      paid.add(policyId)
    },
    /** Closes a month. Earlier charges can no longer change, except those of renewals without a payment. */
    closeMonth(month: string) {
      for (const [policyId, transactions] of policies) {
        if (isPending(policyId, transactions)) continue
        for (const one of transactions) {
          one.closedIn ??= month
          if (one.cents > 0 && !fixed.has(one.id)) fixed.set(one.id, getShares(one))
        }
      }
    },
    /**
     * Returns the premium by policy, agency, kind, rate and statement month, and the commission amounts (rate ×
     * premium, rounded once). Charges that are not yet on a closed statement are assigned to `openMonth`.
     */
    getSums(openMonth: string) {
      const premium: Record<string, number> = {}
      const whole = new Map<string, { cents: number; points: number }>()
      for (const [policyId, transactions] of policies)
        for (const { one, source, cents } of listPremiumMoves(transactions))
          for (const share of getShares(transactions.find(({ id }) => id === source) as ModelTransaction)) {
            const key = `${policyId} ${share.agency} ${share.kind} ${share.points}`
            const ofMonth = `${key} ${one.closedIn ?? openMonth}`
            premium[ofMonth] = (premium[ofMonth] ?? 0) + cents
            const sum = whole.get(key) ?? { cents: 0, points: share.points }
            sum.cents += cents
            whole.set(key, sum)
          }
      const amounts = [...whole].map(([key, { cents, points }]) => [key, roundHalfAway(cents * points, 10_000)])
      return { premium, amounts: Object.fromEntries(amounts) as Record<string, number> }
    },
  }
}
