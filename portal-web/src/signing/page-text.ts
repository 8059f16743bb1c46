import type { PDFPageProxy } from 'pdfjs-dist'

interface Part {
  /** Position in the document, which never changes. */
  at: string
}

export interface TextTableCell extends Part {
  text: string
  /** Set if the cell is the header of its row or column. */
  names?: 'row' | 'column'
}

/** Part of a page's text: a title, heading, paragraph, or table. */
export type TextBlock = Part &
  ({ is: 'title' | 'heading' | 'text'; text: string } | { is: 'table'; rows: (Part & { cells: TextTableCell[] })[] })

type Element = NonNullable<Awaited<ReturnType<PDFPageProxy['getStructTree']>>>
type Child = Element['children'][number]

/** Returns a map from the id of each marked-content section to its text. */
async function readMarkedText(page: PDFPageProxy): Promise<Map<string, string>> {
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const written = new Map<string, string>()
  // Ids of the open marks, which can be nested. Marks without an id contain only visual content, so their text is
  // skipped.
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

/**
 * Splits a row that has several row headers into one row per header. Documents combine such rows to save space in
 * print.
 */
function splitRow(cells: TextTableCell[]): TextTableCell[][] {
  const rows: TextTableCell[][] = []
  for (const cell of cells) {
    const row = rows.at(-1)
    if (row && cell.names !== 'row') row.push(cell)
    else rows.push([cell])
  }
  return rows.filter((row) => row.some(({ text }) => text !== ''))
}

export type TextTable = Extract<TextBlock, { is: 'table' }>

/** Checks whether the first row contains the column headers. */
export const hasHeaderRow = ({ rows }: Pick<TextTable, 'rows'>) =>
  rows[0]?.cells.every(({ names }) => names === 'column') ?? false

/** Joins consecutive tables without column headers into one table. Only the print layout separates them. */
function joinTables(parts: TextBlock[]): TextBlock[] {
  const all: TextBlock[] = []
  for (const part of parts) {
    const before = all.at(-1)
    if (before?.is === 'table' && part.is === 'table' && !hasHeaderRow(before) && !hasHeaderRow(part))
      all[all.length - 1] = { ...before, rows: [...before.rows, ...part.rows] }
    else all.push(part)
  }
  return all
}

/**
 * Returns the text of a tagged page in reading order, for users who find the print too small. Returns an empty list for
 * a page without tags, whose reading order is unknown.
 */
export async function readPageText(page: PDFPageProxy): Promise<TextBlock[]> {
  const tree = (await page.getStructTree()) as Element | null
  if (!tree) return []
  const written = await readMarkedText(page)
  const textOf = (part: Child): string => {
    if (!('children' in part)) return 'id' in part ? (written.get(part.id) ?? '') : ''
    const { alt } = part as { alt?: string }
    return alt ?? part.children.map(textOf).join(' ')
  }
  const plain = (part: Child) => textOf(part).replace(/\s+/g, ' ').trim()
  let parts = 0
  const next = (): Part => ({ at: `${page.pageNumber}-${parts++}` })
  const within = (part: Child) => ('children' in part ? part.children : [])
  const cellOf = (cell: Child): TextTableCell => {
    const { role, scope } = cell as { role?: string; scope?: string }
    return { ...next(), text: plain(cell), ...(role === 'TH' && { names: scope === 'Column' ? 'column' : 'row' }) }
  }
  const partsOf = (part: Child): TextBlock[] => {
    if (!('children' in part)) return []
    if (part.role === 'Table') {
      const rows = part.children
        .flatMap((row) => splitRow(within(row).map(cellOf)))
        .map((cells) => ({ ...next(), cells }))
      return rows.length > 0 ? [{ ...next(), is: 'table', rows }] : []
    }
    if (!['P', 'H1', 'H2', 'Figure'].includes(part.role)) return part.children.flatMap(partsOf)
    const text = plain(part)
    return text ? [{ ...next(), is: part.role === 'H1' ? 'title' : part.role === 'H2' ? 'heading' : 'text', text }] : []
  }
  return joinTables(partsOf(tree))
}
