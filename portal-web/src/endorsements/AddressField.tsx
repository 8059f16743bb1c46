import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AddressSuggestion } from '@tideline/sdk'
import { autocompleteAddressOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useDebounced } from '@tideline/web-kit/ui/useDebounced.ts'
import { type ComponentProps, useId, useState } from 'react'

/** What the service wants to see before it suggests anything; it may be asked 30 times a minute. */
const lettersAtLeast = 5
const pauseMs = 300

interface AddressFieldProps extends ComponentProps<typeof TextField> {
  /** What stands in the field now. */
  typed: string
  /** One of the suggestions was chosen. */
  onChoose: (address: AddressSuggestion) => void
}

/** Street and house number, with up to ten addresses that start so, those of Florida first. */
export function AddressField({ typed, onChoose, onChange, ...field }: AddressFieldProps) {
  const id = useId()
  // What stood there, or was chosen, is whole: only who types wants to be helped.
  const [isTyping, setIsTyping] = useState(false)
  const prefix = useDebounced(typed.trim(), pauseMs)
  const isSettled = prefix === typed.trim()
  const wantsHelp = isTyping && isSettled && prefix.length >= lettersAtLeast
  const found = useQuery({
    ...autocompleteAddressOptions({ client: api.client, query: { prefix, suggestions: 10, preferState: 'FL' } }),
    enabled: wantsHelp,
    placeholderData: keepPreviousData,
    // An address can be typed without any help.
    meta: { errors: 'own' },
  })
  const suggestions = wantsHelp ? (found.data?.payload ?? []) : []
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
