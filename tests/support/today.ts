import { getPropertyDate } from '@tideline/api/calendar/property-date.ts'

/**
 * Today's date at an insured property in Florida, which the rules use. In the evening, UTC already has the next date.
 */
export const today = getPropertyDate(new Date(), 'FL')
