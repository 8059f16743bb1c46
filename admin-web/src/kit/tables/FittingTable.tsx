import { Box, Typography } from '@mui/material'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useResourceContext, useTranslateLabel } from 'react-admin'

interface FittingTableProps {
  /** The columns that can be hidden, in the order in which they are hidden, with their labels. */
  foldable: readonly { source: string; label?: string | undefined }[]
  children: ReactNode
}

const toClass = (source: string) => `folded-${source.replaceAll('.', '-')}`

/**
 * Hides columns with the lowest priority until the table fits its box, so that amounts are never cut (UI-22). States
 * which columns are hidden. Only a table that is too wide without them scrolls.
 */
export function FittingTable({ foldable, children }: FittingTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState('')
  const resource = useResourceContext() ?? ''
  const translateLabel = useTranslateLabel()
  const sources = foldable.map(({ source }) => source)

  const fit = useRef(() => {})
  fit.current = () => {
    const element = box.current
    if (!element) return
    element.classList.remove('scrolls', ...sources.map(toClass))
    const isTooWide = () => element.scrollWidth > element.clientWidth
    const hidden: string[] = []
    for (const source of sources) {
      if (!isTooWide()) break
      // The user can also hide columns.
      if (!element.querySelector(`th.column-${CSS.escape(source)}`)) continue
      element.classList.add(toClass(source))
      hidden.push(source)
    }
    if (isTooWide()) element.classList.add('scrolls')
    setFolded(hidden.join())
  }
  // Measures after every change of rows or columns, before the browser paints.
  useLayoutEffect(() => fit.current())
  useLayoutEffect(() => {
    let width = 0
    const observer = new ResizeObserver(([entry]) => {
      const next = entry?.contentRect.width ?? 0
      // Hiding columns can change only the height.
      if (next === width) return
      width = next
      fit.current()
    })
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  const names = foldable
    .filter(({ source }) => folded.split(',').includes(source))
    .map(({ source, label }) => translateLabel({ resource, source, ...(label !== undefined && { label }) }) as string)
  return (
    <>
      {names.length > 0 ? (
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block', paddingX: 2, paddingBottom: 0.5 }}>
          Hidden to fit the window: {names.toReversed().join(', ')}. Press Space on a row to preview it.
        </Typography>
      ) : null}
      <Box
        ref={box}
        sx={[
          // Unlike `hidden`, `clip` keeps the header sticky.
          { overflowX: 'clip', '&.scrolls': { overflowX: 'auto' } },
          ...sources.map((source) => ({
            [`&.${toClass(source)} .column-${source.replaceAll('.', '\\.')}`]: { display: 'none' },
          })),
        ]}
      >
        {children}
      </Box>
    </>
  )
}
