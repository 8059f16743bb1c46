import type { TimelineItem } from '@tideline/sdk'
import { money } from '@tideline/web-kit/formats/format.ts'
import { paymentTypeName } from '@tideline/web-kit/labels/labels.ts'

/**
 * What happened, in a few words.
 *
 * @param labels what the codes of transactions are called
 */
export const getTitle = (item: TimelineItem, labels: ReadonlyMap<string, string>): string => {
  switch (item.type) {
    case 'transaction':
      return labels.get(item.transactionType) ?? item.transactionType
    case 'payment':
      return `${paymentTypeName(item.payment.paymentTypeDescription)} ${money(item.payment.amount)}, ${item.payment.paymentStatus}`
    case 'document-upload':
      return `${item.typeName} uploaded`
    case 'claim':
      return `Claim ${item.claimNumber}, ${item.status}`
    case 'policy-note':
      return 'Note'
    case 'policy-call-log':
      return 'Call log'
  }
}

/** Why, where a transaction says so: an agent-of-record change is kept by its code. */
export const reasonText = (reason: string) => (reason === 'aor' ? 'Change of agency' : reason)
