import type { Operation, OperationInput, OperationResponse, Tideline } from './client.ts'
import { type List, lists } from './generated/lists.ts'

/** Row type of a list response, regardless of where the response contains the rows. */
type RowsIn<Result> = Result extends readonly (infer Row)[]
  ? Row
  : Result extends { payload: infer Payload }
    ? RowsIn<Payload>
    : { [Name in keyof Result]: Result[Name] extends readonly (infer Row)[] ? Row : never }[keyof Result]

/** Arguments of `pages` after the operation. The input is optional if none of its fields is required. */
type PagesInput<Op extends Operation> =
  Record<never, never> extends OperationInput<Op>
    ? [input?: OperationInput<Op>, size?: number]
    : [input: OperationInput<Op>, size?: number]

/** Returns the URL of an operation without sending a request. */
function getUrl(operation: Operation, input: object): string {
  let url = ''
  const note = (request: { url: string }) => {
    url = request.url
  }
  const noted = new Proxy({}, { get: () => note })
  operation({ ...input, client: noted })
  return url
}

/** Returns the paging parameters of the next page. */
function getPageParameters({ by }: List, skip: number, take: number, cursor: string | undefined): object {
  if (by === 'range') return { range: [skip, skip + take - 1] }
  if (by === 'skip') return { skip, take }
  return cursor === undefined ? { take } : { take, cursor }
}

/** Returns the object in a response that contains the rows, if any. */
const getRowsContainer = ({ rows }: List, data: unknown): { nextCursor?: string | null } =>
  rows.slice(0, -1).reduce((at, name) => (at as Record<string, never>)[name] ?? {}, data ?? {}) as object

/**
 * Yields all rows of a list that match the query, page by page. If data changes in the meantime, lists without a cursor
 * can repeat or skip rows.
 *
 * @param operation list operation of the contract
 * @param size rows per page, up to the list's maximum
 * @throws {TidelineError} if a request is rejected
 * @example for await (const policy of pages(tideline, searchPolicies, { query: { InsuredName: 'sample' } })) …
 */
export async function* pages<Op extends Operation>(
  tideline: Pick<Tideline, 'callWithResponse'>,
  operation: Op,
  ...[input, size = 100]: PagesInput<Op>
): AsyncGenerator<RowsIn<OperationResponse<Op>>, void, undefined> {
  const given = (input ?? {}) as { query?: object; body?: object }
  const url = getUrl(operation, given)
  const list = lists[url]
  if (!list) throw new TypeError(`${url} is not a list with pages.`)
  const take = Math.min(size, list.most)
  const call = tideline.callWithResponse as (operation: Op, input: object) => Promise<{ data: unknown; total?: number }>
  let cursor: string | undefined
  for (let skip = 0; ; skip += take) {
    const page = getPageParameters(list, skip, take, cursor)
    const { data, total } = await call(operation, { ...given, [list.in]: { ...given[list.in], ...page } })
    const rows = list.rows.reduce((at, name) => (at as Record<string, unknown>)[name], data) as RowsIn<
      OperationResponse<Op>
    >[]
    yield* rows
    if (list.by === 'cursor') {
      cursor = getRowsContainer(list, data).nextCursor ?? undefined
      if (cursor === undefined) return
    } else if (rows.length < take || skip + take === total) return
  }
}
