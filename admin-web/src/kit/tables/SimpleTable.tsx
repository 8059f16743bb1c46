import { Box, Button, Table, TableBody, TableCell, TableHead, TableRow, type Theme, useMediaQuery } from '@mui/material'
import { formatNumber } from '@tideline/web-kit/formats/format.ts'
import { type ReactNode, useState } from 'react'
import { CardLine, RowCard, RowCards } from './RowCard.tsx'
import { RowDialogs } from './RowDialogs.tsx'
import { useFittingWidth } from './useFittingWidth.ts'
import { useIsPrint } from './useIsPrint.ts'

export interface SimpleColumn<Row> {
  /** The column heading. Empty for the column with the row's actions. */
  heading: string
  isNumber?: boolean
  /** Whether this column is the title of a card. Defaults to the first column. */
  isTitle?: boolean
  cell: (row: Row) => ReactNode
}

interface SimpleTableProps<Row> {
  label: string
  columns: SimpleColumn<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

/** Maximum number of cards shown at a time, except in print. A statement can have 1,000 lines. */
const cardsPerPage = 25

/** The rows as cards, on phones and in narrow boxes. Each card ends with its actions. */
function TableCards<Row>({ label, columns, rows, rowKey }: SimpleTableProps<Row>) {
  const [limit, setLimit] = useState(cardsPerPage)
  const isPrint = useIsPrint()
  const shown = isPrint ? rows.length : limit
  const named = columns.filter(({ heading }) => heading !== '')
  const title = named.find(({ isTitle }) => isTitle) ?? named[0]
  const actions = columns.find(({ heading }) => heading === '')
  const left = rows.length - shown
  return (
    <>
      <RowCards label={label}>
        {rows.slice(0, shown).map((row) => (
          <RowCard
            key={rowKey(row)}
            title={<Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title?.cell(row)}</Box>}
            actions={actions?.cell(row)}
          >
            {named
              .filter((column) => column !== title)
              .map(({ heading, cell }) => (
                <CardLine key={heading} name={heading}>
                  <dd>{cell(row)}</dd>
                </CardLine>
              ))}
          </RowCard>
        ))}
      </RowCards>
      {left > 0 ? (
        <Button onClick={() => setLimit(limit + cardsPerPage)}>
          Show {Math.min(left, cardsPerPage)} more of {formatNumber(left)}
        </Button>
      ) : null}
    </>
  )
}

/** A compact table that shows all rows. Numbers are right-aligned. Rows become cards if the table does not fit. */
export function SimpleTable<Row>(props: SimpleTableProps<Row>) {
  const { label, columns, rows, rowKey } = props
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { box, fits } = useFittingWidth(rows.map(rowKey).join())
  const align = (column: SimpleColumn<Row>) => (column.isNumber ? 'right' : 'left')
  return (
    <RowDialogs>
      <Box ref={box} sx={{ overflowX: 'clip' }}>
        {isPhone || !fits ? (
          <TableCards {...props} />
        ) : (
          <Table size="small" aria-label={label}>
            <TableHead>
              <TableRow>
                {columns.map((column) => (
                  // Uses `td` for an empty heading because an empty `th` is not accessible.
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
        )}
      </Box>
    </RowDialogs>
  )
}
