import { Button, Checkbox, FormControlLabel, IconButton, Popover, Stack, Typography } from '@mui/material'
import { ChevronDown, ChevronUp, Columns3 } from 'lucide-react'
import { useState } from 'react'
import { useResourceContext, useStore, useTranslateLabel } from 'react-admin'
import { PlainList } from '../records/PlainList.tsx'
import type { ColumnElement } from './CardList.tsx'
import { getColumnOrder, moveColumn } from './column-order.ts'

interface ColumnsProps {
  /** The columns of the list, in their default order. */
  columns: readonly ColumnElement[]
  /** The columns that are hidden by default. */
  hidden: readonly string[]
}

const noOrder: number[] = []

/** The columns of the table with a checkbox to show each one and buttons to move it. */
function ColumnsPanel({ columns, hidden }: ColumnsProps) {
  const resource = useResourceContext() ?? ''
  const translateLabel = useTranslateLabel()
  // The keys with which `DataTable` reads the user's choice.
  const storeKey = `${resource}.datatable`
  const [hiddenColumns, setHiddenColumns] = useStore<string[]>(storeKey, [...hidden])
  const [moved, setMoved] = useState('')
  const [chosenOrder, setChosenOrder] = useStore<number[]>(`${storeKey}_columnRanks`, noOrder)
  const order = getColumnOrder(chosenOrder, columns.length)
  const lines = order.flatMap((position, index) => {
    const { source, label } = columns[position]?.props ?? {}
    const text = typeof label === 'string' ? label : undefined
    const key = source ?? text
    if (key === undefined) return []
    const names = { resource, ...(source !== undefined && { source }), ...(text !== undefined && { label: text }) }
    return [{ key, index, name: translateLabel(names) as string }]
  })
  const toggle = (key: string) =>
    setHiddenColumns(hiddenColumns.includes(key) ? hiddenColumns.filter((one) => one !== key) : [...hiddenColumns, key])
  const move = (name: string, index: number, by: -1 | 1) => {
    setChosenOrder(moveColumn(order, index, by))
    const place = Math.min(Math.max(index + by, 0), order.length - 1) + 1
    setMoved(`${name} is column ${place} of ${order.length}.`)
  }
  const reset = () => {
    setMoved('')
    setHiddenColumns([...hidden])
    setChosenOrder(noOrder)
  }
  return (
    <Stack sx={{ padding: 2, gap: 1 }}>
      <Typography component="h2" variant="subtitle2">
        Columns
      </Typography>
      <PlainList label="Columns of the table">
        {lines.map(({ key, index, name }) => (
          <Stack key={key} component="li" direction="row" sx={{ alignItems: 'center' }}>
            <FormControlLabel
              sx={{ flexGrow: 1 }}
              label={name}
              control={<Checkbox size="small" checked={!hiddenColumns.includes(key)} onChange={() => toggle(key)} />}
            />
            {(
              [
                ['up', -1, ChevronUp],
                ['down', 1, ChevronDown],
              ] as const
            ).map(([direction, by, Icon]) => (
              <IconButton
                key={direction}
                size="small"
                aria-label={`Move ${name} ${direction}`}
                onClick={() => move(name, index, by)}
              >
                <Icon size={16} aria-hidden />
              </IconButton>
            ))}
          </Stack>
        ))}
      </PlainList>
      <Typography role="status" variant="caption" color="text.secondary">
        {moved}
      </Typography>
      <Button size="small" onClick={reset} sx={{ alignSelf: 'flex-start' }}>
        Reset columns
      </Button>
    </Stack>
  )
}

/** A button that opens the panel in which the user shows, hides and moves the columns of a list (UI-40). */
export function ColumnsButton(props: ColumnsProps) {
  const [opener, setOpener] = useState<HTMLElement>()
  return (
    <>
      <Button
        size="small"
        startIcon={<Columns3 size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={(event) => setOpener(event.currentTarget)}
      >
        Columns
      </Button>
      {opener ? (
        <Popover
          open
          anchorEl={opener}
          onClose={() => setOpener(undefined)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': 'Columns' } }}
        >
          <ColumnsPanel {...props} />
        </Popover>
      ) : null}
    </>
  )
}
