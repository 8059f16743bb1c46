import { Button } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'

interface Page<Item> {
  items: Item[]
  /** Null on the last page. */
  nextCursor: string | null
}

/**
 * Loads a list page by page. Returns the rows so far, the loading and error state for a `Section`, and a button that
 * loads the next page.
 */
export function usePagedList<Item>(
  key: readonly unknown[],
  ask: (place: { cursor?: string }) => Promise<{ payload: Page<Item> }>,
) {
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: key,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => (await ask(pageParam ? { cursor: pageParam } : {})).payload,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  return {
    rows: data?.pages.flatMap(({ items }) => items) ?? [],
    face: { isPending, error, retry: refetch },
    more: hasNextPage ? (
      <Button loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
        Show more
      </Button>
    ) : null,
  }
}
