import { reloadPage } from '@tideline/web-kit/session/navigation.ts'
import { ScreenTimeoutError } from './lazy-screen.ts'

/**
 * Returns why a screen failed to load: a missing script or style sheet (usually after a deployment), or a timeout.
 * Returns undefined for any other error.
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
