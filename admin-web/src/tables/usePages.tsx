import { Button } from '@mui/material'
import { useInfiniteQuery } from '@tanstack/react-query'

interface Piece<Item> {
  items: Item[]
  /** Null after the last one. */
  nextCursor: string | null
}

/** A list that the server gives in pieces: what has come of it, the faces of its section, and the button for the next piece. */
export function usePages<Item>(
  key: readonly unknown[],
  ask: (place: { cursor?: string }) => Promise<{ payload: Piece<Item> }>,
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
