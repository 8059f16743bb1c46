import { Link } from '@mui/material'
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import {
  DataTableRenderContext,
  DataTableStoreContext,
  type RaRecord,
  RecordContextProvider,
  useCreatePath,
  useListContext,
  useResourceContext,
  useTranslateLabel,
} from 'react-admin'
import { Link as RouterLink } from 'react-router'
import { CardLine, RowCard, RowCards, resetCellStyle } from './RowCard.tsx'

/** The page that opens when the user clicks a row: its edit page, its show page, or a path that depends on the row. */
export type RowClickTarget<Row> = 'edit' | 'show' | ((row: Row) => string)

interface ColumnProps {
  source?: string
  label?: ReactNode
  disableSort?: boolean
}

export const getColumnElements = (children: ReactNode) =>
  Children.toArray(children).filter((child): child is ReactElement<ColumnProps> => isValidElement(child))

/** Renders a column's value for a card, using the given element instead of a table cell. */
const renderValue = (tag: 'dd' | 'span', column: ReactElement<ColumnProps>) =>
  cloneElement(column, { component: tag } as never)

/** Returns the status column. Cards show the status next to their title. */
const findStatusColumn = (columns: readonly ReactElement<ColumnProps>[]) =>
  columns.find(({ props }) => props.source === 'status') ?? columns.find(({ props }) => props.source === 'state')

/**
 * The list on phones, with one card per row. The first column is the title and link, with the status next to it. The
 * other columns follow with their labels.
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
  const createPath = useCreatePath()
  const translateLabel = useTranslateLabel()
  const [title, ...others] = getColumnElements(children)
  const standing = findStatusColumn(others)
  const rest = others.filter((column) => column !== standing)
  const pathOf = (row: Row) =>
    typeof opens === 'function' ? opens(row) : createPath({ resource, type: opens, id: row.id })
  const titleOf = (row: Row) =>
    title && (
      <DataTableStoreContext.Provider value={{ storeKey: `${resource}.title`, defaultHiddenColumns: [] }}>
        <Link
          component={RouterLink}
          to={pathOf(row)}
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
              <RowCard title={titleOf(row)} status={standing && renderValue('span', standing)}>
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
