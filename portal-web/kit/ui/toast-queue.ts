import { createMessageQueue } from './message-queue.ts'

export interface Toast {
  title: string
  text?: string
  tone?: 'success' | 'error' | 'info'
}

/** How long a toast stays visible, in milliseconds (UI-5). */
export const toastDurationMs = 3000

export const toastQueue = createMessageQueue<Toast>()

/** Shows a message for 3 seconds. Never use it as the only place for important information. */
export const showToast = (message: Toast) => toastQueue.add(message)
