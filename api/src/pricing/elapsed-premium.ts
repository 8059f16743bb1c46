import { getEarlierDate, getLaterDate } from '../calendar/days.ts'
import { getScheduledPrice, type PriceSchedule } from './term-price.ts'

/** Returns the scheduled premium for the days before `today`, in cents. */
export function getElapsedPremiumCents(schedule: PriceSchedule, today: string): number {
  const { inceptionDate, expirationDate } = schedule.begun
  return getScheduledPrice(schedule, getEarlierDate(getLaterDate(today, inceptionDate), expirationDate)).scheduledCents
}
