import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { isTypingTarget } from '@tideline/web-kit/ui/is-typing-target.ts'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import {
  countFilters,
  getTabQuery,
  isValidSearch,
  type PolicySearchQuery,
  type SearchField,
  searchDefaults,
} from './policy-search.ts'

interface SearchFormProps {
  query: PolicySearchQuery
  onSearch: (query: PolicySearchQuery) => void
}

const modes = [
  { value: '1', label: 'Contains' },
  { value: '2', label: 'Starts with' },
  { value: '3', label: 'Exactly' },
]
const problems: Record<SearchField, string> = {
  search: 'Use at most 200 characters',
  AgentNumber: 'Use the digits of the agency number, like 100100',
  QuoteNumber: 'Use letters and digits, at most 20',
  InsuredName: 'Use at most 100 characters',
  Address: 'Use at most 200 characters',
}
const scopes = [
  { value: '2', label: 'All my agencies' },
  { value: '1', label: 'Own agency only' },
]

/** Focuses the search field when the user presses the slash key, unless the user is typing. */
function useSlashKey(focus: () => void) {
  const latest = useRef(focus)
  latest.current = focus
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTypingTarget(event.target)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Search form with one field for number, name, and address, and collapsible filters. Enter submits the form. */
export function SearchForm({ query, onSearch }: SearchFormProps) {
  const { register, handleSubmit, setFocus, formState } = useForm({
    mode: 'onBlur',
    defaultValues: {
      search: query.search ?? '',
      QuoteNumber: query.QuoteNumber ?? '',
      InsuredName: query.InsuredName ?? '',
      Address: query.Address ?? '',
      AgentNumber: query.AgentNumber ?? '',
      searchMode: String(query.searchMode ?? searchDefaults.searchMode),
      SearchScope: String(query.SearchScope ?? searchDefaults.SearchScope),
    },
  })
  useSlashKey(() => setFocus('search', { shouldSelect: true }))
  // True if the user pressed the slash key on another page. That key press opens this page.
  const { isSearching } = (useLocation().state ?? {}) as { isSearching?: boolean }
  useEffect(() => {
    if (isSearching) setFocus('search')
  }, [isSearching, setFocus])
  const filters = countFilters(query)
  const [isOpen, setIsOpen] = useState(filters > 0)
  const filtersId = useId()
  const text = (field: SearchField) => ({
    ...register(field, {
      setValueAs: (typed: string) => typed.trim(),
      validate: (typed) => typed === '' || isValidSearch(field, typed.trim()) || problems[field],
    }),
    error: formState.errors[field]?.message,
  })
  const submit = handleSubmit(({ searchMode, SearchScope, ...texts }) =>
    onSearch({
      ...query,
      ...texts,
      searchMode: Number(searchMode) as 1 | 2 | 3,
      SearchScope: Number(SearchScope) as 1 | 2,
      page: 1,
    }),
  )
  return (
    <search>
      <form noValidate onSubmit={submit}>
        <div className="search-form-box">
          <div className="search-form-field">
            <TextField
              label="Policy, name or address"
              // A blank placeholder. While the placeholder is shown, the field displays the shortcut key.
              placeholder=" "
              enterKeyHint="search"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...text('search')}
            />
            <span className="search-form-key" aria-hidden="true">
              /
            </span>
          </div>
          <Button type="submit" aria-label="Search policies">
            Search
          </Button>
          <Button
            variant="secondary"
            aria-expanded={isOpen}
            aria-controls={filtersId}
            onClick={() => setIsOpen((before) => !before)}
          >
            {filters > 0 ? `Filters (${filters})` : 'Filters'}
            <Icon name="open" />
          </Button>
        </div>
        <div id={filtersId} className="search-form-more" hidden={!isOpen}>
          <div className="search-form-filters">
            <TextField
              label="Policy or quote number"
              autoCapitalize="characters"
              spellCheck={false}
              {...text('QuoteNumber')}
            />
            <TextField label="Insured name" autoComplete="off" {...text('InsuredName')} />
            <TextField label="Address" autoComplete="off" {...text('Address')} />
            <TextField label="Agency number" inputMode="numeric" autoComplete="off" {...text('AgentNumber')} />
            <SelectField label="Match" options={modes} {...register('searchMode')} />
            <SelectField label="Where" options={scopes} {...register('SearchScope')} />
            <Button variant="quiet" onClick={() => onSearch(getTabQuery(searchDefaults, query.waitsFor ?? 'all'))}>
              Clear
            </Button>
          </div>
        </div>
      </form>
    </search>
  )
}
