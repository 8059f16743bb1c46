import type { PDFPageProxy } from 'pdfjs-dist'

interface Part {
  /** Which of the paper's parts it is: what is printed never moves. */
  at: string
}

export interface Cell extends Part {
  text: string
  /** It names its row or its column. */
  names?: 'row' | 'column'
}

/** A part of a page as it is read, from top to bottom. */
export type Words = Part &
  ({ is: 'title' | 'heading' | 'text'; text: string } | { is: 'table'; rows: (Part & { cells: Cell[] })[] })

type Element = NonNullable<Awaited<ReturnType<PDFPageProxy['getStructTree']>>>
type Child = Element['children'][number]

/** Each mark of a page with what is written in it. */
async function writtenOn(page: PDFPageProxy): Promise<Map<string, string>> {
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const written = new Map<string, string>()
  // Marks stand within marks; those without an id (what is seen and not read) belong to nobody.
  const open: (string | undefined)[] = []
  for (const item of items) {
    if ('str' in item) {
      const mark = open.at(-1)
      if (mark !== undefined) written.set(mark, `${written.get(mark) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`)
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push(item.id)
  }
  return written
}

/** A row that names several things, one beside the other to save paper, is as many rows where there is room below. */
function pairs(cells: Cell[]): Cell[][] {
  const rows: Cell[][] = []
  for (const cell of cells) {
    const row = rows.at(-1)
    if (row && cell.names !== 'row') row.push(cell)
    else rows.push([cell])
  }
  return rows.filter((row) => row.some(({ text }) => text !== ''))
}

export type WordsTable = Extract<Words, { is: 'table' }>

/** Its first row names its columns. */
export const hasHead = ({ rows }: Pick<WordsTable, 'rows'>) =>
  rows[0]?.cells.every(({ names }) => names === 'column') ?? false

/** Lines that the paper sets in other widths follow each other as one list where there is but one width. */
function joined(parts: Words[]): Words[] {
  const all: Words[] = []
  for (const part of parts) {
    const before = all.at(-1)
    if (before?.is === 'table' && part.is === 'table' && !hasHead(before) && !hasHead(part))
      all[all.length - 1] = { ...before, rows: [...before.rows, ...part.rows] }
    else all.push(part)
  }
  return all
}

/**
 * What a tagged page says, in the order in which it is read aloud: for whom its print is too small. Nothing of a page
 * without tags, whose order nobody knows.
 */
export async function wordsOn(page: PDFPageProxy): Promise<Words[]> {
  const tree = (await page.getStructTree()) as Element | null
  if (!tree) return []
  const written = await writtenOn(page)
  const textOf = (part: Child): string => {
    if (!('children' in part)) return 'id' in part ? (written.get(part.id) ?? '') : ''
    const { alt } = part as { alt?: string }
    return alt ?? part.children.map(textOf).join(' ')
  }
  const plain = (part: Child) => textOf(part).replace(/\s+/g, ' ').trim()
  let parts = 0
  const next = (): Part => ({ at: `${page.pageNumber}-${parts++}` })
  const within = (part: Child) => ('children' in part ? part.children : [])
  const cellOf = (cell: Child): Cell => {
    const { role, scope } = cell as { role?: string; scope?: string }
    return { ...next(), text: plain(cell), ...(role === 'TH' && { names: scope === 'Column' ? 'column' : 'row' }) }
  }
  const partsOf = (part: Child): Words[] => {
    if (!('children' in part)) return []
    if (part.role === 'Table') {
      const rows = part.children.flatMap((row) => pairs(within(row).map(cellOf))).map((cells) => ({ ...next(), cells }))
      return rows.length > 0 ? [{ ...next(), is: 'table', rows }] : []
    }
    if (!['P', 'H1', 'H2', 'Figure'].includes(part.role)) return part.children.flatMap(partsOf)
    const text = plain(part)
    return text ? [{ ...next(), is: part.role === 'H1' ? 'title' : part.role === 'H2' ? 'heading' : 'text', text }] : []
  }
  return joined(partsOf(tree))
}
