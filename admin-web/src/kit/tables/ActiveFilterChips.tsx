import { Box, Button, Chip } from '@mui/material'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { X } from 'lucide-react'
import type { ReactElement } from 'react'
import { useListContext, useResourceContext, useTranslateLabel } from 'react-admin'

interface FilterProps {
  source: string
  label?: string
  placeholder?: string
  choices?: readonly { id?: unknown; code?: unknown; name?: string; label?: string }[]
  optionValue?: string
}

const getProps = ({ props }: ReactElement) => props as FilterProps

/** Formats the value of a filter as the user chose it. */
function formatValue(value: unknown, choices: FilterProps['choices']): string {
  const choice = choices?.find(({ id, code }) => (id ?? code) === value)
  if (choice) return choice.name ?? choice.label ?? String(value)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return formatDate(value)
  return String(value)
}

/**
 * The active filters of a list as chips, except the search text, which is in the search field. A chip removes its
 * filter, even one that came with the link. The other filters and the search text are kept.
 */
export function ActiveFilterChips({ filters }: { filters: readonly ReactElement[] }) {
  const { filterValues, setFilters } = useListContext()
  const resource = useResourceContext() ?? ''
  const translateLabel = useTranslateLabel()
  const active = Object.entries(filterValues as Record<string, unknown>).filter(
    ([name, value]) => name !== 'q' && value !== undefined && value !== '' && value !== null,
  )
  if (active.length === 0) return null
  const keep = (isKept: (name: string) => boolean) =>
    setFilters(Object.fromEntries(Object.entries(filterValues).filter(([name]) => isKept(name))))
  const remove = (name: string) => keep((other) => other !== name)
  const describe = (name: string, value: unknown) => {
    const { label, choices } = filters.map(getProps).find(({ source }) => source === name) ?? {}
    const title = translateLabel({ resource, source: name, ...(label && { label }) })
    return `${title as string}: ${formatValue(value, choices)}`
  }
  return (
    <Box
      component="ul"
      aria-label="Active filters"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        listStyle: 'none',
        margin: 0,
        padding: 0,
        paddingX: 2,
        paddingTop: 1,
      }}
    >
      {active.map(([name, value]) => (
        <li key={name}>
          <Chip
            component="button"
            size="small"
            clickable
            label={describe(name, value)}
            deleteIcon={<X size={14} aria-hidden="true" />}
            onClick={() => remove(name)}
            onDelete={() => remove(name)}
            aria-label={`Remove filter ${describe(name, value)}`}
            sx={{ maxWidth: 320 }}
          />
        </li>
      ))}
      {active.length > 1 ? (
        <li>
          <Button size="small" sx={{ minHeight: 22, paddingY: 0 }} onClick={() => keep((name) => name === 'q')}>
            Clear all
          </Button>
        </li>
      ) : null}
    </Box>
  )
}
