import { addDays, addMonths } from '../../calendar/days.ts'

/** Number of days before a card's last valid day on which the policyholder is notified (AUT-9). */
const expiryNoticeDays = 30

/** Returns the last day on which a card is valid. @param expiration `MM/YYYY` */
export function getLastCardDay(expiration: string): string {
  const [month, year] = expiration.split('/')
  return addDays(addMonths(`${year}-${month}-01`, 1), -1)
}

/** Returns whether the notice of a card's expiration is due today or overdue (AUT-9). */
export function isExpiryNoticeDue(expiration: string, today: string): boolean {
  const lastDay = getLastCardDay(expiration)
  return addDays(lastDay, -expiryNoticeDays) <= today && today <= lastDay
}
