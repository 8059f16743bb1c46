import { Link } from '@mui/material'
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import {
  DataTableRenderContext,
  DataTableStoreContext,
  type RaRecord,
  RecordContextProvider,
  useListContext,
  useResourceContext,
  useTranslateLabel,
} from 'react-admin'
import { Link as RouterLink } from 'react-router'
import { MoneyColumn } from './columns.tsx'
import { stateSources } from './fold-columns.ts'
import { CardLine, RowCard, RowCards, resetCellStyle } from './RowCard.tsx'
import { type RowClickTarget, useRowPath } from './RowLinkColumn.tsx'

interface ColumnProps {
  source?: string
  label?: ReactNode
  disableSort?: boolean
}

export type ColumnElement = ReactElement<ColumnProps>

export const getColumnElements = (children: ReactNode) =>
  Children.toArray(children).filter((child): child is ColumnElement => isValidElement(child))

/** Renders a column's value for a card, using the given element instead of a table cell. */
const renderValue = (tag: 'dd' | 'span', column: ReactElement<ColumnProps>) =>
  cloneElement(column, { component: tag } as never)

/** Returns the status column. Cards show the status next to their title. */
const findStatusColumn = (columns: readonly ReactElement<ColumnProps>[]) =>
  stateSources.flatMap((source) => columns.filter(({ props }) => props.source === source))[0]

/** The number of columns other than amounts and actions that a card shows. The record's page shows the others. */
const maxColumns = 3

/** Returns whether a column contains amounts or buttons, which are shown at every width (UI-22). */
export const isAlwaysShown = ({ type, props: { label } }: ColumnElement) => type === MoneyColumn || label === 'Actions'

/** Returns the columns of a card: the first few, all amounts and the actions, in the order of the table (UI-22). */
function getCardColumns(columns: readonly ColumnElement[], hidden: readonly string[]) {
  const visible = columns.filter(({ props: { source = '' } }) => !hidden.includes(source))
  const first = new Set(visible.filter((column) => !isAlwaysShown(column)).slice(0, maxColumns))
  return visible.filter((column) => isAlwaysShown(column) || first.has(column))
}

/**
 * The list on phones and in narrow windows, with one compact card per row. The first column is the title and link, with the status next to it.
 * The most important other columns follow with their labels.
 */
export function CardList<Row extends RaRecord>({
  children,
  opens,
  hidden = [],
  empty,
}: {
  children: ReactNode
  opens: RowClickTarget<Row>
  hidden?: string[]
  empty: ReactNode
}) {
  const { data = [], isPending } = useListContext<Row>()
  const resource = useResourceContext() ?? ''
  const translateLabel = useTranslateLabel()
  const [title, ...others] = getColumnElements(children)
  const standing = findStatusColumn(others)
  const rest = getCardColumns(
    others.filter((column) => column !== standing),
    hidden,
  )
  const getPath = useRowPath(opens)
  const titleOf = (row: Row) =>
    title && (
      <DataTableStoreContext.Provider value={{ storeKey: `${resource}.title`, defaultHiddenColumns: [] }}>
        <Link
          component={RouterLink}
          to={getPath(row)}
          className="card-title"
          sx={{
            display: 'block',
            fontWeight: 600,
            overflowWrap: 'anywhere',
            '& span': { ...resetCellStyle, color: 'inherit' },
            // Makes the whole card clickable.
            '&::after': { content: '""', position: 'absolute', inset: 0 },
          }}
        >
          {renderValue('span', title)}
        </Link>
      </DataTableStoreContext.Provider>
    )
  if (!isPending && data.length === 0) return empty
  return (
    <DataTableRenderContext.Provider value="data">
      <RowCards>
        {data.map((row) => (
          <RecordContextProvider key={row.id} value={row}>
            <DataTableStoreContext.Provider value={{ storeKey: `${resource}.datatable`, defaultHiddenColumns: hidden }}>
              <RowCard isCompact title={titleOf(row)} status={standing && renderValue('span', standing)}>
                {rest.map((column) => (
                  <CardLine
                    key={column.key}
                    name={translateLabel({
                      resource,
                      ...(column.props.source !== undefined && { source: column.props.source }),
                      ...(column.props.label !== undefined && { label: column.props.label as string }),
                    })}
                  >
                    {renderValue('dd', column)}
                  </CardLine>
                ))}
              </RowCard>
            </DataTableStoreContext.Provider>
          </RecordContextProvider>
        ))}
      </RowCards>
    </DataTableRenderContext.Provider>
  )
}
