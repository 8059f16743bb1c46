/** The event that opens the global search (see search/SearchBox.tsx). */
const openEvent = 'tideline:search'

export const openSearch = () => window.dispatchEvent(new Event(openEvent))

export function subscribeToOpenSearch(open: () => void) {
  window.addEventListener(openEvent, open)
  return () => window.removeEventListener(openEvent, open)
}
