import type { TimelineItem } from '@tideline/sdk'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getPaymentTypeName } from '@tideline/web-kit/labels/labels.ts'

/**
 * Returns the short title of a timeline item.
 *
 * @param labels the labels of the transaction codes
 */
export const getTimelineItemTitle = (item: TimelineItem, labels: ReadonlyMap<string, string>): string => {
  switch (item.type) {
    case 'transaction':
      return labels.get(item.transactionType) ?? item.transactionType
    case 'payment':
      return `${getPaymentTypeName(item.payment.paymentTypeDescription)} ${formatMoney(item.payment.amount)}, ${item.payment.paymentStatus}`
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

/**
 * Returns the display text of a transaction's reason. The reason `aor` (agent of record) becomes "Change of agency".
 */
export const formatTransactionReason = (reason: string) => (reason === 'aor' ? 'Change of agency' : reason)
