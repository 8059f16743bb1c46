import type { Tideline } from '@tideline/sdk'
import type { Expected } from './story.ts'

/** What happened to a policy, its papers and its money, as its calls tell it. Amounts are dollars. */
export interface Facts {
  policyNo: string
  status: string
  agencyNo: string
  /** What the transactions charged and gave back, and what of it is owed; below zero where more was paid. */
  total: number
  due: number
  paid: number
  transactions: [code: string, amount: number][]
  payments: [status: string, amount: number][]
  told: string[]
  documents: string[]
  overpaid: number
  /** What cards cost on top of what they paid. */
  fees: number
  /** What the policy's own agency earned with each transaction, and gave back, oldest first. */
  commission: [code: string, amount: number][]
}

const cents = (dollars: number) => Math.round(dollars * 100)
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + cents(amount), 0) / 100
/** Money that is the house's: on its way it is not, and what failed or was disputed came back to the payer. */
const counts = new Set(['paid', 'refunded'])

export async function getFacts(tideline: Tideline, policyNo: string): Promise<Facts> {
  const sdk = await import('@tideline/sdk/operations')
  const path = { policyNo }
  const [details, transactions, payments, told, documents, overpayments, earned] = await Promise.all([
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
    paid: sum(moved.filter(([status]) => counts.has(status)).map(([, amount]) => amount)),
    transactions: posted,
    payments: moved,
    told: [...new Set(told.payload.map(({ template }) => template ?? ''))].sort(),
    documents: documents.payload.map(({ docName }) => docName),
    fees: sum(
      payments.payload.filter(({ paymentStatus }) => counts.has(paymentStatus)).map(({ feeAmount }) => feeAmount),
    ),
    commission: earned
      .filter(({ isOverride }) => !isOverride)
      .map(({ transactionType, commission }) => [transactionType, commission]),
    overpaid: sum(overpayments.payload.items.filter((item) => item.policyNo === policyNo).map(({ amount }) => amount)),
  }
}

/** Where the facts are not what a story expects, a sentence each. */
export function getDifferences(facts: Facts, expected: Expected): string[] {
  const problems = Object.entries(expected).flatMap(([name, wanted]) => {
    const found = facts[name as keyof Facts]
    const isSame =
      name === 'told'
        ? (wanted as string[]).every((template) => facts.told.includes(template))
        : JSON.stringify(found) === JSON.stringify(wanted)
    return isSame
      ? []
      : [`${facts.policyNo}, ${name}: ${JSON.stringify(wanted)} was expected, and it is ${JSON.stringify(found)}.`]
  })
  // The journal balances as seen from outside: what was charged and not paid is owed, and what was paid beyond it is the payer's.
  const isBalanced = cents(facts.total) - cents(facts.paid) === cents(facts.due)
  return isBalanced
    ? problems
    : [...problems, `${facts.policyNo}: ${facts.total} charged less ${facts.paid} paid is not ${facts.due} owed.`]
}
