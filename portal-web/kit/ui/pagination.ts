/** Number of rows per page. */
export const pageSize = 10
const pagesPerBlock = 5

/**
 * Returns the page numbers to show, in blocks of five (1 to 5, 6 to 10, …), and the pages that the jump buttons open.
 * The first page is 1.
 */
export function getPageBlock(page: number, total: number) {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const first = Math.floor((page - 1) / pagesPerBlock) * pagesPerBlock + 1
  const end = Math.min(last, first + pagesPerBlock - 1)
  return {
    pages: Array.from({ length: end - first + 1 }, (_, index) => first + index),
    jumpBack: first > 1 ? page - pagesPerBlock : undefined,
    jumpOn: end < last ? Math.min(last, page + pagesPerBlock) : undefined,
  }
}

/** Formats the range of displayed rows, such as `Showing 1 to 10 of 23 results`. */
export const formatRowRange = (page: number, shown: number, total: number) =>
  `Showing ${(page - 1) * pageSize + 1} to ${(page - 1) * pageSize + shown} of ${total} results`
