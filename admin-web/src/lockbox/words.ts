import type { LockboxPart, LockboxUpdate } from '@tideline/sdk'
import { money } from '@tideline/web-kit/formats/format.ts'

export type Action = LockboxUpdate['action']

/** What is to be done: with all of the check, or with its parts. */
export interface Wish {
  action: Action
  policyNo?: string
  parts?: LockboxPart[]
}

export const words: Record<Action, { verb: string; done: string; isGrave?: boolean }> = {
  apply: { verb: 'Apply', done: 'The check was applied.' },
  move: { verb: 'Move', done: 'The check was moved to the other policy.' },
  reverse: { verb: 'Take back', done: 'The check was taken back from its policy.' },
  return: { verb: 'Return to sender', done: 'The check is returned to its sender.', isGrave: true },
  bounce: { verb: 'Bounced', done: 'The check is no money any more.', isGrave: true },
  reopen: { verb: 'Reopen', done: 'The check waits for a policy again.' },
}

/** `$300.00 to RFL3000101, $25.00 to RFL3000102`. */
export const listed = (parts: readonly LockboxPart[]) =>
  parts.map(({ policyNo, amount }) => `${money(amount)} to ${policyNo}`).join(', ')

/** `lockbox check` as people speak of it, where the bank read no number. */
export const checkName = (checkNo: string) => (checkNo ? `Check ${checkNo}` : 'Check without a number')
