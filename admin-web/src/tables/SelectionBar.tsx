import { Button } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { type RaRecord, useListContext, useRefresh, useUnselectAll } from 'react-admin'

export interface ChosenProps<Row> {
  /** What the button says. */
  label: string
  /** What it says where nothing that is ticked can take it. */
  none: string
  may?: ((row: Row) => boolean) | undefined
}

interface Opens<Row> extends ChosenProps<Row> {
  children: (rows: readonly Row[], close: () => void) => ReactNode
}

/** The button over a list for the rows that are ticked, as far as they can take it, and what it opens for them. */
export function SelectionBar<Row extends RaRecord>({ label, none, may = () => true, children }: Opens<Row>) {
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
