import type { Operations } from '../generated/operations.ts'

type Term = Operations['getPolicyHistory']['response']['payload']['policies'][number]

/**
 * Returns the status of a term in the history: expired, cancelled, active or future (POL-4).
 * @param today the date at the property, `YYYY-MM-DD`
 */
export const getTermStatus = (
  { isExpired, isCancelled, inceptionDate }: Pick<Term, 'isExpired' | 'isCancelled' | 'inceptionDate'>,
  today: string,
): Term['status'] => {
  if (isExpired) return 'Expired'
  if (isCancelled) return 'Cancelled'
  return inceptionDate <= today ? 'Active' : 'Future'
}
