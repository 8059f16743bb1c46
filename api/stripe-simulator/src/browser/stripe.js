import { askForAccount, askForAuthentication } from './dialogs.js'
import { StandInElements } from './elements.js'
import { send } from './transport.js'

/** How the two kinds of intent are called in paths and in answers. */
const INTENTS = {
  setup: { path: 'setup_intents', answer: 'setupIntent', nested: 'setup_intent', lastError: 'last_setup_error' },
  payment: {
    path: 'payment_intents',
    answer: 'paymentIntent',
    nested: 'payment_intent',
    lastError: 'last_payment_error',
  },
}

const kindOfSecret = (secret) => (secret.startsWith('seti_') ? INTENTS.setup : INTENTS.payment)

const idOfSecret = (secret) => {
  const [id, rest] = String(secret).split('_secret_')
  if (!rest)
    throw new Error(
      `Invalid value for intent secret: value should be a client_secret string. You specified: ${secret}.`,
    )
  return id
}

class StandInStripe {
  constructor(key) {
    this.key = key
    this.linkedMethods = new Map()
  }

  elements(options) {
    return new StandInElements(options)
  }

  registerAppInfo() {}

  _registerWrapper() {}

  post(path, params) {
    return send(this.key, 'POST', path, params)
  }

  /** The card that the elements hold, or why it cannot be sent yet. */
  readCard(group, billing) {
    const error = group.reveal()
    if (error) return { error }
    const { postalCode } = group.values()
    const address = postalCode ? { postal_code: postalCode, ...billing?.address } : billing?.address
    return { data: { type: 'card', card: group.card(), billing_details: { ...billing, ...(address && { address }) } } }
  }

  /** `payment_method` of a confirm call: an id, a description with an element in it, or nothing. */
  readMethod(given, type) {
    if (given === undefined || given === null) return { params: {} }
    if (typeof given === 'string') return { params: { payment_method: given } }
    if (type === 'card' && given.card?.group) {
      const { error, data } = this.readCard(given.card.group, given.billing_details)
      return error ? { error } : { params: { payment_method_data: data } }
    }
    return { params: { payment_method_data: { type, ...given } } }
  }

  async createPaymentMethod(first, element, more) {
    const options = typeof first === 'string' ? { type: first, ...more, [first]: element ?? more?.[first] } : first
    const group = options.elements ?? options.card?.group ?? options.element?.group
    if (!group) {
      const { value, error } = await this.post('payment_methods', options)
      return error ? { error } : { paymentMethod: value }
    }
    const { error, data } = this.readCard(group, options.billing_details ?? options.params?.billing_details)
    if (error) return { error }
    const made = await this.post('payment_methods', data)
    return made.error ? { error: made.error } : { paymentMethod: made.value }
  }

  async createToken(type, data) {
    if (type !== 'bank_account') throw new Error('The stand-in for Stripe.js makes tokens of bank accounts only.')
    const { value, error } = await this.post('tokens', { bank_account: data })
    return error ? { error } : { token: value }
  }

  /** Confirms, then asks the card's owner where the bank wants it. */
  async confirm(secret, params, { handleActions = true } = {}) {
    const kind = kindOfSecret(secret)
    const { value, error } = await this.post(`${kind.path}/${idOfSecret(secret)}/confirm`, {
      client_secret: secret,
      use_stripe_sdk: true,
      ...params,
    })
    if (error) return { error }
    return handleActions ? this.finish(secret, value) : { [kind.answer]: value }
  }

  async finish(secret, intent) {
    const kind = kindOfSecret(secret)
    if (intent.status !== 'requires_action' || intent.next_action?.type !== 'use_stripe_sdk') {
      return { [kind.answer]: intent }
    }
    const outcome = await askForAuthentication()
    const { value, error } = await this.post(`${kind.path}/${intent.id}/challenge`, { client_secret: secret, outcome })
    if (error) return { error }
    const refusal = outcome === 'refused' && value[kind.lastError]
    return refusal ? { error: { ...refusal, [kind.nested]: value } } : { [kind.answer]: value }
  }

  async confirmWith(secret, data, type, options) {
    const { error, params } = this.readMethod(data?.payment_method, type)
    if (error) return { error }
    const { payment_method: _, ...rest } = data ?? {}
    return this.confirm(secret, { ...rest, ...params }, options)
  }

  confirmCardSetup(secret, data, options) {
    return this.confirmWith(secret, data, 'card', options)
  }

  confirmCardPayment(secret, data, options) {
    return this.confirmWith(secret, data, 'card', options)
  }

  confirmUsBankAccountSetup(secret, data) {
    return this.confirmWith(secret, data ?? { payment_method: this.linkedMethods.get(secret) }, 'us_bank_account')
  }

  confirmUsBankAccountPayment(secret, data) {
    return this.confirmWith(secret, data ?? { payment_method: this.linkedMethods.get(secret) }, 'us_bank_account')
  }

  /** The dialog in which an account is chosen at the bank; the account is confirmed by the call that follows. */
  async collectBankAccount({ clientSecret, params }) {
    const kind = kindOfSecret(clientSecret)
    const retrieved = await this.retrieve(clientSecret)
    if (retrieved.error) return retrieved
    const accountNumber = await askForAccount()
    const intent = retrieved[kind.answer]
    if (!accountNumber) return { [kind.answer]: intent }
    const { value, error } = await this.post('payment_methods', {
      type: 'us_bank_account',
      billing_details: params?.payment_method_data?.billing_details,
      us_bank_account: {
        routing_number: '110000000',
        account_number: accountNumber,
        account_holder_type: 'individual',
      },
    })
    if (error) return { error }
    this.linkedMethods.set(clientSecret, value.id)
    return { [kind.answer]: { ...intent, payment_method: value, status: 'requires_confirmation' } }
  }

  collectBankAccountForSetup(options) {
    return this.collectBankAccount(options)
  }

  collectBankAccountForPayment(options) {
    return this.collectBankAccount(options)
  }

  confirmIntent({ elements, clientSecret, confirmParams = {} }) {
    const secret = clientSecret ?? elements.options.clientSecret
    const { payment_method_data: extra, payment_method: method, ...rest } = confirmParams
    if (method) return this.confirm(secret, { ...rest, payment_method: method })
    const { error, data } = this.readCard(elements, extra?.billing_details)
    return error ? Promise.resolve({ error }) : this.confirm(secret, { ...rest, payment_method_data: data })
  }

  confirmSetup(options) {
    return this.confirmIntent(options)
  }

  confirmPayment(options) {
    return this.confirmIntent(options)
  }

  async retrieve(secret) {
    const kind = kindOfSecret(secret)
    const { value, error } = await send(this.key, 'GET', `${kind.path}/${idOfSecret(secret)}`, {
      client_secret: secret,
    })
    return error ? { error } : { [kind.answer]: value }
  }

  retrieveSetupIntent(secret) {
    return this.retrieve(secret)
  }

  retrievePaymentIntent(secret) {
    return this.retrieve(secret)
  }

  async handleNextAction({ clientSecret }) {
    const found = await this.retrieve(clientSecret)
    return found.error ? found : this.finish(clientSecret, found[kindOfSecret(clientSecret).answer])
  }

  handleCardAction(clientSecret) {
    return this.handleNextAction({ clientSecret })
  }

  async verifyMicrodepositsForSetup(secret, { amounts, descriptor_code }) {
    const path = `setup_intents/${idOfSecret(secret)}/verify_microdeposits`
    const { value, error } = await this.post(path, { client_secret: secret, amounts, descriptor_code })
    return error ? { error } : { setupIntent: value }
  }
}

/** Called with and without `new`, like Stripe's own. */
function StandIn(key) {
  if (typeof key !== 'string' || !key) throw new Error('Please call Stripe() with your publishable key.')
  return new StandInStripe(key)
}
/** What `@stripe/stripe-js` expects of the script that it finds on the page. */
StandIn.version = 'endive'
window.Stripe = StandIn
