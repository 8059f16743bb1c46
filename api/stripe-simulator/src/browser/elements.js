import { cardBrand, digitsOf } from './card-number.js'
import { ensureStyle } from './dom.js'
import { createField } from './fields.js'

/** Which field each kind of element holds. */
const ELEMENT_FIELDS = { cardNumber: 'number', cardExpiry: 'expiry', cardCvc: 'cvc' }

/** One element of Stripe.js: made, mounted into the page's own box, told about by events, destroyed. */
class SimulatedElement {
  constructor(type, options, group) {
    this.type = type
    this.group = group
    this.listeners = new Map()
    this.container = undefined
    this.field = createField(ELEMENT_FIELDS[type], {
      card: () => group.values(),
      style: options?.style?.base,
      placeholder: options?.placeholder,
      disabled: options?.disabled,
      onChange: () => this.changed(),
      onFocus: () => this.paint(true),
      onBlur: () => this.paint(false),
    })
  }

  get state() {
    const { name, empty, problem, shownProblem: error, value } = this.field
    const brand = name === 'number' && { brand: cardBrand(value).brand }
    return { elementType: this.type, empty, complete: !problem, error, ...brand }
  }

  changed() {
    this.paint()
    this.emit('change', this.state)
  }

  /** The classes that Stripe.js puts on the page's box, so that the page's own style for them applies. */
  paint(focused = this.field.input === document.activeElement) {
    const { empty, complete, error } = this.state
    const flags = { empty, complete, focus: focused, invalid: Boolean(error) }
    this.container?.classList.add('StripeElement')
    for (const [name, on] of Object.entries(flags)) this.container?.classList.toggle(`StripeElement--${name}`, on)
  }

  emit(event, detail) {
    for (const listener of this.listeners.get(event) ?? []) listener(detail)
  }

  on(event, listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
    return this
  }

  off(event, listener) {
    const kept = (this.listeners.get(event) ?? []).filter((known) => listener && known !== listener)
    this.listeners.set(event, kept)
    return this
  }

  mount(container) {
    ensureStyle()
    this.container = container
    container.replaceChildren(this.field.element)
    this.paint(false)
    // Listeners are attached right after mounting; Stripe's own elements are ready a moment later, too.
    setTimeout(() => this.emit('ready', { elementType: this.type }), 0)
  }

  destroy() {
    this.field.element.remove()
    this.container = undefined
    this.group.forget(this)
    this.listeners.clear()
  }

  /** Puts the caret into its field. */
  focus() {
    this.field.input.focus()
  }

  update({ disabled, style }) {
    if (disabled !== undefined) this.field.input.disabled = disabled
    if (style?.base) this.field.dress(style.base)
  }

  /** Shows what is wrong, if anything is, and gives it back. */
  reveal() {
    const problem = this.field.reveal()
    this.changed()
    return problem
  }
}

/** What `stripe.elements()` gives: elements that together make one card. */
export class SimulatedElements {
  all = []

  create(type, options) {
    if (!ELEMENT_FIELDS[type]) throw new Error(`The simulator of Stripe.js has no element of the kind ${type}.`)
    if (this.getElement(type)) throw new Error(`Can only create one Element of type ${type}.`)
    const element = new SimulatedElement(type, options, this)
    this.all.push(element)
    return element
  }

  /** By name, or by the component of react-stripe-js that drew it. */
  getElement(which) {
    const type = typeof which === 'string' ? which : which?.__elementType
    return this.all.find((element) => element.type === type) ?? null
  }

  forget(element) {
    this.all = this.all.filter((known) => known !== element)
  }

  /** The look of all elements, which the simulator takes from the page. */
  update() {}

  /** Shows every problem and gives back the first. */
  reveal() {
    return this.all.map((element) => element.reveal()).find(Boolean)
  }

  values() {
    return Object.fromEntries(this.all.map(({ field }) => [field.name, field.value]))
  }

  /** The card as Stripe's API takes it. The code is left out where the page does not ask for it. */
  card() {
    const { number = '', expiry = '', cvc } = this.values()
    const digits = digitsOf(expiry)
    return {
      number: digitsOf(number),
      exp_month: digits.slice(0, 2),
      exp_year: digits.slice(2),
      ...(cvc && { cvc }),
    }
  }
}
