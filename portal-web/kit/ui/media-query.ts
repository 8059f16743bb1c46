/** Returns the current result of a media query and a function that subscribes to changes. */
export const createMediaQuery = (query: string) => ({
  getSnapshot: () => window.matchMedia(query).matches,
  subscribe: (listener: () => void) => {
    const list = window.matchMedia(query)
    list.addEventListener('change', listener)
    return () => list.removeEventListener('change', listener)
  },
})
