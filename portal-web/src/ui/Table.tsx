import type { ReactNode } from 'react'
import { TableFrame } from './TableFrame.tsx'

export interface Column<Row> {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers are right-aligned and tabular. */
  isNumber?: boolean
  /** The column that names the row. */
  isRowHeader?: boolean
  sort?: 'ascending' | 'descending' | 'none'
}

interface TableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** A table; with more than three columns it becomes a list of labelled values where there is little room. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <TableFrame label={caption}>
      <table className={columns.length > 3 ? 'table table-stacks' : 'table'}>
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
            <tr key={rowKey(row)}>
              {columns.map(({ key, header, cell, isNumber, isRowHeader }) => {
                const shared = {
                  className: isNumber ? 'number' : undefined,
                  'data-label': typeof header === 'string' ? header : key,
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
      </table>
    </TableFrame>
  )
}
