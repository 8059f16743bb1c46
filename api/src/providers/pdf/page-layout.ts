/** A block of content, such as a line, a row or a heading. It is never split across pages. */
export interface ContentBlock {
  height: number
  /** Space above the block. Ignored at the top of a page. */
  before: number
  /** Whether the next block must be on the same page. True for headings and table headers. */
  keepsWithNext: boolean
  /** Draws the block. `top` is its upper edge. */
  draw: (top: number) => void
  /** Table header that is repeated when this block starts a page. */
  repeats?: { height: number; draw: (top: number) => void }
}

interface PlacedBlock {
  draw: (top: number) => void
  /** Distance from the page's upper margin. */
  top: number
}

export interface PageLayout {
  placed: PlacedBlock[]
  used: number
}

/** Returns the total height of a block and its following blocks that must be on the same page. */
function group(pieces: readonly ContentBlock[], from: number): number {
  let height = 0
  for (let at = from; at < pieces.length; at++) {
    const piece = pieces[at] as ContentBlock
    height += piece.height + (at === from ? 0 : piece.before)
    if (!piece.keepsWithNext) break
  }
  return height
}

/** Distributes blocks over pages of the given height. Blocks that belong together stay on one page if they fit. */
export function layOutPages(pieces: readonly ContentBlock[], height: number): PageLayout[] {
  let page: PageLayout = { placed: [], used: 0 }
  const pages = [page]
  pieces.forEach((piece, at) => {
    const before = page.used === 0 ? 0 : piece.before
    const together = group(pieces, at)
    const left = height - page.used - before
    const isNext = page.used > 0 && (piece.height > left || (together > left && together <= height))
    if (isNext) {
      page = { placed: [], used: 0 }
      pages.push(page)
      if (piece.repeats) {
        page.placed.push({ draw: piece.repeats.draw, top: 0 })
        page.used = piece.repeats.height
      }
    }
    const top = page.used + (isNext ? 0 : before)
    page.placed.push({ draw: piece.draw, top })
    page.used = top + piece.height
  })
  return pages
}

/**
 * Keeps the blocks at the start of a list together, and also the blocks at its end. No page then starts or ends with a
 * single list item. `whole` keeps all blocks together.
 */
export function keepBlocksTogether(
  pieces: ContentBlock[],
  { atStart = 1, atEnd = 2, whole = false } = {},
): ContentBlock[] {
  const last = pieces.length - 1
  return pieces.map((piece, at) => ({
    ...piece,
    keepsWithNext: at < last && (whole || piece.keepsWithNext || at < atStart || at > last - atEnd),
  }))
}
