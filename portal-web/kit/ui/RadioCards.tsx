import { type ReactNode, useId } from 'react'
import { FieldLabel } from './Field.tsx'
import './RadioCards.css'

interface RadioCardsProps<Value extends string> {
  legend: ReactNode
  /** Whether to hide the legend visually. Use it if a heading above the group has the same text. */
  isLegendHidden?: boolean
  name: string
  value: Value | undefined
  onValueChange: (value: Value) => void
  options: readonly {
    value: Value
    label: ReactNode
    description?: ReactNode
    /** The reason why the option is disabled. It is shown in the card. */
    disabledReason?: string | undefined
    icon?: ReactNode
    /** Content that opens below the selected card. It stays mounted while hidden so that its input is not lost. */
    panel?: ReactNode
    isOpen?: boolean
  }[]
}

/** Radio buttons shown as cards, each with space for a description. Use them for a small number of options. */
export function RadioCards<Value extends string>({
  legend,
  isLegendHidden = false,
  name,
  value,
  onValueChange,
  options,
}: RadioCardsProps<Value>) {
  const id = useId()
  return (
    <fieldset className="radio-cards">
      {isLegendHidden ? (
        <legend className="visually-hidden">{legend}</legend>
      ) : (
        <FieldLabel as="legend">{legend}</FieldLabel>
      )}
      {options.map((option) => {
        const about = option.disabledReason ?? option.description
        const card = (
          <label className="radio-card" data-disabled={option.disabledReason ? '' : undefined}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={Boolean(option.disabledReason)}
              aria-describedby={about ? `${id}-${option.value}` : undefined}
              onChange={() => onValueChange(option.value)}
            />
            {option.icon && <span aria-hidden="true">{option.icon}</span>}
            <span className="radio-card-text">
              <span className="radio-card-label">{option.label}</span>
              {about && (
                <span className="field-help" id={`${id}-${option.value}`}>
                  {about}
                </span>
              )}
            </span>
          </label>
        )
        return (
          <div key={option.value} className="radio-card-box">
            {card}
            {option.panel && (
              <div className="radio-card-panel" hidden={!option.isOpen}>
                {option.panel}
              </div>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}
