import { reloadPage } from '@tideline/web-kit/session/navigation.ts'
import { ScreenTimeoutError } from './lazy-screen.ts'

/**
 * Returns which part of a screen failed to load: its script, its style sheet, or neither within the time limit.
 * Undefined for any other error. The usual cause is that a newer version was deployed.
 */
export function getLoadFailure(error: unknown): 'script' | 'style' | 'late' | undefined {
  if (error instanceof ScreenTimeoutError) return 'late'
  if (!(error instanceof Error)) return undefined
  if (/preload css/i.test(error.message)) return 'style'
  return error instanceof TypeError && /module script|imported module/i.test(error.message) ? 'script' : undefined
}

const key = 'reloadedFor'

/** Reloads the page once per path. After a second failure, the user has to click Reload. */
export function reloadPageOnce(address: string) {
  if (sessionStorage.getItem(key) === address) return
  sessionStorage.setItem(key, address)
  reloadPage()
}
