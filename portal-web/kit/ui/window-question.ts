/** A question to the window, a media query, and how to hear that its answer changes. */
export const asked = (query: string) => ({
  answer: () => window.matchMedia(query).matches,
  subscribe: (listener: () => void) => {
    const list = window.matchMedia(query)
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  },
})
