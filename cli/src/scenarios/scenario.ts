import type { NoticeProduct } from '@tideline/sdk/types'

/** The person who runs a step: a staff member with all roles, a finance user, a second superuser or an agent. */
export type ScenarioPerson = 'staff' | 'finance' | 'supervisor' | 'agent'

/**
 * The expected billing of a policy. Amounts are in dollars. Dates are days of the scenario, counted from its start.
 * Values that are not set are not checked.
 */
export interface ExpectedBilling {
  /** Open amounts that are due by now, and the due date of the oldest or next one. */
  dueNow?: number
  dueDay?: number | null
  /** The latest notice of cancellation for nonpayment. `ends` is the date in the notice. */
  notice?: { state: string; amount: number; ends: number; isFlat?: boolean; hold?: string } | null
  /** Kind and state of the letters in the print queue, oldest first. */
  letters?: readonly (readonly [kind: string, state: string])[]
  /**
   * The days on which emails and letters of each template were sent, or their number if the days depend on the calendar.
   * An empty list states that none was sent.
   */
  sent?: Readonly<Record<string, number | readonly number[]>>
  /** The cancellation effective date; null if the policy is not cancelled. */
  coverageEnds?: number | null
  /**
   * The next automatic charge and why nothing is charged now, or why auto-pay ended; null if it was never on. `on` if the
   * next charge depends on the calendar.
   */
  autoPay?: 'on' | { next: readonly [day: number, amount: number] | null; hold?: string } | { ended: string } | null
  /** The past-due amount that puts the renewal on hold, and the last day to pay it; null if it is not on hold. */
  renewalHold?: { amount: number; payBy: number } | null
}

/**
 * The expected state after a step or at the end of a scenario. Amounts are in dollars. Values that are not set are not
 * checked.
 */
export interface ExpectedState extends ExpectedBilling {
  status?: string
  /** Total amount invoiced. `due` is the unpaid amount, and `paid` the paid amount. */
  total?: number
  due?: number
  paid?: number
  /** Transaction code and amount with taxes and fees, in order. */
  transactions?: readonly (readonly [code: string, amount: number])[]
  /** Status and amount, oldest first. Refunds are negative. */
  payments?: readonly (readonly [status: string, amount: number])[]
  /** Templates of emails and letters that must have been sent. */
  notifications?: readonly string[]
  /** Total of the open overpayments. */
  overpaid?: number
  /** Card fees. They are not part of the payments. */
  fees?: number
  /** Transaction code and commission of the policy's agency, oldest first. */
  commission?: readonly (readonly [code: string, amount: number])[]
  agencyNo?: string
}

interface Step {
  /** The number of days since the start. Defaults to the day of the previous step. */
  day?: number
  by?: ScenarioPerson
  /** The error code, or a part of the message, with which the step must be rejected. */
  rejected?: string
  /** The name of the policy in the scenario. Defaults to `home`. */
  of?: string
}

/** A step of a scenario. Days are counted from the start of the scenario. Limits and amounts are in dollars. */
export type ScenarioStep = Step &
  (
    | {
        do: 'bind'
        /** Annual premium in dollars. A premium of 365 makes amounts easy to check because a day costs one dollar. */
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
    /** Pays by card. The payer reviews and accepts the card fee. */
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
    | { do: 'decide'; decision: 'approve' | 'decline' }
    | { do: 'resolve'; decision: 'refundPayer' | 'keepAsCredit' }
    | { do: 'startMoratorium'; county: string; actions: readonly string[]; kind?: 'bind' | 'regulatory' }
    | { do: 'endMoratorium' }
    | { do: 'claim'; lost: number; paid: number }
    | { do: 'moveAgency'; to: string }
    /** Allows flat cancellations of this product in Florida if nothing was ever paid. A second person approves it. */
    | { do: 'allowFlat'; product: NonNullable<NoticeProduct> }
    /** Records that all letters of the policy that are not mailed were mailed today. */
    | { do: 'mail' }
    /** Adds a mortgage lender and bills it. */
    | { do: 'billLender' }
    /** Binds a renewal that is on hold. */
    | { do: 'bindRenewal' }
    /**
     * Saves a card or bank account and turns on auto-pay with it. The agent confirms that the policyholder agreed, so
     * nothing is charged for 3 days. `expires` is a day in the card's last month.
     */
    | { do: 'autoPay'; card?: string; account?: string; expires?: number }
    /** Closes the open dispute of the policy as its bank would. */
    | { do: 'closeDispute'; outcome: 'won' | 'lost' }
    | { do: 'releaseClaimHold' }
    /** Prints the letters of the open notice of cancellation again. */
    | { do: 'reprint' }
    | { do: 'nextTerm'; as: string }
    | { do: 'verify'; expect: ExpectedState }
  )

export interface Scenario {
  /** The scenario's name in kebab case. */
  name: string
  title: string
  /** The source and calculation of the expected amounts. */
  source: string
  steps: readonly ScenarioStep[]
  ends: Readonly<Record<string, ExpectedState>>
}
