import { useReducedMotion } from '@tideline/web-kit/ui/useReducedMotion.ts'
import { type RefObject, useCallback, useEffect, useState } from 'react'

/** Returns the element of a signature place: its flag in the document, or its text until the document has loaded. */
const getAnchor = (root: HTMLElement | null, slotId: string | undefined) =>
  slotId === undefined
    ? undefined
    : (root?.querySelector<HTMLElement>(`[data-place="${slotId}"]`) ??
      root?.querySelector<HTMLElement>(`[data-sentence="${slotId}"]`) ??
      undefined)

/**
 * Returns whether the next place to sign is visible, and a function that scrolls to it. Checks again whenever `papers`
 * changes, for example when the document with the place opens.
 */
export function useCurrentSignaturePlace(
  root: RefObject<HTMLElement | null>,
  slotId: string | undefined,
  papers: object,
) {
  const [seen, setSeen] = useState<string>()
  const wantsCalm = useReducedMotion()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `papers` is listed because a newly opened document can contain the place
  useEffect(() => {
    const anchor = getAnchor(root.current, slotId)
    if (!anchor || !slotId) return
    // At least half of the place must be visible and not covered by the bar at the bottom.
    const observer = new IntersectionObserver(
      // A busy browser reports several changes together, the latest one last.
      (entries) =>
        setSeen((before) => (entries.at(-1)?.isIntersecting ? slotId : before === slotId ? undefined : before)),
      { threshold: 0.5, rootMargin: '-48px 0px -96px 0px' },
    )
    observer.observe(anchor)
    return () => observer.disconnect()
  }, [root, slotId, papers])
  const show = useCallback(
    (wanted: string | undefined) =>
      getAnchor(root.current, wanted)?.scrollIntoView({ block: 'center', behavior: wantsCalm ? 'auto' : 'smooth' }),
    [root, wantsCalm],
  )
  return { isSeen: seen !== undefined && seen === slotId, show }
}
