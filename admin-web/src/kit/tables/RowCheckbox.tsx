import { Checkbox, TableCell } from '@mui/material'
import {
  useDataTableCallbacksContext,
  useDataTableSelectedIdsContext,
  useGetRecordRepresentation,
  useRecordContext,
  useResourceContext,
} from 'react-admin'

/**
 * The checkbox that selects a row. react-admin labels a parent element, which screen readers ignore, so this component
 * labels the checkbox itself, with the name of the record.
 */
export function RowCheckbox() {
  const record = useRecordContext()
  const getName = useGetRecordRepresentation(useResourceContext())
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
        slotProps={{ input: { 'aria-label': `Select ${getName(record)}` } }}
      />
    </TableCell>
  )
}
