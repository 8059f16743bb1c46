import { Card, Link, Stack, Typography } from '@mui/material'
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

/** What a row opens: its form, its page, or an address that the row tells. */
export type Opens<Row> = 'edit' | 'show' | ((row: Row) => string)

interface ColumnProps {
  source?: string
  label?: ReactNode
  disableSort?: boolean
}

export const columnsOf = (children: ReactNode) =>
  Children.toArray(children).filter((child): child is ReactElement<ColumnProps> => isValidElement(child))

/** A column's value in a tag of the card instead of a table's cell. */
const valueIn = (tag: 'dd' | 'span', column: ReactElement<ColumnProps>) =>
  cloneElement(column, { component: tag } as never)

/** A cell without its table. */
const bare = {
  display: 'block',
  padding: 0,
  border: 0,
  margin: 0,
  font: 'inherit',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
}

/** The list on a phone: a card for each row, whose first column is its title and its link; the others stand below with their names. */
export function Cards<Row extends RaRecord>({
  children,
  opens,
  hidden = [],
  empty,
}: {
  children: ReactNode
  opens: Opens<Row>
  hidden?: string[]
  empty: ReactNode
}) {
  const { data = [], isPending } = useListContext<Row>()
  const resource = useResourceContext() ?? ''
  const createPath = useCreatePath()
  const translateLabel = useTranslateLabel()
  const [title, ...rest] = columnsOf(children)
  const pathOf = (row: Row) =>
    typeof opens === 'function' ? opens(row) : createPath({ resource, type: opens, id: row.id })
  if (!isPending && data.length === 0) return empty
  return (
    <DataTableRenderContext.Provider value="data">
      <Stack component="ul" spacing={1} sx={{ listStyle: 'none', margin: 0, padding: 1 }}>
        {data.map((row) => (
          <RecordContextProvider key={row.id} value={row}>
            <Card
              component="li"
              variant="outlined"
              sx={{
                position: 'relative',
                padding: 1.5,
                '& a:not(.card-title), & button': { position: 'relative', zIndex: 1 },
              }}
            >
              {title && (
                <DataTableStoreContext.Provider value={{ storeKey: `${resource}.title`, defaultHiddenColumns: [] }}>
                  <Link
                    component={RouterLink}
                    to={pathOf(row)}
                    className="card-title"
                    sx={{
                      display: 'block',
                      fontWeight: 600,
                      overflowWrap: 'anywhere',
                      '& span': { ...bare, color: 'inherit' },
                      // The whole card is the link's.
                      '&::after': { content: '""', position: 'absolute', inset: 0 },
                    }}
                  >
                    {valueIn('span', title)}
                  </Link>
                </DataTableStoreContext.Provider>
              )}
              <DataTableStoreContext.Provider
                value={{ storeKey: `${resource}.datatable`, defaultHiddenColumns: hidden }}
              >
                <Stack component="dl" sx={{ margin: 0, marginTop: 0.5, typography: 'body2' }}>
                  {rest.map((column) => (
                    <Stack
                      key={column.key}
                      direction="row"
                      sx={{
                        justifyContent: 'space-between',
                        alignItems: 'center',
                        gap: 2,
                        minHeight: 28,
                        // A column that was put away, or that the row has nothing for.
                        '&:not(:has(dd)), &:has(dd:empty)': { display: 'none' },
                        '& dd': { ...bare, textAlign: 'right' },
                      }}
                    >
                      <Typography component="dt" variant="body2" color="text.secondary" sx={{ flexShrink: 0 }}>
                        {translateLabel({
                          resource,
                          ...(column.props.source !== undefined && { source: column.props.source }),
                          ...(column.props.label !== undefined && { label: column.props.label as string }),
                        })}
                      </Typography>
                      {valueIn('dd', column)}
                    </Stack>
                  ))}
                </Stack>
              </DataTableStoreContext.Provider>
            </Card>
          </RecordContextProvider>
        ))}
      </Stack>
    </DataTableRenderContext.Provider>
  )
}
