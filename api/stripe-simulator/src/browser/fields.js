import { cardBrand, checkCvc, checkExpiry, checkNumber, digitsOf, formatExpiry, formatNumber } from './card-number.js'
import { freshId, make } from './dom.js'

/** The three things a card form asks for. `card` is the form's current state, since the code's length depends on the number. */
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
 * One accessible input. It complains when it is left incomplete, or at once when what is complete is wrong; never while
 * somebody is still typing.
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
    /** Gives it the page's look, as Stripe's `style.base` names it. */
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
    /** Shows what is wrong, if anything is; a form calls this before it sends. */
    reveal() {
      show(field.problem)
      return shown
    },
  }
  input.addEventListener('input', () => {
    // Reformat only when typing at the end: moving the caret of somebody who corrects a digit in the middle would be worse.
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
