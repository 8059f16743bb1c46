/**
 * Walks through a list page by page until a page comes back short.
 *
 * @param page gives the rows after `skip`, at most `take` of them
 * @example
 * for await (const policy of pages(({ skip, take }) =>
 *   tideline.call(searchPolicies, { query: { skip, take } }).then((answer) => answer.payload.policies))) …
 */
export async function* pages<Row>(
  page: (at: { skip: number; take: number }) => Promise<readonly Row[]>,
  take = 50,
): AsyncGenerator<Row, void, undefined> {
  for (let skip = 0; ; skip += take) {
    const rows = await page({ skip, take })
    yield* rows
    if (rows.length < take) return
  }
}
