import { Checkbox, TableCell } from '@mui/material'
import { useDataTableCallbacksContext, useDataTableSelectedIdsContext, useRecordContext } from 'react-admin'

/** The box that ticks a row. React-admin's own gives its name to the span around it, where nobody hears it. */
export function SelectRow() {
  const record = useRecordContext()
  const selectedIds = useDataTableSelectedIdsContext()
  const { handleToggleItem, isRowSelectable } = useDataTableCallbacksContext()
  if (!record) return null
  const isSelectable = isRowSelectable?.(record) ?? true
  return (
    <TableCell padding="checkbox" onClick={(event) => event.stopPropagation()}>
      <Checkbox
        size="small"
        checked={isSelectable && (selectedIds?.includes(record.id) ?? false)}
        disabled={!isSelectable}
        onClick={(event) => handleToggleItem?.(record.id, event)}
        slotProps={{ input: { 'aria-label': 'Select this row' } }}
      />
    </TableCell>
  )
}
