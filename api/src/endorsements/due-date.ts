import { addDays } from '../calendar/days.ts'

/**
 * Returns the due date of an amount that an endorsement charges (BIL-3), and the earliest one of an amount that it bills to
 * a new payer (BIL-18).
 * @param today date at the insured property, `YYYY-MM-DD`
 */
export const getEndorsementDueDate = (today: string): string => addDays(today, 30)
