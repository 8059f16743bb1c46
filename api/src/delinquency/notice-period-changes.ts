import type { NoticePeriod } from './decide-steps.ts'

type Notice = Pick<NoticePeriod, 'noticeDays' | 'isFlatAllowed'>

/** Returns whether a change shortens the notice or newly allows flat cancellations, so that a second person must approve it (DEL-17). */
export const isShorterNotice = (before: Notice, after: Notice): boolean =>
  after.noticeDays < before.noticeDays || (after.isFlatAllowed && !before.isFlatAllowed)
