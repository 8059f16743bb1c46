import {
  Box,
  Button,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  type Theme,
  useMediaQuery,
} from '@mui/material'
import { count } from '@tideline/web-kit/formats/format.ts'
import { type ReactNode, useState } from 'react'
import { CardLine, RowCard, RowCards } from './RowCard.tsx'

export interface SimpleColumn<Row> {
  /** None for what is done with the row. */
  heading: string
  isNumber?: boolean
  /** On a phone a row is called by it; where no column says so, by the first. */
  isTitle?: boolean
  cell: (row: Row) => ReactNode
}

interface SimpleTableProps<Row> {
  label: string
  columns: SimpleColumn<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

/** How many cards a phone gets at a time; a statement has up to 1,000 lines. */
const cardsAtOnce = 25

/** The rows on a phone; what is done with one stands at its card's end. */
function CardsOf<Row>({ label, columns, rows, rowKey }: SimpleTableProps<Row>) {
  const [shown, setShown] = useState(cardsAtOnce)
  const named = columns.filter(({ heading }) => heading !== '')
  const title = named.find(({ isTitle }) => isTitle) ?? named[0]
  const deeds = columns.find(({ heading }) => heading === '')
  const left = rows.length - shown
  return (
    <>
      <RowCards label={label}>
        {rows.slice(0, shown).map((row) => (
          <RowCard
            key={rowKey(row)}
            title={<Box sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{title?.cell(row)}</Box>}
            deeds={deeds?.cell(row)}
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
        <Button onClick={() => setShown(shown + cardsAtOnce)}>
          Show {Math.min(left, cardsAtOnce)} more of {count(left)}
        </Button>
      ) : null}
    </>
  )
}

/** A compact table of a section that shows every row, numbers to the right. On a phone, a card for each row. */
export function SimpleTable<Row>(props: SimpleTableProps<Row>) {
  const { label, columns, rows, rowKey } = props
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  if (isPhone) return <CardsOf {...props} />
  const align = (column: SimpleColumn<Row>) => (column.isNumber ? 'right' : 'left')
  return (
    // Focusable, so that a table wider than its section can be scrolled sideways with the keyboard.
    <TableContainer tabIndex={0} role="region" aria-label={label}>
      <Table size="small">
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
