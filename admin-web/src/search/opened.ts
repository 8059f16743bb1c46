/** Opens the search over everything, from wherever one is; the shell listens (search/SearchBox.tsx). */
const opening = 'tideline:search'

export const openSearch = () => window.dispatchEvent(new Event(opening))

export function onOpenSearch(open: () => void) {
  window.addEventListener(opening, open)
  return () => window.removeEventListener(opening, open)
}
