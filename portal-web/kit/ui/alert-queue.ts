import { createMessageQueue } from './message-queue.ts'

export interface BlockingAlert {
  title: string
  text: string
}

export const alertQueue = createMessageQueue<BlockingAlert>()

/**
 * Shows a blocking alert, unless an identical alert is already queued. For example, five requests of a page can fail
 * with the same error.
 */
export function showAlert(alert: BlockingAlert) {
  const isQueued = alertQueue.items().some(({ title, text }) => title === alert.title && text === alert.text)
  if (!isQueued) alertQueue.add(alert)
}
