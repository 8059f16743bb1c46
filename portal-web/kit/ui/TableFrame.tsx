import { type ReactNode, useEffect, useRef, useState } from 'react'
import './Table.css'

/**
 * A frame for a table that can be wider than the page. The frame becomes focusable if the table does not fit, so that
 * arrow keys can scroll it.
 */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null)
  const [isTooWide, setTooWide] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () => setTooWide(element.scrollWidth > element.clientWidth)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      className="table-frame"
      ref={frame}
      {...(isTooWide ? { tabIndex: 0, 'aria-label': `${label}, to scroll` } : {})}
    >
      {children}
    </section>
  )
}
