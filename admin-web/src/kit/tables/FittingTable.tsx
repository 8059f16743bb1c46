import { Box, Typography } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { useListContext, useResourceContext, useTranslateLabel } from 'react-admin'
import { useFittingWidth } from './useFittingWidth.ts'

interface FittingTableProps {
  /** The columns that can be hidden, in the order in which they are hidden, with their labels. */
  foldable: readonly { source: string; label?: string | undefined }[]
  /** The rows as cards, shown if the table is too wide without these columns. */
  cards: ReactNode
  children: ReactNode
}

const toClass = (source: string) => `folded-${source.replaceAll('.', '-')}`

/**
 * Hides columns with the lowest priority until the table fits its box, so that amounts are never cut (UI-22). States
 * which columns are hidden. A table that is too wide without them is replaced by cards.
 */
export function FittingTable({ foldable, cards, children }: FittingTableProps) {
  const [folded, setFolded] = useState('')
  const { data } = useListContext()
  const resource = useResourceContext() ?? ''
  const translateLabel = useTranslateLabel()
  const sources = foldable.map(({ source }) => source)

  const { box, fits } = useFittingWidth(data?.map(({ id }) => id).join(), (element) => {
    element.classList.remove(...sources.map(toClass))
    const hidden: string[] = []
    for (const source of sources) {
      if (element.scrollWidth <= element.clientWidth) break
      // The user can also hide columns.
      if (!element.querySelector(`th.column-${CSS.escape(source)}`)) continue
      element.classList.add(toClass(source))
      hidden.push(source)
    }
    setFolded(hidden.join())
  })

  const names = foldable
    .filter(({ source }) => folded.split(',').includes(source))
    .map(({ source, label }) => translateLabel({ resource, source, ...(label !== undefined && { label }) }) as string)
  return (
    <>
      {fits && names.length > 0 ? (
        <Typography
          variant="caption"
          color="text.secondary"
          className="hidden-columns"
          sx={{ display: 'block', paddingX: 2, paddingBottom: 0.5 }}
        >
          Hidden to fit the window: {names.toReversed().join(', ')}. Press Space on a row to preview it.
        </Typography>
      ) : null}
      <Box
        ref={box}
        sx={[
          // Unlike `hidden`, `clip` keeps the header sticky.
          { overflowX: 'clip' },
          ...sources.map((source) => ({
            [`&.${toClass(source)} .column-${source.replaceAll('.', '\\.')}`]: { display: 'none' },
          })),
        ]}
      >
        {fits ? children : cards}
      </Box>
    </>
  )
}
