import { Button } from '@mui/material'
import { type InfiniteData, type QueryKey, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'

interface PageResponse {
  payload: {
    items: unknown[]
    /** Null on the last page. */
    nextCursor: string | null
  }
}

type Item<Response extends PageResponse> = Response['payload']['items'][number]

/** Generated query options of an operation that returns a paginated list. */
type PagedOperationOptions<Response, ApiError, Key extends QueryKey, Place> = Pick<
  UseInfiniteQueryOptions<Response, ApiError, InfiniteData<Response>, Key, Place>,
  'queryKey' | 'queryFn'
>

interface PagedListOptions<Response extends PageResponse> {
  /** Returns the reload interval in milliseconds, or false to stop reloading. */
  refetchInterval?: (rows: Item<Response>[]) => number | false
}

const getRows = <Response extends PageResponse>(data: InfiniteData<Response, unknown> | undefined): Item<Response>[] =>
  data?.pages.flatMap(({ payload }) => payload.items) ?? []

/**
 * Loads a list page by page. Returns the loaded rows, the query for a `Section`, and a button that loads the next page.
 *
 * @example usePagedList(listDisputesInfiniteOptions({ client: api.client, query: { take: 25 } }))
 */
export function usePagedList<Response extends PageResponse, ApiError, Key extends QueryKey, Place>(
  options: PagedOperationOptions<Response, ApiError, Key, Place>,
  { refetchInterval }: PagedListOptions<Response> = {},
) {
  const query = useInfiniteQuery<Response, ApiError, InfiniteData<Response>, Key, Place>({
    ...options,
    // The first page has no cursor.
    initialPageParam: {} as Place,
    getNextPageParam: ({ payload }) => (payload.nextCursor ?? undefined) as Place | undefined,
    ...(refetchInterval && { refetchInterval: ({ state }) => refetchInterval(getRows(state.data)) }),
  })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  return {
    rows: getRows(data),
    query,
    more: hasNextPage ? (
      <Button loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
        Show more
      </Button>
    ) : null,
  }
}
