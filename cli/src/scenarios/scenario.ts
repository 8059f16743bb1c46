import type { NoticeProduct } from '@tideline/sdk/types'

/** Person who runs a step: a staff member with all roles, a finance user, a second superuser or an agent. */
export type ScenarioPerson = 'staff' | 'finance' | 'supervisor' | 'agent'

/**
 * Expected billing of a policy. Amounts are in dollars. Dates are day numbers, counted from the scenario's start.
 * Omitted values are not checked.
 */
export interface ExpectedBilling {
  /** Amount due now. `dueDay` is the due date of the oldest or next open amount. */
  dueNow?: number
  dueDay?: number | null
  /** Latest notice of cancellation for nonpayment. `ends` is the notice's cancellation date. */
  notice?: { state: string; amount: number; ends: number; isFlat?: boolean; hold?: string } | null
  /** Type and state of the letters in the print queue, oldest first. */
  letters?: readonly (readonly [kind: string, state: string])[]
  /**
   * Days on which each template was sent as an email or letter. If the days depend on the calendar, the number of
   * messages instead. An empty list means that none was sent.
   */
  sent?: Readonly<Record<string, number | readonly number[]>>
  /** Cancellation effective date. Null if the policy is not cancelled. */
  coverageEnds?: number | null
  /**
   * Next automatic charge, with the reason if charges are on hold. `ended` is the reason why auto-pay ended. `on` if
   * the next charge depends on the calendar. Null if auto-pay was never on.
   */
  autoPay?: 'on' | { next: readonly [day: number, amount: number] | null; hold?: string } | { ended: string } | null
  /**
   * Past-due amount that puts the renewal on hold, and the last day to pay this amount. Null if the renewal is not on
   * hold.
   */
  renewalHold?: { amount: number; payBy: number } | null
  /**
   * Open reinstatement offer: the amounts of the payment, needed without and with a lapse, and on hold, and the last day to
   * accept it. Null if no offer is open.
   */
  offer?: {
    received: number
    needed: number
    withLapse: number | null
    onHold: number
    expires: number
    isLapseRequired: boolean
  } | null
  /** First day and end of each lapse in coverage. */
  lapses?: readonly (readonly [from: number, to: number])[]
}

/** Expected state after a step or at the end of a scenario. Amounts are in dollars. Omitted values are not checked. */
export interface ExpectedState extends ExpectedBilling {
  status?: string
  /** Total amount invoiced. `due` is the unpaid amount, and `paid` the paid amount. */
  total?: number
  due?: number
  paid?: number
  /** Code and amount of each transaction, in order. Amounts include taxes and fees. */
  transactions?: readonly (readonly [code: string, amount: number])[]
  /** Status and amount of each payment, oldest first. Refunds are negative. */
  payments?: readonly (readonly [status: string, amount: number])[]
  /** Templates of emails and letters that must have been sent. */
  notifications?: readonly string[]
  /** Total of the open overpayments. */
  overpaid?: number
  /** Total of card fees. `paid` excludes card fees. */
  fees?: number
  /** Transaction code and the agency's commission, oldest first. */
  commission?: readonly (readonly [code: string, amount: number])[]
  agencyNo?: string
}

interface Step {
  /** The number of days since the start. Defaults to the day of the previous step. */
  day?: number
  by?: ScenarioPerson
  /** Expected rejection of the step: an error code, or text that the error message contains. */
  rejected?: string
  /** The name of the policy in the scenario. Defaults to `home`. */
  of?: string
}

/** A step of a scenario. Days are counted from the scenario's start. Limits and amounts are in dollars. */
export type ScenarioStep = Step &
  (
    | {
        do: 'bind'
        /** Annual premium in dollars. With a premium of 365, amounts are easy to check: each day costs one dollar. */
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
    /**
     * Allows flat cancellations of this product in Florida if nothing was ever paid. A second person approves this
     * change.
     */
    | { do: 'allowFlat'; product: NonNullable<NoticeProduct> }
    /** Records that all queued letters of the policy were mailed today. */
    | { do: 'mail' }
    /** Adds a mortgage lender and bills the lender. */
    | { do: 'billLender' }
    /** Binds a renewal despite its hold. */
    | { do: 'bindRenewal' }
    /**
     * Saves a card or bank account and turns on auto-pay with it. The agent confirms the policyholder's consent, so
     * nothing is charged for 3 days. `expires` is a day in the card's last month.
     */
    | { do: 'autoPay'; card?: string; account?: string; expires?: number }
    /** Closes the policy's open dispute, as the bank would. */
    | { do: 'closeDispute'; outcome: 'won' | 'lost' }
    | { do: 'releaseClaimHold' }
    /** Uploads the signed no-loss statement and accepts the reinstatement offer. */
    | { do: 'acceptOffer'; lapse?: boolean }
    | { do: 'declineOffer' }
    /** Reprints the letters of the open notice of cancellation. */
    | { do: 'reprint' }
    | { do: 'nextTerm'; as: string }
    | { do: 'verify'; expect: ExpectedState }
  )

export interface Scenario {
  /** The scenario's name in kebab case. */
  name: string
  title: string
  /** Source and calculation of the expected amounts. */
  source: string
  steps: readonly ScenarioStep[]
  ends: Readonly<Record<string, ExpectedState>>
}
