import { createQueue } from './queue.ts'

export interface Toast {
  title: string
  text?: string
  tone?: 'success' | 'error' | 'info'
}

export const toasts = createQueue<Toast>()

/** Says something in passing for 3 seconds; never the only copy of something that matters. */
export const toast = (message: Toast) => toasts.add(message)
