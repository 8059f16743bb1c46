import { addDays, addMonths } from '../../calendar/days.ts'

/** Days before the last day of a card on which its expiration is announced (AUT-9). */
const expiryNoticeDays = 30

/** Returns the last day on which a card is valid. @param expiration `MM/YYYY` */
export function getLastCardDay(expiration: string): string {
  const [month, year] = expiration.split('/')
  return addDays(addMonths(`${year}-${month}-01`, 1), -1)
}

/** Returns whether the expiration of a card is announced today or is overdue for it (AUT-9). */
export function isExpiryNoticeDue(expiration: string, today: string): boolean {
  const lastDay = getLastCardDay(expiration)
  return addDays(lastDay, -expiryNoticeDays) <= today && today <= lastDay
}
