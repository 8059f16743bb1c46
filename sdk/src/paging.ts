import type { Given, Operation, Taken, Tideline } from './client.ts'
import { lists } from './generated/lists.ts'

/** What a list's answer is made of, wherever its rows stand in it. */
type RowsIn<Answer> = Answer extends readonly (infer Row)[]
  ? Row
  : Answer extends { payload: infer Payload }
    ? RowsIn<Payload>
    : { [Name in keyof Answer]: Answer[Name] extends readonly (infer Row)[] ? Row : never }[keyof Answer]

/** Where an operation goes to, without going there. */
function urlOf(operation: Operation, input: object): string {
  let url = ''
  const note = (request: { url: string }) => {
    url = request.url
  }
  const noted = new Proxy({}, { get: () => note })
  operation({ ...input, client: noted })
  return url
}

/**
 * Walks through a list, page by page, and gives its rows one by one: all that the query's filters leave. What is written meanwhile
 * may move rows from one page to another; what has to be complete is read with `changedAfter`.
 *
 * @param operation a list of the contract: one with `take` and `skip`, or one of the back office with `range`
 * @param size rows asked for at once, at most what the list gives
 * @throws TidelineError when a page is refused
 * @example
 * for await (const policy of pages(tideline, searchPolicies, { query: { InsuredName: 'sample' } })) …
 */
export async function* pages<Op extends Operation>(
  tideline: Pick<Tideline, 'callWithResponse'>,
  operation: Op,
  input?: Taken<Op>,
  size = 100,
): AsyncGenerator<RowsIn<Given<Op>>, void, undefined> {
  const given = (input ?? {}) as { query?: object }
  const url = urlOf(operation, given)
  const list = lists[url]
  if (!list) throw new TypeError(`${url} is not a list with pages.`)
  const take = Math.min(size, list.most)
  const call = tideline.callWithResponse as (operation: Op, input: object) => Promise<{ data: unknown; total?: number }>
  for (let skip = 0; ; skip += take) {
    const page = list.by === 'range' ? { range: JSON.stringify([skip, skip + take - 1]) } : { skip, take }
    const { data, total } = await call(operation, { ...given, query: { ...given.query, ...page } })
    const rows = list.rows.reduce((at, name) => (at as Record<string, unknown>)[name], data) as RowsIn<Given<Op>>[]
    yield* rows
    if (rows.length < take || skip + take === total) return
  }
}
