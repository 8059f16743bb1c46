import { getPropertyDate } from '@tideline/api/calendar/property-day.ts'

/** The day it is at the insured property in Florida, which the rules go by: not yet that of Greenwich in its evening. */
export const today = getPropertyDate(new Date(), 'FL')
