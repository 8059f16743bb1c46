import type { Given, Operation, Taken, Tideline } from './client.ts'
import { type List, lists } from './generated/lists.ts'

/** What a list's answer is made of, wherever its rows stand in it. */
type RowsIn<Answer> = Answer extends readonly (infer Row)[]
  ? Row
  : Answer extends { payload: infer Payload }
    ? RowsIn<Payload>
    : { [Name in keyof Answer]: Answer[Name] extends readonly (infer Row)[] ? Row : never }[keyof Answer]

/** The arguments of `pages` after the operation: the input may be omitted where nothing in it is required. */
type PagesInput<Op extends Operation> =
  Record<never, never> extends Taken<Op> ? [input?: Taken<Op>, size?: number] : [input: Taken<Op>, size?: number]

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

/** What asks for the page after another one. */
function pageAfter({ by }: List, skip: number, take: number, cursor: string | undefined): object {
  if (by === 'range') return { range: [skip, skip + take - 1] }
  if (by === 'skip') return { skip, take }
  return cursor === undefined ? { take } : { take, cursor }
}

/** What stands beside the rows, when they stand in an object. */
const besideRows = ({ rows }: List, data: unknown): { nextCursor?: string | null } =>
  rows.slice(0, -1).reduce((at, name) => (at as Record<string, never>)[name] ?? {}, data ?? {}) as object

/**
 * Walks through a list, page by page, and gives its rows one by one: all that the query's filters leave. Lists of the one list object
 * go on after the last row (`nextCursor`), so that what is written meanwhile neither doubles nor hides a row; in the few that are documented
 * otherwise it may move rows from one page to another.
 *
 * @param operation a list of the contract
 * @param size rows asked for at once, at most what the list gives
 * @throws TidelineError when a page is refused
 * @example
 * for await (const policy of pages(tideline, searchPolicies, { query: { InsuredName: 'sample' } })) …
 */
export async function* pages<Op extends Operation>(
  tideline: Pick<Tideline, 'callWithResponse'>,
  operation: Op,
  ...[input, size = 100]: PagesInput<Op>
): AsyncGenerator<RowsIn<Given<Op>>, void, undefined> {
  const given = (input ?? {}) as { query?: object; body?: object }
  const url = urlOf(operation, given)
  const list = lists[url]
  if (!list) throw new TypeError(`${url} is not a list with pages.`)
  const take = Math.min(size, list.most)
  const call = tideline.callWithResponse as (operation: Op, input: object) => Promise<{ data: unknown; total?: number }>
  let cursor: string | undefined
  for (let skip = 0; ; skip += take) {
    const page = pageAfter(list, skip, take, cursor)
    const { data, total } = await call(operation, { ...given, [list.in]: { ...given[list.in], ...page } })
    const rows = list.rows.reduce((at, name) => (at as Record<string, unknown>)[name], data) as RowsIn<Given<Op>>[]
    yield* rows
    if (list.by === 'cursor') {
      cursor = besideRows(list, data).nextCursor ?? undefined
      if (cursor === undefined) return
    } else if (rows.length < take || skip + take === total) return
  }
}
