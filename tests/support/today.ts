import { getPropertyDate } from '@tideline/api/calendar/property-date.ts'

/**
 * Current date at an insured property in Florida, which the rules use. In the evening, it is already the next date in
 * UTC.
 */
export const today = getPropertyDate(new Date(), 'FL')
