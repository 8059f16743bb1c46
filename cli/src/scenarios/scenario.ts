/** Who runs a step: a staff member with all roles, a second finance user, or the agent. */
export type ScenarioPerson = 'staff' | 'finance' | 'agent'

/**
 * The expected state at the end of a scenario or in between. Amounts are in dollars; missing values are not checked.
 */
export interface ExpectedState {
  status?: string
  /** The amount invoiced so far. `due` is the open part and `paid` the paid part. */
  total?: number
  due?: number
  paid?: number
  /** Transaction code and amount with taxes and fees, in order. */
  transactions?: readonly (readonly [code: string, amount: number])[]
  /** Status and amount, oldest first. Refunds are negative. */
  payments?: readonly (readonly [status: string, amount: number])[]
  /** Templates of emails and letters that must have been sent. */
  notifications?: readonly string[]
  /** The open overpayments. */
  overpaid?: number
  /** Card fees, in addition to the payments. */
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

/** The steps of a scenario. Days are relative to its first day; limits and amounts are in dollars. */
export type ScenarioStep = Step &
  (
    | {
        do: 'bind'
        /** The yearly premium. 365 means a dollar a day. */
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
    /** The payer reviews and accepts the card fee. */
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
    | { do: 'startMoratorium'; county: string; actions: readonly string[]; kind?: 'bind' | 'regulatory' }
    | { do: 'endMoratorium' }
    | { do: 'claim'; lost: number; paid: number }
    | { do: 'moveAgency'; to: string }
    | { do: 'nextTerm'; as: string }
    | { do: 'verify'; expect: ExpectedState }
  )

export interface Scenario {
  /** The name, in kebab case. */
  name: string
  title: string
  /** The source and calculation of the expected amounts. */
  source: string
  steps: readonly ScenarioStep[]
  ends: Readonly<Record<string, ExpectedState>>
}
