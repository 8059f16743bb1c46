import { getEarlierDate, getLaterDate } from '../calendar/days.ts'
import { type Schedule, scheduledPrice } from './term-price.ts'

/** Returns the scheduled premium for days before `today`, in cents. */
export function elapsedPremiumCents(schedule: Schedule, today: string): number {
  const { inceptionDate, expirationDate } = schedule.begun
  return scheduledPrice(schedule, getEarlierDate(getLaterDate(today, inceptionDate), expirationDate)).scheduledCents
}
