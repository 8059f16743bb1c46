import { cardBrand, digitsOf } from './card-number.js'
import { ensureStyle } from './dom.js'
import { createField } from './fields.js'

/** The field of each type of element. */
const ELEMENT_FIELDS = { cardNumber: 'number', cardExpiry: 'expiry', cardCvc: 'cvc' }

/** One element of Stripe.js. It is mounted in a container of the page and emits events until it is destroyed. */
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

  /** Sets the classes that Stripe.js sets on the container, so that the page's styles for them apply. */
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
    // Emits the event later, as Stripe.js does, because the page attaches its listeners after mounting.
    setTimeout(() => this.emit('ready', { elementType: this.type }), 0)
  }

  destroy() {
    this.field.element.remove()
    this.container = undefined
    this.group.forget(this)
    this.listeners.clear()
  }

  /** Sets the focus to the input. */
  focus() {
    this.field.input.focus()
  }

  update({ disabled, style }) {
    if (disabled !== undefined) this.field.input.disabled = disabled
    if (style?.base) this.field.dress(style.base)
  }

  /** Shows the problem of the field, if any, and returns it. */
  reveal() {
    const problem = this.field.reveal()
    this.changed()
    return problem
  }
}

/** The result of `stripe.elements()`: elements that together form one card. */
export class SimulatedElements {
  all = []

  create(type, options) {
    if (!ELEMENT_FIELDS[type]) throw new Error(`The simulator of Stripe.js has no element of the kind ${type}.`)
    if (this.getElement(type)) throw new Error(`Can only create one Element of type ${type}.`)
    const element = new SimulatedElement(type, options, this)
    this.all.push(element)
    return element
  }

  /** Finds an element by its type or by its component in react-stripe-js. */
  getElement(which) {
    const type = typeof which === 'string' ? which : which?.__elementType
    return this.all.find((element) => element.type === type) ?? null
  }

  forget(element) {
    this.all = this.all.filter((known) => known !== element)
  }

  /** Does nothing because the elements inherit their appearance from the page. */
  update() {}

  /** Shows all problems and returns the first one. */
  reveal() {
    return this.all.map((element) => element.reveal()).find(Boolean)
  }

  values() {
    return Object.fromEntries(this.all.map(({ field }) => [field.name, field.value]))
  }

  /** Returns the card in the format of Stripe's API. Omits the security code if the page has no field for it. */
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
