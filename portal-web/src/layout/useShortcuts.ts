import { paths } from '@tideline/web-kit/paths.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { isTypingTarget } from '@tideline/web-kit/ui/is-typing-target.ts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Maximum time, in milliseconds, between `g` and the second key. */
const sequenceMs = 1000

/**
 * Handles the keyboard shortcuts. `/` and `g p` open the policies, and `?` lists the shortcuts. Shortcuts are inactive
 * during typing or while a dialog is open.
 */
export function useShortcuts() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isAgent = useSession()?.accountType === 'agent'
  const [isListed, setIsListed] = useState(false)
  useEffect(() => {
    let lastGoKeyAt = 0
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target)) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return
      if (event.key === '?') setIsListed(true)
      // Ignores `/` on the policies page, where the search field handles it.
      if (event.key === '/' && isAgent && pathname !== paths.policies()) {
        event.preventDefault()
        void navigate(paths.policies(), { state: { isSearching: true } })
      }
      if (event.key === 'p' && isAgent && event.timeStamp - lastGoKeyAt < sequenceMs) void navigate(paths.policies())
      lastGoKeyAt = event.key === 'g' ? event.timeStamp : 0
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isAgent, navigate, pathname])
  return { isListed, hide: () => setIsListed(false) }
}
