import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** The maximum zoom. At zoom 1, a document is as wide as its column. */
const largest = 4
const steps = [1, 1.5, 2, 3, largest]
const within = (zoom: number) => Math.min(largest, Math.max(1, zoom))

interface Spot {
  /** The position on the screen. */
  x: number
  y: number
  /** The position in the document, from 0 to 1. */
  across: number
  down: number
}

function spotAt(box: HTMLElement, x: number, y: number): Spot {
  const { left, top, height } = box.getBoundingClientRect()
  return { x, y, across: (box.scrollLeft + x - left) / box.scrollWidth, down: (y - top) / height }
}

/** Returns the center of the visible part of the document. */
function getMiddle(box: HTMLElement): Spot {
  const { left, width, top, bottom } = box.getBoundingClientRect()
  return spotAt(box, left + width / 2, (Math.max(0, top) + Math.min(window.innerHeight, bottom)) / 2)
}

/** Scrolls so that the same part of the document stays at the same screen position after zooming. */
function keepPosition(box: HTMLElement, { x, y, across, down }: Spot) {
  const { left, top, height } = box.getBoundingClientRect()
  box.scrollLeft = across * box.scrollWidth - (x - left)
  const scroller = box.closest('.dialog-body') ?? window
  scroller.scrollBy({ top: top + down * height - y, behavior: 'instant' })
}

type Touches = ArrayLike<{ clientX: number; clientY: number }>

function getPinch({ 0: one, 1: other }: Touches) {
  if (!one || !other) return undefined
  const [dx, dy] = [one.clientX - other.clientX, one.clientY - other.clientY]
  return { distance: Math.hypot(dx, dy), x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }
}

/**
 * Zooms a document by pinch gesture or button. During a pinch, the same part of the document stays under the fingers.
 */
export function useDocumentZoom(box: RefObject<HTMLElement | null>, isThere: boolean) {
  const [zoom, setZoom] = useState(1)
  const known = useRef(zoom)
  const held = useRef<Spot>(undefined)

  useEffect(() => {
    const element = box.current
    if (!element || !isThere) return
    let began: { distance: number; zoom: number; spot: Spot } | undefined
    const begin = ({ touches }: TouchEvent) => {
      const pinch = touches.length === 2 ? getPinch(touches) : undefined
      began = pinch && { distance: pinch.distance, zoom: known.current, spot: spotAt(element, pinch.x, pinch.y) }
    }
    const move = (event: TouchEvent) => {
      const pinch = began && getPinch(event.touches)
      if (!began || !pinch) return
      // Prevents the browser from zooming the entire screen.
      event.preventDefault()
      held.current = { ...began.spot, x: pinch.x, y: pinch.y }
      setZoom(within((began.zoom * pinch.distance) / began.distance))
    }
    const end = () => {
      began = undefined
    }
    element.addEventListener('touchstart', begin, { passive: true })
    element.addEventListener('touchmove', move, { passive: false })
    element.addEventListener('touchend', end)
    element.addEventListener('touchcancel', end)
    return () => {
      element.removeEventListener('touchstart', begin)
      element.removeEventListener('touchmove', move)
      element.removeEventListener('touchend', end)
      element.removeEventListener('touchcancel', end)
    }
  }, [box, isThere])

  useLayoutEffect(() => {
    known.current = zoom
    if (box.current && held.current) keepPosition(box.current, held.current)
    held.current = undefined
  }, [box, zoom])

  const smaller = steps.findLast((step) => step < zoom - 0.01)
  const larger = steps.find((step) => step > zoom + 0.01)
  const to = (wanted: number | undefined) => {
    if (wanted === undefined) return
    if (box.current) held.current = getMiddle(box.current)
    setZoom(wanted)
  }
  return {
    zoom,
    smaller: smaller === undefined ? undefined : () => to(smaller),
    larger: larger === undefined ? undefined : () => to(larger),
  }
}
