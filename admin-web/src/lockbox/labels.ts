import type { LockboxPart, LockboxUpdate } from '@tideline/sdk'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'

export type LockboxAction = LockboxUpdate['action']

/** An action on a whole check or on split amounts. */
export interface CheckAction {
  action: LockboxAction
  policyNo?: string
  parts?: LockboxPart[]
}

export const actionLabels: Record<LockboxAction, { verb: string; done: string; danger?: boolean }> = {
  apply: { verb: 'Apply', done: 'Check applied.' },
  move: { verb: 'Move', done: 'Check moved to the other policy.' },
  reverse: { verb: 'Reverse', done: 'Check reversed.' },
  return: { verb: 'Return to sender', done: 'Check marked as returned to the sender.', danger: true },
  bounce: { verb: 'Mark as bounced', done: 'Check marked as bounced.', danger: true },
  reopen: { verb: 'Reopen', done: 'Check reopened.' },
}

/** Formats split amounts as `$300.00 to RFL3000101, $25.00 to RFL3000102`. */
export const formatSplitAmounts = (parts: readonly LockboxPart[]) =>
  parts.map(({ policyNo, amount }) => `${formatMoney(amount)} to ${policyNo}`).join(', ')

/** Formats a check's title with its number, if the bank could read the number. */
export const formatCheckName = (checkNo: string) => (checkNo ? `Check ${checkNo}` : 'Check without a number')
