import { cardBrand, digitsOf } from './card-number.js'
import { ensureStyle, make } from './dom.js'
import { createField } from './fields.js'

/** Which fields each kind of element holds. */
const ELEMENT_FIELDS = {
  card: ['number', 'expiry', 'cvc', 'postalCode'],
  cardNumber: ['number'],
  cardExpiry: ['expiry'],
  cardCvc: ['cvc'],
  payment: ['number', 'expiry', 'cvc'],
}

const containerOf = (target) => (typeof target === 'string' ? document.querySelector(target) : target)

/** One element of Stripe.js: made, mounted into the page's own box, told about by events, destroyed. */
class StandInElement {
  constructor(type, options, group) {
    this.type = type
    this.options = options ?? {}
    this.group = group
    this.listeners = new Map()
    this.container = undefined
    const names = ELEMENT_FIELDS[type].filter((name) => name !== 'postalCode' || !this.options.hidePostalCode)
    this.fields = names.map((name) =>
      createField(name, {
        card: () => group.values(),
        labelled: type === 'payment',
        style: this.options.style?.base,
        placeholder: names.length === 1 ? this.options.placeholder : undefined,
        disabled: this.options.disabled,
        onChange: () => this.changed(),
        onFocus: () => this.focusChanged('focus'),
        onBlur: () => this.focusChanged('blur'),
        onEscape: () => this.emit('escape', { elementType: type }),
      }),
    )
    this.root = make('div', { class: 'sst-row' }, ...this.fields.map((field) => field.element))
  }

  get state() {
    const error = this.fields.map((field) => field.shownProblem).find(Boolean)
    const number = this.fields.find((field) => field.name === 'number')
    return {
      elementType: this.type,
      empty: this.fields.every((field) => field.empty),
      complete: this.fields.every((field) => !field.problem),
      error,
      ...(number && { brand: cardBrand(number.value).brand }),
      ...(this.type === 'card' && { value: { postalCode: this.group.values().postalCode ?? '' } }),
      ...(this.type === 'payment' && { value: { type: 'card' }, collapsed: false }),
    }
  }

  changed() {
    this.paint()
    this.emit('change', this.state)
  }

  focusChanged(event) {
    this.paint(event === 'focus')
    this.emit(event, { elementType: this.type })
  }

  /** The classes that Stripe.js puts on the page's box, so that the page's own style for them applies. */
  paint(focused = this.root.contains(document.activeElement)) {
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

  once(event, listener) {
    const first = (detail) => {
      this.off(event, first)
      listener(detail)
    }
    return this.on(event, first)
  }

  mount(target) {
    const container = containerOf(target)
    if (!container) {
      throw new Error(
        `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
      )
    }
    ensureStyle()
    this.container = container
    container.replaceChildren(this.root)
    this.paint(false)
    // Listeners are attached right after mounting; Stripe's own elements are ready a moment later, too.
    setTimeout(() => this.emit('ready', { elementType: this.type }), 0)
  }

  unmount() {
    this.root.remove()
    this.container = undefined
  }

  destroy() {
    this.unmount()
    this.group.forget(this)
    this.listeners.clear()
  }

  update(options) {
    this.options = { ...this.options, ...options }
    if (options.disabled !== undefined) for (const { input } of this.fields) input.disabled = options.disabled
  }

  focus() {
    this.fields[0].input.focus()
  }

  blur() {
    for (const { input } of this.fields) input.blur()
  }

  clear() {
    for (const field of this.fields) field.clear()
    this.changed()
  }

  collapse() {}

  /** Shows every problem and gives back the first. */
  reveal() {
    const first = this.fields.map((field) => field.reveal()).find(Boolean)
    this.changed()
    return first
  }
}

/** What `stripe.elements()` gives: elements that together make one card. */
export class StandInElements {
  constructor(options = {}) {
    this.options = options
    this.all = []
  }

  create(type, options) {
    if (!ELEMENT_FIELDS[type]) throw new Error(`The stand-in for Stripe.js has no element of the kind ${type}.`)
    if (this.getElement(type)) throw new Error(`Can only create one Element of type ${type}.`)
    const element = new StandInElement(type, options, this)
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

  update(options) {
    this.options = { ...this.options, ...options }
  }

  async fetchUpdates() {
    return {}
  }

  async submit() {
    const error = this.reveal()
    return error ? { error } : { selectedPaymentMethod: 'card' }
  }

  reveal() {
    return this.all.map((element) => element.reveal()).find(Boolean)
  }

  values() {
    return Object.fromEntries(this.all.flatMap((element) => element.fields.map((field) => [field.name, field.value])))
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
