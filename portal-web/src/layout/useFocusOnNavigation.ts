import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A new page begins at its content for those who work by keyboard or screen reader, as a page load would; a field that
 * took the focus itself keeps it.
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
