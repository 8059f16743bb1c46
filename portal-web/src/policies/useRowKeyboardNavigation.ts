import { isTypingTarget } from '@tideline/web-kit/ui/is-typing-target.ts'
import { type RefObject, useEffect } from 'react'

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * Moves the focus between rows on `j` and `k`, and on arrow keys once a row has the focus. Enter opens the row's link.
 */
export function useRowKeyboardNavigation(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const step = steps[event.key]
      if (!step || event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target)) return
      if (document.querySelector('[role="dialog"], [role="menu"]')) return
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('tbody th a') ?? [])]
      const at = rows.indexOf(document.activeElement as HTMLElement)
      // Arrow keys scroll the page unless a row has the focus.
      if (at < 0 && event.key.startsWith('Arrow')) return
      const next = rows[at < 0 ? 0 : at + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [list])
}
