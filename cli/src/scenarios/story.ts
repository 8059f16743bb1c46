/** Who does a step: the house with all its roles, a second person of finance, the agent. */
export type Person = 'house' | 'finance' | 'agent'

/** What a story writes down for its end, and for any step on the way. Dollars; what is left out is not looked at. */
export interface Expected {
  status?: string
  /** Invoiced so far, what is still owed of it, and what was paid. */
  total?: number
  due?: number
  paid?: number
  /** Code and amount, taxes and fee included, in their order. */
  transactions?: readonly (readonly [code: string, amount: number])[]
  /** Status and amount, oldest first; what went back is below zero. */
  payments?: readonly (readonly [status: string, amount: number])[]
  /** Templates of mails and letters that have to be among those that were sent. */
  told?: readonly string[]
  /** What lies in overpayments. */
  overpaid?: number
  /** What cards cost on top. */
  fees?: number
  /** Code and amount of what the policy's agency earned, oldest first. */
  commission?: readonly (readonly [code: string, amount: number])[]
  agencyNo?: string
}

interface Step {
  /** Days after the story began; as the step before it where left out. */
  day?: number
  by?: Person
  /** The step has to be refused with this code, or in these words. */
  refused?: string
  /** Which of the story's policies; `home` where left out. */
  of?: string
}

/** What may happen in a story. Days are counted from the story's first one; limits and amounts are dollars. */
export type StoryStep = Step &
  (
    | {
        do: 'bind'
        /** A day's premium is a dollar at 365. */
        premium?: number
        fee?: number
        begins: number
        product?: number
        monthly?: boolean
        building?: number
        agency?: string
        county?: string
      }
    | { do: 'check'; amount: number | 'due'; from?: string; lender?: boolean }
    | { do: 'bank'; account?: string }
    /** The payer looks at the card's fee and agrees to it. */
    | { do: 'card'; number?: string }
    | { do: 'lockbox'; checks: readonly { amount: number; of?: string; reference?: string }[]; again?: boolean }
    | { do: 'cancel'; reason: string; ends?: number }
    | { do: 'finalize' }
    | { do: 'reinstate' }
    | { do: 'nonRenew' }
    | { do: 'rewrite'; begins: number; as: string; immediate?: boolean }
    | { do: 'endorse'; limits: Readonly<Record<string, number>>; kind?: 'ebo' | 'ebm'; from?: number }
    | { do: 'transfer'; amount: number; to: string }
    | { do: 'refund'; amount: number }
    | { do: 'decide'; move: 'approve' | 'decline' }
    | { do: 'resolve'; move: 'refundPayer' | 'keepAsCredit' }
    | { do: 'storm'; county: string; actions: readonly string[]; kind?: 'bind' | 'regulatory' }
    | { do: 'calm' }
    | { do: 'claim'; lost: number; paid: number }
    | { do: 'moveAgency'; to: string }
    | { do: 'nextTerm'; as: string }
    | { do: 'look'; expect: Expected }
  )

export interface Story {
  /** Words joined by hyphens. */
  name: string
  title: string
  /** Where its figures come from, and how they are reckoned. */
  source: string
  steps: readonly StoryStep[]
  ends: Readonly<Record<string, Expected>>
}
