import { isTypingTarget } from '@tideline/web-kit/ui/is-typing-target.ts'
import { type ComponentProps, type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import {
  DataTableBody,
  DataTableConfigContext,
  DataTableRow,
  useDataTableConfigContext,
  useDataTableDataContext,
  useRecordContext,
  useResourceContext,
} from 'react-admin'
import { RowCheckbox } from '../../kit/tables/RowCheckbox.tsx'
import { getPreviewComponent } from './PreviewPanel.tsx'
import { openPreview } from './preview-event.ts'

const next = (row: Element | null | undefined) => row?.nextElementSibling as HTMLElement | null | undefined
const previous = (row: Element | null | undefined) => row?.previousElementSibling as HTMLElement | null | undefined
const focus = (row: HTMLElement | null | undefined) => row?.focus()

/**
 * A list row with keyboard control. Arrow keys or j and k move, Enter opens, and Space previews. Tab focuses the first
 * row.
 */
function KeyboardRow(props: ComponentProps<typeof DataTableRow>) {
  const record = useRecordContext()
  const resource = useResourceContext()
  const rows = useDataTableDataContext()
  const config = useDataTableConfigContext()
  const unticked = useMemo(() => ({ ...config, hasBulkActions: false }), [config])
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    const row = event.currentTarget
    // Ignores keys pressed in a button or checkbox of the row.
    if (event.target !== row || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowDown' || event.key === 'j') focus(next(row))
    else if (event.key === 'ArrowUp' || event.key === 'k') focus(previous(row))
    else if (event.key === 'Enter') row.click()
    else if (event.key === ' ' && record && resource && getPreviewComponent(resource)) openPreview({ resource, record })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const { children, ...row } = props
  return (
    <DataTableConfigContext.Provider value={unticked}>
      <DataTableRow {...row} tabIndex={rows?.[0]?.id === record?.id ? 0 : -1} onKeyDown={onKeyDown}>
        {config.hasBulkActions ? <RowCheckbox /> : null}
        {children}
      </DataTableRow>
    </DataTableConfigContext.Provider>
  )
}

/** The rows of every list, set in theme.ts. The key j focuses the first row from anywhere on the page. */
export function KeyboardNavigableRows(props: ComponentProps<typeof DataTableBody>) {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'j' || isTypingTarget(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      // An open dialog receives the keys.
      if (document.querySelector('[role="dialog"]')) return
      focus(body.current?.querySelector<HTMLElement>('tr[tabindex="0"]'))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return <DataTableBody {...props} ref={body} row={KeyboardRow} />
}
