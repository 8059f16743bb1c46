import { Button } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { type RaRecord, useListContext, useRefresh, useUnselectAll } from 'react-admin'

export interface SelectionProps<Row> {
  label: string
  /** The label when the action applies to none of the selected rows. */
  emptyLabel: string
  canSelect?: ((row: Row) => boolean) | undefined
}

interface SelectionButtonProps<Row> extends SelectionProps<Row> {
  children: (rows: readonly Row[], close: () => void) => ReactNode
}

/**
 * A button above a list. Runs an action on the selected rows to which the action applies. `children` renders the
 * button's dialog.
 */
export function SelectionButton<Row extends RaRecord>({
  label,
  emptyLabel: none,
  canSelect: may = () => true,
  children,
}: SelectionButtonProps<Row>) {
  const { selectedIds = [], data = [], resource } = useListContext<Row>()
  const [rows, setRows] = useState<readonly Row[]>()
  const refresh = useRefresh()
  const unselect = useUnselectAll(resource)
  const able = data.filter((row) => selectedIds.includes(row.id) && may(row))
  const close = () => {
    setRows(undefined)
    unselect()
    refresh()
  }
  return (
    <>
      <Button size="small" disabled={able.length === 0} onClick={() => setRows(able)}>
        {able.length === 0 ? none : label}
      </Button>
      {rows ? children(rows, close) : null}
    </>
  )
}
