import { useSearchParams } from 'react-router'

/**
 * Returns the page of a list, which is stored in a query parameter of the URL, and a function that opens another page
 * without scrolling. The first page has no parameter.
 */
export function usePageParam(name: string): [page: number, open: (page: number) => void] {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get(name) ?? 1)
  const open = (next: number) =>
    setParams(
      (before) => {
        before.delete(name)
        if (next > 1) before.set(name, String(next))
        return before
      },
      { preventScrollReset: true },
    )
  return [Number.isInteger(asked) && asked > 0 ? asked : 1, open]
}
