import { type Theme, useMediaQuery } from '@mui/material'
import type { ReactElement, ReactNode } from 'react'
import {
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
import { SectionState } from '../records/Section.tsx'
import { ActiveFilterChips } from './ActiveFilterChips.tsx'
import { CardList, getColumnElements, isAlwaysShown } from './CardList.tsx'
import { ColumnsButton } from './ColumnsButton.tsx'
import { CreateButton } from './CreateButton.tsx'
import { MoneyColumn, singleLineRowStyle } from './columns.tsx'
import { EmptyList } from './EmptyList.tsx'
import { ExportListButton, type ExportOperation } from './ExportListButton.tsx'
import { FittingTable } from './FittingTable.tsx'
import { getFoldOrder } from './fold-columns.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import { RowCount } from './RowCount.tsx'
import { RowDialogs } from './RowDialogs.tsx'
import { type RowClickTarget, RowLinkColumn } from './RowLinkColumn.tsx'

interface ResourceListProps<Row extends RaRecord> {
  title: string
  /** The singular and plural noun for a row. */
  noun: readonly [one: string, many: string]
  filters?: ReactElement[]
  filterDefaultValues?: Record<string, unknown>
  sort: SortPayload
  rowClick: RowClickTarget<Row>
  /** The label of the button for a new row. The button is hidden from read-only users. */
  create?: string
  actions?: ReactNode
  bulkActions?: ReactElement | false
  /** When rows appear in this list, in one sentence. Shown if the list is empty, unless filters could hide rows. */
  emptyHint: string
  /** States without a period that no row matches the default filters, such as "No letters to mail". */
  emptyWorkList?: string
  /** The columns that are hidden by default. */
  hidden?: string[]
  /** The columns to hide first if the table is too wide. The others follow from right to left (UI-22). */
  foldFirst?: string[]
  /** The API operation that exports a long list. */
  exportBy?: ExportOperation
  perPage?: number
  /** The columns of a `DataTable`. */
  children: ReactNode
}

/**
 * The rows, or a skeleton during the first load. An error replaces the rows, or appears above the rows that were loaded
 * before.
 */
function Rows({ children }: { children: ReactNode }) {
  const { data, isPending, error, refetch } = useListContext()
  if (isPending) return <ListSkeleton />
  return (
    <>
      <SectionState query={{ isPending: false, error, refetch }}>{null}</SectionState>
      {error && !data?.length ? null : children}
    </>
  )
}

function ListPagination() {
  const { data, error } = useListContext()
  return error && !data?.length ? null : (
    <Pagination
      rowsPerPageOptions={[10, 25, 50, 100]}
      // The buttons wrap instead of scrolling sideways.
      sx={{ '& .MuiTablePagination-toolbar': { flexWrap: 'wrap', justifyContent: 'flex-end' } }}
    />
  )
}

type EmptyTextProps = Pick<ResourceListProps<RaRecord>, 'noun' | 'emptyHint' | 'emptyWorkList' | 'filterDefaultValues'>

/** The text of a list without rows. States what will appear here, or that filters could hide rows (UI-47). */
function EmptyText({ noun: [, plural], emptyHint, emptyWorkList, filterDefaultValues = {} }: EmptyTextProps) {
  const { filterValues } = useListContext()
  const set = Object.entries(filterValues).filter(([, value]) => value !== undefined && value !== '')
  if (set.length === 0)
    return (
      <EmptyList>
        No {plural} yet. {emptyHint}
      </EmptyList>
    )
  const isDefault =
    set.length === Object.keys(filterDefaultValues).length &&
    set.every(([source, value]) => value === filterDefaultValues[source])
  return (
    <EmptyList>
      {emptyWorkList !== undefined && isDefault
        ? `${emptyWorkList}. ${emptyHint}`
        : `No ${plural} match these filters. Remove a filter or change your search.`}
    </EmptyList>
  )
}

/**
 * A back-office list with row count, saved filters, column selection and CSV export. Shows cards if the table does not fit. Filters,
 * sort order and page are in the URL, so users can share a view as a link.
 */
export function ResourceList<Row extends RaRecord>(props: ResourceListProps<Row>) {
  const {
    title,
    noun,
    filters = [],
    sort,
    rowClick: opens,
    create,
    actions,
    bulkActions = false,
    hidden = [],
    children,
  } = props
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const { permissions: roles = [] } = usePermissions<string[]>()
  const mayWrite = !roles.includes('readonly')
  const empty = <EmptyText {...props} />
  const columns = getColumnElements(children)
  const foldOrder = getFoldOrder(
    columns.map((column) => ({ source: column.props.source, isFixed: isAlwaysShown(column) })),
    props.foldFirst,
  )
  const foldable = foldOrder.map((source) => {
    const label = columns.find((column) => column.props.source === source)?.props.label
    return { source, label: typeof label === 'string' ? label : undefined }
  })
  const sortable = columns.flatMap(({ props: { source, disableSort } }) => (source && !disableSort ? [source] : []))
  const cards = (
    <CardList<Row> opens={opens} hidden={hidden} empty={empty}>
      {children}
    </CardList>
  )
  return (
    <List
      title={title}
      filters={filters}
      sort={sort}
      perPage={props.perPage ?? 25}
      pagination={<ListPagination />}
      // The list shows its errors itself.
      queryOptions={{ onError: () => undefined }}
      empty={false}
      authLoading={<ListSkeleton />}
      // Aligns the search fields with the cards on a phone.
      sx={{ '& form': { paddingLeft: { xs: 1, sm: 0 } } }}
      {...(props.filterDefaultValues && { filterDefaultValues: props.filterDefaultValues })}
      actions={
        // The search field shrinks first, and then the buttons wrap.
        <TopToolbar
          sx={{ flexWrap: 'wrap', flexShrink: 0, maxWidth: { xs: 1, md: '65%' }, '& > *': { flexShrink: 0 } }}
        >
          <FilterButton />
          {isPhone ? <SortButton fields={sortable} /> : <ColumnsButton columns={columns} hidden={hidden} />}
          <ExportListButton by={props.exportBy} />
          {actions}
          {create !== undefined && mayWrite ? <CreateButton label={create} /> : null}
        </TopToolbar>
      }
    >
      <ActiveFilterChips filters={filters} />
      <RowCount
        noun={noun}
        amounts={columns.filter(
          ({ type, props: { source } }) => type === MoneyColumn && !hidden.includes(source ?? ''),
        )}
      />
      <RowDialogs>
        <Rows>
          {isPhone ? (
            cards
          ) : (
            <FittingTable foldable={foldable} cards={cards}>
              <DataTable
                size="small"
                aria-label={title}
                rowClick={typeof opens === 'function' ? (_id, _resource, row) => opens(row as Row) : opens}
                bulkActionButtons={mayWrite ? bulkActions : false}
                hiddenColumns={hidden}
                empty={empty}
                sx={singleLineRowStyle}
              >
                {columns.map((column, index) =>
                  index === 0 ? <RowLinkColumn key={column.key} column={column} target={opens} /> : column,
                )}
              </DataTable>
            </FittingTable>
          )}
        </Rows>
      </RowDialogs>
    </List>
  )
}
