import { Box, Button, InputBase, Typography } from '@mui/material'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SearchHit, SearchKind } from '@tideline/sdk'
import { searchEverythingOptions } from '@tideline/sdk/query'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useDebouncedValue } from '@tideline/web-kit/ui/useDebouncedValue.ts'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { usePermissions } from 'react-admin'
import { useNavigate } from 'react-router'
import { PaletteDialog } from '../../kit/dialogs/PaletteDialog.tsx'
import { typeScale } from '../../kit/tokens.ts'
import { getNavigation } from '../nav.ts'
import { redirectTo } from '../redirect.ts'
import { formatStatus } from './format-status.ts'
import { getListLink, getResultLink, type ResultLink, searchKindNames } from './result-links.ts'
import { subscribeToOpenSearch } from './search-event.ts'

interface Option {
  key: string
  title: string
  detail?: string
  status?: string
  amount?: string
  place: ResultLink
}
interface Section {
  name: string
  options: Option[]
}

const buildOption = (kind: SearchKind, hit: SearchHit, roles: readonly string[]): Option => ({
  key: `${kind} ${hit.id}`,
  title: hit.title,
  detail: hit.detail,
  ...(hit.status && { status: formatStatus(kind, hit.status) }),
  ...(hit.amount !== null && { amount: formatMoney(hit.amount) }),
  place: getResultLink(kind, hit, roles),
})

/** Returns the pages whose name contains the text. Empty text returns all pages. */
const findPages = (text: string, roles: readonly string[]): Section[] => {
  const wanted = text.trim().toLowerCase()
  const options = [{ label: 'Home', to: '/' }, ...getNavigation(roles)]
    .filter(({ label }) => label.toLowerCase().includes(wanted))
    .map(({ label, to }) => ({ key: to, title: label, place: { to, isPortal: to === '/profile' } }))
  return options.length ? [{ name: 'Go to', options }] : []
}

/** Returns the search results by type. If there are more results, a type has a link to the full list. */
function useSearchResults(text: string, roles: readonly string[]) {
  const wanted = useDebouncedValue(text.trim(), 200)
  const query = useQuery({
    ...searchEverythingOptions({ client: api.client, query: { q: wanted } }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
    // Turns off the cache so that new records are found.
    staleTime: 0,
  })
  const groups = wanted && text.trim() ? (query.data?.groups ?? []) : []
  const sections = groups.map(({ kind, hits, hasMore }): Section => {
    const list = hasMore ? getListLink(kind, wanted, roles) : undefined
    return {
      name: searchKindNames[kind],
      options: [
        ...hits.map((hit) => buildOption(kind, hit, roles)),
        ...(list
          ? [{ key: `${kind} all`, title: `All ${searchKindNames[kind].toLowerCase()} with “${wanted}”`, place: list }]
          : []),
      ],
    }
  })
  const isLooking = text.trim() !== '' && (text.trim() !== wanted || query.isFetching)
  return { sections, isLooking, error: text.trim() ? query.error : null, retry: query.refetch }
}

function Line({ option, id, isOn, onChoose }: { option: Option; id: string; isOn: boolean; onChoose: () => void }) {
  return (
    <Box
      id={id}
      role="option"
      aria-selected={isOn}
      onClick={onChoose}
      sx={{
        display: 'flex',
        alignItems: 'baseline',
        columnGap: 1.5,
        flexWrap: { xs: 'wrap', sm: 'nowrap' },
        padding: '6px 16px',
        minHeight: { xs: 44, sm: 34 },
        cursor: 'pointer',
        '&[aria-selected="true"]': { bgcolor: 'action.selected', boxShadow: 'inset 3px 0 0 currentColor' },
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Typography component="span" sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
        {option.title}
      </Typography>
      <Typography
        component="span"
        variant="body2"
        color="text.secondary"
        sx={{
          flex: '1 1 0',
          minWidth: { xs: '100%', sm: 0 },
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          order: { xs: 3, sm: 0 },
        }}
        noWrap
      >
        {option.detail}
      </Typography>
      <Typography component="span" variant="body2" noWrap>
        {option.status}
      </Typography>
      <Typography component="span" variant="body2" noWrap sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {option.amount}
      </Typography>
    </Box>
  )
}

/**
 * The search box with its results. Arrow keys move the highlight, Enter opens the highlighted result, once it is loaded,
 * and Escape closes the box.
 */
function SearchPalette({ onClose }: { onClose: () => void }) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [marked, setMarked] = useState(0)
  // Whether the user pressed Enter before the results for the current text were loaded.
  const [isOpening, setIsOpening] = useState(false)
  const found = useSearchResults(text, roles)
  const sections = [...found.sections, ...findPages(text, roles)]
  const options = sections.flatMap((section) => section.options)
  const at = Math.min(marked, options.length - 1)
  const idOf = (index: number) => `${id}-${index}`
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const choose = ({ to, isPortal }: ResultLink) => {
    onClose()
    if (isPortal) redirectTo(to)
    else void navigate(to)
  }
  const option = options[at]
  const mark = (index: number) => {
    setMarked(index)
    setIsOpening(false)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') mark((at + 1) % Math.max(options.length, 1))
    else if (event.key === 'ArrowUp') mark((at - 1 + options.length) % Math.max(options.length, 1))
    else if (event.key === 'Enter') setIsOpening(true)
    else return
    event.preventDefault()
  }
  // Opens the result only after the results for the current text are loaded.
  useEffect(() => {
    if (!isOpening || found.isLooking) return
    setIsOpening(false)
    if (option && !found.error) choose(option.place)
  })
  let index = -1
  return (
    <>
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, paddingX: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        <Search size={18} aria-hidden="true" />
        <InputBase
          autoFocus
          fullWidth
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            mark(0)
          }}
          onKeyDown={onKey}
          placeholder="Policy, name, address, agency, payment, check"
          sx={{ minHeight: 52, ...typeScale.body }}
          inputProps={{
            role: 'combobox',
            'aria-label': 'Search everything',
            'aria-expanded': options.length > 0,
            'aria-controls': `${id}-list`,
            'aria-autocomplete': 'list',
            'aria-activedescendant': options.length ? idOf(at) : undefined,
            autoComplete: 'off',
            spellCheck: false,
            maxLength: 100,
          }}
        />
        <Button size="small" color="inherit" onClick={onClose}>
          Close
        </Button>
      </Box>
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1, paddingTop: 1 }}>
        <Typography role="status" variant="body2" color="text.secondary" sx={{ paddingX: 2, minHeight: 20 }}>
          {found.error
            ? ''
            : found.isLooking
              ? 'Searching…'
              : text.trim() && found.sections.length === 0
                ? `No results for “${text.trim()}”. Try a number, the start of a name, or a street.`
                : ''}
        </Typography>
        {found.error ? (
          <Box role="alert" sx={{ paddingX: 2, paddingBottom: 1 }}>
            <Typography variant="body2">The search failed: {found.error.message}</Typography>
            <Button size="small" onClick={() => void found.retry()}>
              Retry
            </Button>
          </Box>
        ) : null}
        {/* Makes the scrolling list focusable. It handles the same keys as the search field. */}
        <Box
          role="listbox"
          id={`${id}-list`}
          aria-label="Search results"
          aria-activedescendant={options.length ? idOf(at) : undefined}
          tabIndex={0}
          onKeyDown={onKey}
          sx={{ overflowY: 'auto', flex: 1, paddingBottom: 1 }}
        >
          {sections.map(({ name, options }) => (
            <Box role="group" aria-label={name} key={name}>
              <Typography
                component="div"
                aria-hidden="true"
                sx={{ padding: '8px 16px 4px', ...typeScale.chip, fontWeight: 600, color: 'text.secondary' }}
              >
                {name}
              </Typography>
              {options.map((option) => {
                index += 1
                return (
                  <Line
                    key={option.key}
                    option={option}
                    id={idOf(index)}
                    isOn={index === at}
                    onChoose={() => choose(option.place)}
                  />
                )
              })}
            </Box>
          ))}
        </Box>
      </Box>
    </>
  )
}

/** The global search. It opens from any page with the `/` key or the search button. */
export function SearchBox() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => subscribeToOpenSearch(() => setIsOpen(true)), [])
  const close = () => setIsOpen(false)
  return (
    <PaletteDialog label="Search everything" isOpen={isOpen} onClose={close}>
      <SearchPalette onClose={close} />
    </PaletteDialog>
  )
}
