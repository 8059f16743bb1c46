import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { isTyping } from '@tideline/web-kit/ui/is-typing.ts'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { filtersOf, fitsSearch, inTab, type PolicyQuery, type SearchField, searchDefaults } from './policy-search.ts'

interface SearchFormProps {
  query: PolicyQuery
  onSearch: (query: PolicyQuery) => void
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

/** The slash key goes to the search, wherever nothing is being typed. */
function useSlashKey(focus: () => void) {
  const latest = useRef(focus)
  latest.current = focus
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** One box for number, name and address, the filters behind it; Enter searches. */
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
  useSlashKey(() => setFocus('search'))
  const filters = filtersOf(query)
  const text = (field: SearchField) => ({
    ...register(field, {
      setValueAs: (typed: string) => typed.trim(),
      validate: (typed) => typed === '' || fitsSearch(field, typed.trim()) || problems[field],
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
          <TextField
            label="Policy, name or address"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...text('search')}
          />
          <Button type="submit" aria-label="Search policies">
            Search
          </Button>
        </div>
        <details className="search-form-more" open={filters > 0}>
          <summary>{filters > 0 ? `Filters (${filters})` : 'Filters'}</summary>
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
            <Button variant="quiet" onClick={() => onSearch(inTab(searchDefaults, query.waitsFor ?? 'all'))}>
              Clear
            </Button>
          </div>
        </details>
      </form>
    </search>
  )
}
