import type { ReactNode } from 'react'
import { TableFrame } from './TableFrame.tsx'
import './Table.css'

export interface TableColumn<Row> {
  key: string
  header: ReactNode
  /** Label of the value in the list layout, if `header` is not plain text. */
  label?: string
  cell: (row: Row) => ReactNode
  /** Whether the column contains numbers. Numbers are right-aligned and use tabular digits. */
  isNumber?: boolean
  /** Whether the column contains only buttons. It is not printed. */
  isActions?: boolean
  /** Whether the column identifies the row. */
  isRowHeader?: boolean
  sort?: 'ascending' | 'descending' | 'none'
  /** Card layout: shows the label before the value. */
  isLabelled?: true
  /** Card layout: returns true if the card of the row leaves out this value. */
  isEmpty?: (row: Row) => boolean
}

interface TableProps<Row> {
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /**
   * Pairs of column keys for the card layout on small screens. Each pair shares a line. If not set, each value has its
   * own line with a label.
   */
  cards?: readonly (readonly [string, string])[]
  /** The values of the totals row, keyed by column. */
  totals?: Readonly<Record<string, ReactNode>>
}

/**
 * Returns the label of a value in the list layout. Defaults to the column header if it is plain text, otherwise to an
 * empty string.
 */
const getLabel = ({ label, header }: Omit<TableColumn<never>, 'cell'>) =>
  label ?? (typeof header === 'string' ? header : '')

const getClassName = ({ isNumber, isActions }: Pick<TableColumn<never>, 'isNumber' | 'isActions'>) =>
  isNumber ? 'number' : isActions ? 'table-actions' : undefined

/** A table. With more than three columns, it becomes a list of labeled values on small screens. */
export function Table<Row>({ caption, columns, rows, rowKey, cards, totals }: TableProps<Row>) {
  const inCards = cards?.flat()
  // The second value of a line is aligned to the end. A value with its own line is not.
  const ends = cards?.flatMap(([begin, end]) => (begin === end ? [] : [end]))
  const look = cards ? 'table table-cards' : columns.length > 3 ? 'table table-stacks' : 'table'
  return (
    <TableFrame label={caption}>
      <table className={look}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={getClassName(column)} aria-sort={column.sort}>
                {column.header}
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
                const { key, cell, isRowHeader, isLabelled, isEmpty } = column
                const shared = {
                  className: getClassName(column),
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
                const { key, isRowHeader } = column
                return isRowHeader ? (
                  <th key={key} scope="row">
                    {totals[key]}
                  </th>
                ) : (
                  <td
                    key={key}
                    className={getClassName(column)}
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
