import { useSearchParams } from 'react-router'

/**
 * A filter in the URL, so that reloading, going back and sharing the link keep it. Returns its text, which is empty if the
 * filter is not set, and a function that sets it. An empty text removes it.
 */
export function useUrlFilter(name: string): [text: string, set: (text: string) => void] {
  const [search, setSearch] = useSearchParams()
  const set = (text: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (text) after.set(name, text)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  return [search.get(name) ?? '', set]
}
