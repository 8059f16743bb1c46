/** What is printed in one go and never broken: a line of a paragraph, a row, a heading. */
export interface Piece {
  height: number
  /** Space above it, but for at the top of a page. */
  before: number
  /** Never the last one on a page: a heading, a table's head, what belongs to the next one. */
  holds: boolean
  /** Prints it with its upper edge at `top`. */
  draw: (top: number) => void
  /** What is printed once more above it where a page begins with it: the head of its table. */
  repeats?: { height: number; draw: (top: number) => void }
}

export interface Placed {
  draw: (top: number) => void
  /** From the page's upper margin. */
  top: number
}

export interface Page {
  placed: Placed[]
  used: number
}

/** A piece with all that it holds on to: where that ends, and how high it is where a page begins with it. */
function group(pieces: readonly Piece[], from: number): number {
  let height = 0
  for (let at = from; at < pieces.length; at++) {
    const piece = pieces[at] as Piece
    height += piece.height + (at === from ? 0 : piece.before)
    if (!piece.holds) break
  }
  return height
}

/** Lays pieces on pages of a height, each below the one before; what holds together goes on together where it fits on a page at all. */
export function layOut(pieces: readonly Piece[], height: number): Page[] {
  let page: Page = { placed: [], used: 0 }
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

/** Binds the first and the last pieces of a run to each other, so that no page begins or ends with one alone; or all of them. */
export function bound(pieces: Piece[], { atStart = 1, atEnd = 2, whole = false } = {}): Piece[] {
  const last = pieces.length - 1
  return pieces.map((piece, at) => ({
    ...piece,
    holds: at < last && (whole || piece.holds || at < atStart || at > last - atEnd),
  }))
}
