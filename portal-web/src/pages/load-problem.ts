import { reloadPage } from '@tideline/web-kit/session/go-to.ts'
import { ScreenTimeout } from './screen.ts'

/**
 * What of a screen did not come: its script, its style sheet, or neither within its time; undefined where the
 * error is another one. Most often a newer version was installed meanwhile.
 */
export function loadProblem(error: unknown): 'script' | 'style' | 'late' | undefined {
  if (error instanceof ScreenTimeout) return 'late'
  if (!(error instanceof Error)) return undefined
  if (/preload css/i.test(error.message)) return 'style'
  return error instanceof TypeError && /module script|imported module/i.test(error.message) ? 'script' : undefined
}

const key = 'reloadedFor'

/** Loads the page anew by itself, once at an address (ours to choose). What fails again waits for a click. */
export function reloadOnce(address: string) {
  if (sessionStorage.getItem(key) === address) return
  sessionStorage.setItem(key, address)
  reloadPage()
}
