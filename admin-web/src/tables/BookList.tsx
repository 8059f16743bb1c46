import { type Theme, Typography, useMediaQuery } from '@mui/material'
import { count } from '@tideline/web-kit/formats/format.ts'
import type { ReactElement, ReactNode } from 'react'
import {
  ColumnsButton,
  DataTable,
  FilterButton,
  List,
  Pagination,
  type RaRecord,
  SortButton,
  type SortPayload,
  TopToolbar,
  useListContext,
  usePermissions,
} from 'react-admin'
import { oneLine } from '../fields.tsx'
import { Cards, getColumns, type Opens } from './Cards.tsx'
import { ExportList, type ServerExport } from './ExportList.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { NewButton } from './NewButton.tsx'

interface BookListProps<Row extends RaRecord> {
  title: string
  /** What a row is called, one and many. */
  noun: readonly [one: string, many: string]
  filters?: ReactElement[]
  filterDefaultValues?: Record<string, unknown>
  sort: SortPayload
  opens: Opens<Row>
  /** What the button for a new row says; it is not there for who may only look. */
  create?: string
  /** What else may be done with the list. */
  actions?: ReactNode
  /** What may be done with the rows that are ticked. */
  bulkActions?: ReactElement | false
  /** Said when no row fits. */
  empty?: ReactNode
  /** Columns that are put away until somebody wants them. */
  hidden?: string[]
  /** The API's operation that writes the file of a list that grows long. */
  exportBy?: ServerExport
  perPage?: number
  /** Columns of a `DataTable`. */
  children: ReactNode
}

/** How many rows there are; the server counts to 10,000 where the conditions would make it read the whole book. */
function Count({ noun: [one, many] }: { noun: readonly [string, string] }) {
  const { total } = useListContext()
  if (total === undefined) return null
  const howMany = `${count(total)}${total === 10_000 ? ' or more' : ''}`
  return (
    <Typography role="status" variant="body2" color="text.secondary" sx={{ paddingX: 2, paddingY: 1 }}>
      {howMany} {total === 1 ? one : many}
    </Typography>
  )
}

/** The rows, or their skeleton while the first of them load. */
function RowsOrSkeleton({ children }: { children: ReactNode }) {
  const { isPending } = useListContext()
  return isPending ? <ListSkeleton /> : children
}

const NothingFits = () => (
  <Typography sx={{ padding: 4 }} role="status">
    No results match these filters. Remove a filter or change your search.
  </Typography>
)

/**
 * A list of the back office. Whatever it lists, it has a count, filters that can be saved under a name, a choice of columns, a CSV file of what
 * the filters name, and cards on a phone; filters, sort and page stand in the address, so that a view can be sent to a colleague.
 */
export function BookList<Row extends RaRecord>(props: BookListProps<Row>) {
  const { title, noun, filters = [], sort, opens, create, actions, bulkActions = false, hidden = [], children } = props
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const { permissions: roles = [] } = usePermissions<string[]>()
  const mayWrite = !roles.includes('readonly')
  const empty = props.empty ?? <NothingFits />
  const sortable = getColumns(children).flatMap(({ props: { source, disableSort } }) =>
    source && !disableSort ? [source] : [],
  )
  return (
    <List
      title={title}
      filters={filters}
      sort={sort}
      perPage={props.perPage ?? 25}
      pagination={<Pagination rowsPerPageOptions={[10, 25, 50, 100]} />}
      empty={false}
      authLoading={<ListSkeleton />}
      // On a phone the fields of the search stand where the cards do.
      sx={{ '& form': { paddingLeft: { xs: 1, sm: 0 } } }}
      {...(props.filterDefaultValues && { filterDefaultValues: props.filterDefaultValues })}
      actions={
        // The search gives way first, then buttons take a second line; none is pushed under its neighbour.
        <TopToolbar
          sx={{ flexWrap: 'wrap', flexShrink: 0, maxWidth: { xs: 1, md: '65%' }, '& > *': { flexShrink: 0 } }}
        >
          <FilterButton />
          {isPhone ? <SortButton fields={sortable} /> : <ColumnsButton />}
          <ExportList by={props.exportBy} />
          {actions}
          {create !== undefined && mayWrite ? <NewButton label={create} /> : null}
        </TopToolbar>
      }
    >
      <Count noun={noun} />
      <RowsOrSkeleton>
        {isPhone ? (
          <Cards<Row> opens={opens} hidden={hidden} empty={empty}>
            {children}
          </Cards>
        ) : (
          <DataTable
            size="small"
            rowClick={typeof opens === 'function' ? (_id, _resource, row) => opens(row as Row) : opens}
            bulkActionButtons={mayWrite ? bulkActions : false}
            hiddenColumns={hidden}
            empty={empty}
            sx={oneLine}
          >
            {children}
          </DataTable>
        )}
      </RowsOrSkeleton>
    </List>
  )
}
