import { createMessageQueue } from './message-queue.ts'

export interface BlockingAlert {
  title: string
  text: string
}

export const alertQueue = createMessageQueue<BlockingAlert>()

/**
 * Shows a blocking alert. Skips it if the same one is already queued, for example when five requests of a page fail.
 */
export function showAlert(alert: BlockingAlert) {
  const isQueued = alertQueue.items().some(({ title, text }) => title === alert.title && text === alert.text)
  if (!isQueued) alertQueue.add(alert)
}
