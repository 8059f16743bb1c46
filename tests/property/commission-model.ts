/**
 * An independent model of commission that tracks every cent of premium and who earned on it. It shares no code with the
 * product.
 */

interface ModelTransaction {
  id: string
  /** `YYYY-MM-DD` */
  day: string
  cents: number
  reverses?: string | undefined
  agency: string
  /** The agency and its parents that could earn commission on that date. */
  earners: readonly string[]
  isRenewal: boolean
  /** The month, `YYYY-MM`, of the closed statement that contains its lines. */
  closedIn?: string
}

interface Share {
  agency: string
  kind: 'commission' | 'override'
  points: number
}

export interface OwnRate {
  agency: string
  isRenewal: boolean
  points: number
  from: string
}

export interface Override {
  agency: string
  parent: string
  points: number
  from: string
  to?: string
}

const defaultRate = { bound: 1_500, renewed: 1_300 }

const halfAway = (numerator: number, denominator: number) =>
  Math.sign(numerator) * Math.floor((2 * Math.abs(numerator) + denominator) / (2 * denominator))

const newestFirst = <T extends { from: string }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => b.from.localeCompare(a.from))

export function createCommissionModel() {
  const policies = new Map<string, ModelTransaction[]>()
  const rates: OwnRate[] = []
  const overrides: Override[] = []
  /** Commission shares by transaction, fixed when the month is closed. */
  const fixed = new Map<string, Share[]>()
  /** Renewals that have received a payment. */
  const paid = new Set<string>()

  /** Returns true for a renewal without a payment, unless its premium was returned in full. */
  const isPending = (policyId: string, told: readonly ModelTransaction[]) =>
    told.some(({ isRenewal }) => isRenewal) &&
    !paid.has(policyId) &&
    told.reduce((sum, { cents }) => sum + cents, 0) !== 0

  function sharesOf(one: ModelTransaction): Share[] {
    const known = fixed.get(one.id)
    if (known) return known
    const shares: Share[] = []
    if (one.earners.includes(one.agency)) {
      const own = newestFirst(rates).find(
        (rate) => rate.agency === one.agency && rate.isRenewal === one.isRenewal && rate.from <= one.day,
      )
      const points = own?.points ?? (one.isRenewal ? defaultRate.renewed : defaultRate.bound)
      shares.push({ agency: one.agency, kind: 'commission', points })
    }
    for (const parent of one.earners.filter((earner) => earner !== one.agency)) {
      const agreed = newestFirst(overrides).find(
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

  /** Returns, cent by cent, what each transaction of a policy charges or which earlier charge it returns. */
  function listPremiumMoves(told: readonly ModelTransaction[]) {
    const order = told.map(({ id }) => id)
    let coins: string[] = []
    const took = new Map<string, string[]>()
    return told.flatMap((one) => {
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
    tell(policyId: string, one: ModelTransaction) {
      policies.set(policyId, [...(policies.get(policyId) ?? []), one])
    },
    /** Records that the first payment of a policy has settled. */
    pay(policyId: string) {
      paid.add(policyId)
    },
    /** Closes a month. Charges until now can no longer change, except on renewals without a payment. */
    close(month: string) {
      for (const [policyId, told] of policies) {
        if (isPending(policyId, told)) continue
        for (const one of told) {
          one.closedIn ??= month
          if (one.cents > 0 && !fixed.has(one.id)) fixed.set(one.id, sharesOf(one))
        }
      }
    },
    /**
     * Returns the premium by policy, agency, kind, rate and statement month, and the amounts (rate × base, rounded
     * once). Open charges count for `openMonth`.
     */
    sums(openMonth: string) {
      const premium: Record<string, number> = {}
      const whole = new Map<string, { cents: number; points: number }>()
      for (const [policyId, told] of policies)
        for (const { one, source, cents } of listPremiumMoves(told))
          for (const share of sharesOf(told.find(({ id }) => id === source) as ModelTransaction)) {
            const key = `${policyId} ${share.agency} ${share.kind} ${share.points}`
            const ofMonth = `${key} ${one.closedIn ?? openMonth}`
            premium[ofMonth] = (premium[ofMonth] ?? 0) + cents
            const sum = whole.get(key) ?? { cents: 0, points: share.points }
            sum.cents += cents
            whole.set(key, sum)
          }
      const amounts = [...whole].map(([key, { cents, points }]) => [key, halfAway(cents * points, 10_000)])
      return { premium, amounts: Object.fromEntries(amounts) as Record<string, number> }
    },
  }
}
