import { useReducedMotion } from '@tideline/web-kit/ui/useReducedMotion.ts'
import { type RefObject, useCallback, useEffect, useState } from 'react'

/** The element of a place: its flag in the paper, or its sentence while the paper is not there. */
const getAnchor = (root: HTMLElement | null, slotId: string | undefined) =>
  slotId === undefined
    ? undefined
    : (root?.querySelector<HTMLElement>(`[data-place="${slotId}"]`) ??
      root?.querySelector<HTMLElement>(`[data-sentence="${slotId}"]`) ??
      undefined)

/**
 * Whether the place to be signed next can be seen, and the way to it. `papers` changes when one is open: the place has moved
 * into it.
 */
export function useCurrentPlace(root: RefObject<HTMLElement | null>, slotId: string | undefined, papers: object) {
  const [seen, setSeen] = useState<string>()
  const wantsCalm = useReducedMotion()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a paper that was just opened may hold the place
  useEffect(() => {
    const anchor = getAnchor(root.current, slotId)
    if (!anchor || !slotId) return
    // Half of it in sight is enough; what lies under the bar at the lower edge is not in sight.
    const eye = new IntersectionObserver(
      ([entry]) => setSeen((before) => (entry?.isIntersecting ? slotId : before === slotId ? undefined : before)),
      { threshold: 0.5, rootMargin: '-48px 0px -96px 0px' },
    )
    eye.observe(anchor)
    return () => eye.disconnect()
  }, [root, slotId, papers])
  const show = useCallback(
    (wanted: string | undefined) =>
      getAnchor(root.current, wanted)?.scrollIntoView({ block: 'center', behavior: wantsCalm ? 'auto' : 'smooth' }),
    [root, wantsCalm],
  )
  return { isSeen: seen !== undefined && seen === slotId, show }
}
