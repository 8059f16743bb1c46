import { createQueue } from './queue.ts'

export interface BlockingAlert {
  title: string
  text: string
}

export const alerts = createQueue<BlockingAlert>()

/** Stops and tells; the same words that already wait are not said twice (a page whose five calls all failed). */
export function alertUser(alert: BlockingAlert) {
  const waits = alerts.items().some(({ title, text }) => title === alert.title && text === alert.text)
  if (!waits) alerts.add(alert)
}
