import type { Preferences, PreferencesUpdate } from '@tideline/sdk'
import type { SavedQuery } from 'react-admin'
import { resources } from '../resources.ts'

type ListPreferences = Preferences['lists'][number]
type ListField = Exclude<keyof ListPreferences, 'list'>
type SavedFilter = NonNullable<ListPreferences['savedFilters']>[number]

/** Maps the suffixes of react-admin's store keys to the list preferences of the API. */
const storeKeySuffixes: readonly (readonly [ending: string, field: ListField])[] = [
  ['.savedQueries', 'savedFilters'],
  ['.datatable', 'hiddenColumns'],
  ['.datatable_columnRanks', 'columnOrder'],
]

/** Store key for the user's theme choice. react-admin's own key `theme` contains the theme in use, light or dark. */
export const themeStoreKey = 'chosenTheme'

const getObject = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

const asSavedFilter = ({ label, value }: SavedQuery): SavedFilter => ({
  name: label,
  filter: JSON.stringify(value.filter ?? {}),
  shownFields: Object.entries(value.displayedFilters ?? {}).flatMap(([field, isShown]) => (isShown ? [field] : [])),
  ...(value.sort && { sort: value.sort.field, order: value.sort.order }),
  ...(value.perPage && { perPage: value.perPage }),
})

const asSavedQuery = ({ name, filter, shownFields = [], sort, order, perPage }: SavedFilter): SavedQuery => ({
  label: name,
  value: {
    filter: getObject(filter),
    displayedFilters: Object.fromEntries(shownFields.map((field) => [field, true])) as never,
    ...(sort && { sort: { field: sort, order: order ?? 'ASC' } }),
    ...(perPage && { perPage }),
  },
})

function buildListPreferences(list: ListPreferences['list'], field: ListField, value: unknown): ListPreferences {
  if (field === 'savedFilters') return { list, savedFilters: (value as SavedQuery[]).map(asSavedFilter) }
  return field === 'hiddenColumns'
    ? { list, hiddenColumns: value as string[] }
    : { list, columnOrder: value as number[] }
}

/** Converts a store key and its value to an API request. Returns undefined if the key is not stored on the server. */
export function toPreferencesUpdate(key: string, value: unknown): PreferencesUpdate | undefined {
  if (key === themeStoreKey) return { theme: value as NonNullable<Preferences['theme']> }
  for (const { name, collection = name } of resources)
    for (const [ending, field] of storeKeySuffixes)
      if (key === name + ending)
        return { lists: [buildListPreferences(collection as ListPreferences['list'], field, value)] }
  return undefined
}

/** Converts the server's preferences to react-admin's store keys. */
export function toStoreEntries({ theme, lists }: Preferences): Map<string, unknown> {
  const keys = new Map<string, unknown>(theme ? [[themeStoreKey, theme]] : [])
  for (const of of lists) {
    const name = resources.find((one) => (one.collection ?? one.name) === of.list)?.name
    for (const [ending, field] of storeKeySuffixes)
      if (name !== undefined && of[field] !== undefined)
        keys.set(name + ending, field === 'savedFilters' ? of.savedFilters?.map(asSavedQuery) : of[field])
  }
  return keys
}
