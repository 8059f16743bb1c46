import { createQueue } from './queue.ts'

export interface Toast {
  title: string
  text?: string
  tone?: 'success' | 'error' | 'info'
}

/** How long a toast stays, in milliseconds (UI-5). */
export const toastMs = 3000

export const toasts = createQueue<Toast>()

/** Says something in passing for 3 seconds; never the only copy of something that matters. */
export const toast = (message: Toast) => toasts.add(message)
