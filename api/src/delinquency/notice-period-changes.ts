import type { NoticePeriod } from './decide-steps.ts'

type Notice = Pick<NoticePeriod, 'noticeDays' | 'isFlatAllowed'>

/**
 * Returns whether a second person must approve the change (DEL-17). This is required if the change shortens the notice
 * or newly allows flat cancellations.
 */
export const isShorterNotice = (before: Notice, after: Notice): boolean =>
  after.noticeDays < before.noticeDays || (after.isFlatAllowed && !before.isFlatAllowed)
