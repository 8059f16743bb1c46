import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

interface FittingWidth {
  /** The element whose width the table must fit. */
  box: RefObject<HTMLDivElement | null>
  /** Whether the table fits. If false, show cards instead. */
  fits: boolean
}

/**
 * Checks whether a table fits its box, so that a table that is too wide can be replaced by cards instead of scrolling
 * sideways (UI-22). Measures again when the rows or the width of the box change, before the browser paints.
 *
 * @param rows the IDs of the rows, whose content determines the width of the table
 * @param hideColumns called before each measurement to hide columns that do not fit
 */
export function useFittingWidth(rows: string | undefined, hideColumns?: (box: HTMLElement) => void): FittingWidth {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  // The width that the table needs, or 0 while it is not known to be too wide.
  const [neededWidth, setNeededWidth] = useState(0)
  const fits = width >= neededWidth

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows can need less width
  useLayoutEffect(() => setNeededWidth(0), [rows])
  useLayoutEffect(() => {
    const element = box.current
    if (!element || !fits) return
    hideColumns?.(element)
    if (element.scrollWidth > element.clientWidth) {
      setWidth(element.clientWidth)
      setNeededWidth(element.scrollWidth)
    }
  })
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return { box, fits }
}
