import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Moves the focus to the content after navigation, as a page load does. A focused field in the content keeps the focus.
 */
export function useFocusOnNavigation(id: string) {
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const { activeElement } = document
    if (!activeElement || activeElement === document.body || !document.getElementById(id)?.contains(activeElement))
      document.getElementById(id)?.focus({ preventScroll: true })
  }, [id, pathname])
}
