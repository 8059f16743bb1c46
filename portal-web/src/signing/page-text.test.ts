import type { PDFPageProxy } from 'pdfjs-dist'
import { expect, test } from 'vitest'
import { readPageText } from './page-text.ts'

interface Tag {
  role: string
  scope?: string
  alt?: string
  children: unknown[]
}

/** Creates a page in the format of pdf.js: its tags, and the text printed in each mark. */
function getPage(tree: Tag | null, printed: [mark: string | null, words: string][]) {
  const items = printed.flatMap(([id, str]) => [
    { type: 'beginMarkedContentProps', ...(id && { id }) },
    { str, hasEOL: false },
    { type: 'endMarkedContent' },
  ])
  const page = { pageNumber: 2, getStructTree: async () => tree, getTextContent: async () => ({ items }) }
  return page as unknown as PDFPageProxy
}
const tag = (role: string, mark: string, scope?: string): Tag => ({
  role,
  ...(scope && { scope }),
  children: [{ type: 'content', id: mark }],
})
const row = (...children: Tag[]): Tag => ({ role: 'TR', children })
const message = async (page: PDFPageProxy) =>
  (await readPageText(page)).map((part) =>
    part.is === 'table' ? part.rows.map(({ cells }) => cells.map(({ text }) => text)) : `${part.is}: ${part.text}`,
  )

test('reads the headings and text of a document page in tag order and skips images', async () => {
  const tree: Tag = { role: 'Document', children: [tag('H1', 'a'), tag('H2', 'b'), tag('P', 'c'), tag('P', 'empty')] }
  const page = getPage({ role: 'Root', children: [tree] }, [
    [null, 'Page 2 of 3'],
    ['c', 'The  statements\nare true.'],
    ['a', 'Application'],
    ['b', 'Policy'],
  ])
  expect(await message(page)).toEqual(['title: Application', 'heading: Policy', 'text: The statements are true.'])
})

test('reads the alternative text of an image in a document', async () => {
  const figure: Tag = { role: 'Figure', alt: 'Signature of Marina Sample', children: [] }
  expect(await message(getPage({ role: 'Root', children: [figure] }, []))).toEqual(['text: Signature of Marina Sample'])
})

test('splits a document table row with two row headers into two rows', async () => {
  const two = row(tag('TH', '1', 'Row'), tag('TD', '2'), tag('TH', '3', 'Row'), tag('TD', '4'))
  const head = row(tag('TH', '5', 'Column'), tag('TH', '6', 'Column'))
  const page = getPage({ role: 'Root', children: [{ role: 'Table', children: [head, two, row()] }] }, [
    ...(['1', '2', '3', '4', '5', '6'] as const).map((mark): [string, string] => [mark, `cell ${mark}`]),
  ])
  const [table] = await readPageText(page)
  if (table?.is !== 'table') throw new Error('The page says no table.')
  expect(table.rows.map(({ cells }) => cells.map(({ text, names }) => [text, names]))).toEqual([
    [
      ['cell 5', 'column'],
      ['cell 6', 'column'],
    ],
    [
      ['cell 1', 'row'],
      ['cell 2', undefined],
    ],
    [
      ['cell 3', 'row'],
      ['cell 4', undefined],
    ],
  ])
  // Each part has a unique position, which the screen uses as its key.
  const places = table.rows.flatMap(({ at, cells }) => [at, ...cells.map((cell) => cell.at)])
  expect(new Set([table.at, ...places]).size).toBe(places.length + 1)
})

test('merges consecutive one-row tables, but not tables with column headers', async () => {
  const line = (mark: string): Tag => ({ role: 'Table', children: [row(tag('TH', mark, 'Row'), tag('TD', mark))] })
  const table: Tag = { role: 'Table', children: [row(tag('TH', 'c', 'Column')), row(tag('TD', 'd'))] }
  const page = getPage({ role: 'Root', children: [line('a'), line('b'), table, line('e')] }, [
    ...['a', 'b', 'c', 'd', 'e'].map((mark): [string, string] => [mark, mark]),
  ])
  expect(await message(page)).toEqual([
    [
      ['a', 'a'],
      ['b', 'b'],
    ],
    [['c'], ['d']],
    [['e', 'e']],
  ])
})

test('returns nothing for a document page without tags', async () => {
  expect(await message(getPage(null, [[null, 'A scan']]))).toEqual([])
})
