import { type ComponentProps, cloneElement, createContext, type ReactElement, useContext } from 'react'
import {
  type RaRecord,
  useCreatePath,
  useDataTableRenderContext,
  useRecordContext,
  useResourceContext,
} from 'react-admin'
import { Link } from 'react-router'

/** The page that opens when the user clicks a row: its edit page, its show page, or a path that depends on the row. */
export type RowClickTarget<Row> = 'edit' | 'show' | ((row: Row) => string)

/** Returns a function that returns the path of the page that a row opens. */
export function useRowPath<Row extends RaRecord>(target: RowClickTarget<Row>): (row: Row) => string {
  const resource = useResourceContext() ?? ''
  const createPath = useCreatePath()
  return (row) => (typeof target === 'function' ? target(row) : createPath({ resource, type: target, id: row.id }))
}

const RowTargetContext = createContext<RowClickTarget<RaRecord>>('show')

/** A table cell with its value as a link. The row is the tab stop, so that Tab does not stop at each link. */
function RowLinkCell({ children, ...cell }: ComponentProps<'td'>) {
  const record = useRecordContext<RaRecord>()
  const getPath = useRowPath(useContext(RowTargetContext))
  return (
    <td {...cell}>
      {record ? (
        <Link
          to={getPath(record)}
          tabIndex={-1}
          style={{ color: 'inherit', textDecoration: 'none' }}
          onClick={(event) => event.stopPropagation()}
        >
          {children}
        </Link>
      ) : null}
    </td>
  )
}

/**
 * A table column that links to the page of each row, so that screen readers announce that the row can be opened, and
 * users can open it in a new tab.
 */
export function RowLinkColumn<Row extends RaRecord>(props: { column: ReactElement; target: RowClickTarget<Row> }) {
  const isCell = useDataTableRenderContext() === 'data'
  if (!isCell) return props.column
  return (
    <RowTargetContext value={props.target as RowClickTarget<RaRecord>}>
      {cloneElement(props.column, { component: RowLinkCell } as never)}
    </RowTargetContext>
  )
}
