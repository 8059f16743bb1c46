import { type ReactNode, useEffect, useRef } from 'react'
import { type RaRecord, useListContext, useRefresh, useUnselectAll } from 'react-admin'
import { ActionButton } from '../ActionButton.tsx'
import { focusRowCount } from './RowCount.tsx'
import { useOpenRowDialog } from './RowDialogs.tsx'

export interface SelectionProps<Row> {
  label: string
  /** The reason why the button is disabled when the action applies to none of the selected rows. */
  disabledReason?: string
  canSelect?: ((row: Row) => boolean) | undefined
}

interface SelectionButtonProps<Row> extends SelectionProps<Row> {
  children: (rows: readonly Row[], close: (isStarted: boolean) => void) => ReactNode
}

/**
 * A button above a list. Runs an action on the selected rows to which the action applies. `children` renders the
 * button's dialog. A cancelled dialog keeps the selection, so that the focus returns to the button. After the action, the
 * button is gone, so the focus moves to the number of rows (UI-43).
 */
export function SelectionButton<Row extends RaRecord>({
  label,
  // The selection can include rows of other pages.
  disabledReason = 'Select a row on this page.',
  canSelect: may = () => true,
  children,
}: SelectionButtonProps<Row>) {
  const { selectedIds = [], data = [], resource } = useListContext<Row>()
  const openDialog = useOpenRowDialog()
  const refresh = useRefresh()
  const unselect = useUnselectAll(resource)
  const able = data.filter((row) => selectedIds.includes(row.id) && may(row))
  const isFocusLost = useRef(false)
  const open = () =>
    openDialog((onClose) =>
      children(able, (isStarted) => {
        onClose()
        if (!isStarted) return
        isFocusLost.current = true
        unselect()
        refresh()
      }),
    )
  const hasSelection = selectedIds.length > 0
  useEffect(() => {
    if (hasSelection || !isFocusLost.current) return
    isFocusLost.current = false
    focusRowCount()
  }, [hasSelection])
  // The toolbar of the selection is collapsed.
  if (!hasSelection) return null
  return (
    <ActionButton size="small" disabledReason={able.length === 0 ? disabledReason : undefined} onClick={open}>
      {label}
    </ActionButton>
  )
}
