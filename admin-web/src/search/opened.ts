/** The event that opens the global search. The search dialog listens for it (search/SearchBox.tsx). */
const opening = 'tideline:search'

export const openSearch = () => window.dispatchEvent(new Event(opening))

export function onOpenSearch(open: () => void) {
  window.addEventListener(opening, open)
  return () => window.removeEventListener(opening, open)
}
