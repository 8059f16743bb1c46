import { createQueue } from './queue.ts'

export interface BlockingAlert {
  title: string
  text: string
}

export const alerts = createQueue<BlockingAlert>()

/**
 * Shows a blocking alert. Skips it if the same one is already queued, for example when five requests of a page fail.
 */
export function showAlert(alert: BlockingAlert) {
  const waits = alerts.items().some(({ title, text }) => title === alert.title && text === alert.text)
  if (!waits) alerts.add(alert)
}
