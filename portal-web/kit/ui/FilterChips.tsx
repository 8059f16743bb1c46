import { formatNumber } from '../formats/format.ts'
import './FilterChips.css'

interface FilterChipsProps<Value extends string> {
  /** Accessible name of the group. */
  label: string
  value: Value
  chips: readonly { value: Value; label: string; count: number }[]
  onValueChange: (value: Value) => void
}

/** A row of filters with counts. Exactly one is selected. */
export function FilterChips<Value extends string>({ label, value, chips, onValueChange }: FilterChipsProps<Value>) {
  return (
    // A fieldset would add the browser's border and minimum width.
    // biome-ignore lint/a11y/useSemanticElements: the chips are buttons, not form fields
    <div className="filter-chips" role="group" aria-label={label}>
      {chips.map((chip) => (
        <button
          key={chip.value}
          type="button"
          className="filter-chip"
          aria-pressed={chip.value === value}
          onClick={() => onValueChange(chip.value)}
        >
          {chip.label} <span className="filter-chip-count">{formatNumber(chip.count)}</span>
        </button>
      ))}
    </div>
  )
}
