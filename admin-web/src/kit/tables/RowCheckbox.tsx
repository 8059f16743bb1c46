import { Checkbox, TableCell } from '@mui/material'
import { useDataTableCallbacksContext, useDataTableSelectedIdsContext, useRecordContext } from 'react-admin'

/**
 * The checkbox that selects a row. Sets the label on the checkbox because react-admin sets it on a parent element,
 * where screen readers do not find it.
 */
export function RowCheckbox() {
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
