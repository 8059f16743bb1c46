import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AddressSuggestion } from '@tideline/sdk'
import { autocompleteAddressOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useDebouncedValue } from '@tideline/web-kit/ui/useDebouncedValue.ts'
import { type ComponentProps, useId, useState } from 'react'

/** Minimum number of characters before suggestions are requested. The service allows 30 requests per minute. */
const minPrefixLength = 5
const pauseMs = 300

interface AddressFieldProps extends ComponentProps<typeof TextField> {
  /** The current value of the field. */
  typed: string
  /** Called when the user selects a suggestion. */
  onChoose: (address: AddressSuggestion) => void
}

/** The street address field. Suggests up to ten matching addresses, with Florida first. */
export function AddressField({ typed, onChoose, onChange, ...field }: AddressFieldProps) {
  const id = useId()
  // Suggests addresses only during typing. An existing or selected address is complete.
  const [isTyping, setIsTyping] = useState(false)
  const prefix = useDebouncedValue(typed.trim(), pauseMs)
  const isSettled = prefix === typed.trim()
  const shouldSuggest = isTyping && isSettled && prefix.length >= minPrefixLength
  const found = useQuery({
    ...autocompleteAddressOptions({ client: api.client, query: { prefix, suggestions: 10, preferState: 'FL' } }),
    enabled: shouldSuggest,
    placeholderData: keepPreviousData,
    // Does not show errors because suggestions are optional.
    meta: { errors: 'own' },
  })
  const suggestions = shouldSuggest ? (found.data?.payload ?? []) : []
  return (
    <>
      <TextField
        {...field}
        list={id}
        autoComplete="off"
        onChange={(event) => {
          const chosen = suggestions.find(({ text }) => text === event.target.value)
          setIsTyping(!chosen)
          if (chosen) onChoose(chosen)
          else onChange?.(event)
        }}
      />
      <datalist id={id}>
        {suggestions.map(({ text }) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  )
}
