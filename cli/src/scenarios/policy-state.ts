import type { Tideline } from '@tideline/sdk'
import type { ExpectedState } from './scenario.ts'

/** The state of a policy, its documents and its payments, as returned by the API. Amounts are in dollars. */
export interface PolicyState {
  policyNo: string
  status: string
  agencyNo: string
  /** Total of all transactions. `due` is the amount still owed, negative if the policy is overpaid. */
  total: number
  due: number
  paid: number
  transactions: [code: string, amount: number][]
  payments: [status: string, amount: number][]
  notifications: string[]
  documents: string[]
  overpaid: number
  /** Total of card fees. `payments` excludes card fees. */
  fees: number
  /** Commission of the policy's agency for each transaction, oldest first. Chargebacks are negative. */
  commission: [code: string, amount: number][]
}

const cents = (dollars: number) => Math.round(dollars * 100)
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + cents(amount), 0) / 100
/** Statuses of payments that count as paid. Processing, failed and disputed payments do not count. */
const paidStatuses = new Set(['paid', 'refunded'])
/** Returns whether a payment counts as paid. A refund counts as soon as it is submitted to the bank. */
const isCounted = (status: string, amount: number) =>
  paidStatuses.has(status) || (amount < 0 && status === 'processing')

export async function loadPolicyState(tideline: Tideline, policyNo: string): Promise<PolicyState> {
  const sdk = await import('@tideline/sdk/operations')
  const path = { policyNo }
  const [details, transactions, payments, notifications, documents, overpayments, earned] = await Promise.all([
    tideline.call(sdk.getPolicyDetails, { path }),
    tideline.call(sdk.getPolicyTransactions, { path }),
    tideline.call(sdk.listPolicyPayments, { path }),
    tideline.call(sdk.listPolicyNotifications, { path }),
    tideline.call(sdk.listDocumentPdfs, { path }),
    tideline.call(sdk.listOverpayments, { query: { status: 'open', take: 100 } }),
    tideline.call(sdk.listAdminCommissionTransactions, { query: { filter: { policyNo }, sort: ['postDate', 'ASC'] } }),
  ])
  const posted = transactions.payload.map(({ transactionType, tnxTotalPremium = 0 }): [string, number] => [
    transactionType,
    tnxTotalPremium,
  ])
  const moved = payments.payload.map(({ paymentStatus, amount }): [string, number] => [paymentStatus, amount]).reverse()
  return {
    policyNo,
    status: details.payload.status,
    agencyNo: details.payload.agencyNo,
    total: sum(posted.map(([, amount]) => amount)),
    due: details.payload.totalDue ?? 0,
    paid: sum(moved.filter(([status, amount]) => isCounted(status, amount)).map(([, amount]) => amount)),
    transactions: posted,
    payments: moved,
    notifications: [...new Set(notifications.payload.map(({ template }) => template ?? ''))].sort(),
    documents: documents.payload.map(({ docName }) => docName),
    fees: sum(
      payments.payload.filter(({ paymentStatus }) => paidStatuses.has(paymentStatus)).map(({ feeAmount }) => feeAmount),
    ),
    commission: earned
      .filter(({ isOverride }) => !isOverride)
      .map(({ transactionType, commission }) => [transactionType, commission]),
    overpaid: sum(overpayments.payload.items.filter((item) => item.policyNo === policyNo).map(({ amount }) => amount)),
  }
}

/**
 * Returns a message for each value that differs from the expected value. Ignores billing values, which `compareBilling`
 * checks.
 */
export function comparePolicyState(state: PolicyState, expected: ExpectedState): string[] {
  const problems = Object.entries(expected).flatMap(([name, value]) => {
    if (!(name in state)) return []
    const found = state[name as keyof PolicyState]
    const isSame =
      name === 'notifications'
        ? (value as string[]).every((template) => state.notifications.includes(template))
        : JSON.stringify(found) === JSON.stringify(value)
    return isSame
      ? []
      : [`${state.policyNo}, ${name}: expected ${JSON.stringify(value)}, but got ${JSON.stringify(found)}.`]
  })
  // The total minus the payments must equal the amount due.
  const isBalanced = cents(state.total) - cents(state.paid) === cents(state.due)
  return isBalanced
    ? problems
    : [...problems, `${state.policyNo}: ${state.total} charged minus ${state.paid} paid is not ${state.due} due.`]
}
