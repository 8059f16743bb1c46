import type { ReactNode } from 'react'
import { TableFrame } from './TableFrame.tsx'
import './Table.css'

export interface Column<Row> {
  key: string
  header: ReactNode
  /** What a value is called where the table is a list, when the header is more than words. */
  label?: string
  cell: (row: Row) => ReactNode
  /** Numbers are right-aligned and tabular. */
  isNumber?: boolean
  /** The column that names the row. */
  isRowHeader?: boolean
  sort?: 'ascending' | 'descending' | 'none'
  /** Where the lines of a row are few: its label stands before it there. */
  isLabelled?: true
  /** Where the lines of a row are few: a row without a value has no line for it. */
  isEmpty?: (row: Row) => boolean
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Where there is little room: the lines of a row, each two columns by their keys. Without it, a value a line with its label. */
  cards?: readonly (readonly [string, string])[]
  /** The last row, by column: what the columns add up to. */
  totals?: Readonly<Record<string, ReactNode>>
}

/** What a value is called where the table is a list; what has no word to the eye in the head has none there. */
const getLabel = ({ label, header }: Omit<Column<never>, 'cell'>) => label ?? (typeof header === 'string' ? header : '')

/** A table; with more than three columns it becomes a list of labelled values where there is little room. */
export function Table<Row>({ caption, columns, rows, rowKey, cards, totals }: TableProps<Row>) {
  const inCards = cards?.flat()
  // What has a line to itself begins where the line does.
  const ends = cards?.flatMap(([begin, end]) => (begin === end ? [] : [end]))
  const look = cards ? 'table table-cards' : columns.length > 3 ? 'table table-stacks' : 'table'
  return (
    <TableFrame label={caption}>
      <table className={look}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, header, isNumber, sort }) => (
              <th key={key} scope="col" className={isNumber ? 'number' : undefined} aria-sort={sort}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              style={cards && { gridTemplateAreas: cards.map((line) => `"${line.join(' ')}"`).join(' ') }}
            >
              {columns.map((column) => {
                const { key, cell, isNumber, isRowHeader, isLabelled, isEmpty } = column
                const shared = {
                  className: isNumber ? 'number' : undefined,
                  'data-label': getLabel(column),
                  ...(inCards && {
                    style: { gridArea: key },
                    'data-off': inCards.includes(key) && !isEmpty?.(row) ? undefined : '',
                    'data-labelled': isLabelled && '',
                  }),
                  ...(ends?.includes(key) && { 'data-end': '' }),
                }
                return isRowHeader ? (
                  <th key={key} scope="row" {...shared}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={key} {...shared}>
                    {cell(row)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr>
              {columns.map((column) => {
                const { key, isNumber, isRowHeader } = column
                return isRowHeader ? (
                  <th key={key} scope="row">
                    {totals[key]}
                  </th>
                ) : (
                  <td
                    key={key}
                    className={isNumber ? 'number' : undefined}
                    {...(totals[key] ? { 'data-label': getLabel(column) } : {})}
                  >
                    {totals[key]}
                  </td>
                )
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </TableFrame>
  )
}
