import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material'
import type { ReactNode } from 'react'

export interface SimpleColumn<Row> {
  heading: string
  isNumber?: boolean
  cell: (row: Row) => ReactNode
}

/** A compact table of a section; numbers to the right, headings that stay while it scrolls. */
export function SimpleTable<Row>({
  label,
  columns,
  rows,
  rowKey,
}: {
  label: string
  columns: SimpleColumn<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}) {
  const align = (column: SimpleColumn<Row>) => (column.isNumber ? 'right' : 'left')
  return (
    <TableContainer sx={{ maxHeight: 400 }} tabIndex={0} role="region" aria-label={label}>
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              // What heads nothing is no heading.
              <TableCell key={column.heading} component={column.heading ? 'th' : 'td'} align={align(column)}>
                {column.heading}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} hover>
              {columns.map((column) => (
                <TableCell key={column.heading} align={align(column)}>
                  {column.cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}
