import type { PolicyConfirmation } from '@tideline/sdk'

type Due = Pick<PolicyConfirmation, 'effectiveDate' | 'paymentInterval' | 'invoices'>

/**
 * The day by which what is due now is to be paid: of the open invoices the first one's. Undefined for the later parts of a
 * monthly plan, which are asked for on their day.
 */
export function dueDay({ effectiveDate, paymentInterval, invoices }: Due): string | undefined {
  const open = invoices.invoices
    .filter(({ amountDue }) => amountDue > 0)
    .sort((one, other) => (one.dueDate ?? '').localeCompare(other.dueDate ?? ''))[0]
  if (!open) return effectiveDate
  return paymentInterval === 'Monthly' && open.amountPaid > 0 ? undefined : (open.dueDate ?? effectiveDate)
}
