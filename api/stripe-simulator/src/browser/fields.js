import { cardBrand, checkCvc, checkExpiry, checkNumber, digitsOf, formatExpiry, formatNumber } from './card-number.js'
import { freshId, make } from './dom.js'

/** The three fields of a card form. `card` is the form's current state because the length of the code depends on the number. */
export const FIELDS = {
  number: {
    label: 'Credit or debit card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    format: formatNumber,
    check: checkNumber,
  },
  expiry: {
    label: 'Credit or debit card expiration date',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
    format: formatExpiry,
    check: (text) => checkExpiry(text),
  },
  cvc: {
    label: 'Credit or debit card CVC/CVV',
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    format: (text) => digitsOf(text).slice(0, 4),
    check: (text, card) => checkCvc(text, cardBrand(card.number ?? '')),
  },
}

/**
 * One accessible input. Shows an error immediately if a complete value is invalid, and when the focus leaves an
 * incomplete value. Shows no error for an incomplete value while the user is typing.
 */
export function createField(name, { card, onChange, onFocus, onBlur, style = {}, placeholder, disabled }) {
  const spec = FIELDS[name]
  const id = freshId(name)
  const errorId = `${id}-error`
  const errorText = make('span', { id: errorId, class: 'sst-hidden', role: 'alert' })
  const input = make('input', {
    id,
    class: 'sst-input',
    name: `card-${name}`,
    type: 'text',
    inputmode: 'numeric',
    autocomplete: spec.autocomplete,
    placeholder: placeholder ?? spec.placeholder,
    'aria-label': spec.label,
    'aria-describedby': errorId,
    'aria-invalid': 'false',
    'aria-required': 'true',
    disabled,
  })
  const dress = (look) => {
    for (const property of ['color', 'fontFamily', 'fontSize', 'fontWeight', 'letterSpacing', 'lineHeight']) {
      if (look[property]) input.style[property] = look[property]
    }
  }
  dress(style)
  const element = make('span', { class: 'sst-field', 'data-name': name }, input, errorText)

  let shown
  const show = (error) => {
    shown = error
    input.setAttribute('aria-invalid', String(Boolean(error)))
    errorText.textContent = error?.message ?? ''
  }
  const field = {
    name,
    element,
    input,
    /** Applies the page's styles from Stripe's `style.base`. */
    dress,
    get value() {
      return input.value
    },
    get empty() {
      return input.value === ''
    },
    get problem() {
      return spec.check(input.value, card())
    },
    get shownProblem() {
      return shown
    },
    /** Shows the problem, if any, and returns it. A form calls this before it submits. */
    reveal() {
      show(field.problem)
      return shown
    },
  }
  input.addEventListener('input', () => {
    // Reformats only while the user types at the end. Otherwise, the caret would move when a digit in the middle is corrected.
    if (input.selectionStart === input.value.length) input.value = spec.format(input.value)
    const now = field.problem
    show(now && !now.code.startsWith('incomplete') ? now : undefined)
    onChange()
  })
  input.addEventListener('focus', () => onFocus())
  input.addEventListener('blur', () => {
    input.value = spec.format(input.value)
    if (!field.empty) show(field.problem)
    onChange()
    onBlur()
  })
  return field
}
