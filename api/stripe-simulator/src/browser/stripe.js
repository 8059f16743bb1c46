import { openAuthenticationDialog } from './dialogs.js'
import { SimulatedElements } from './elements.js'
import { send } from './transport.js'

/** Names of the two kinds of intents in paths and results. */
const INTENTS = {
  setup: { path: 'setup_intents', resultName: 'setupIntent', nested: 'setup_intent', lastError: 'last_setup_error' },
  payment: {
    path: 'payment_intents',
    resultName: 'paymentIntent',
    nested: 'payment_intent',
    lastError: 'last_payment_error',
  },
}

/** Returns the kind and the path of an intent from its client secret, for example `seti_1_secret_2`. */
function readSecret(secret) {
  const [id, rest] = String(secret).split('_secret_')
  if (!rest)
    throw new Error(
      `Invalid value for intent secret: value should be a client_secret string. You specified: ${secret}.`,
    )
  const kind = id.startsWith('seti_') ? INTENTS.setup : INTENTS.payment
  return { kind, path: `${kind.path}/${id}` }
}

class SimulatedStripe {
  constructor(key) {
    this.key = key
  }

  elements() {
    return new SimulatedElements()
  }

  registerAppInfo() {}

  _registerWrapper() {}

  /** Sends a request. Returns the object under the name that Stripe.js gives it, or the error. */
  async post(path, params, name) {
    const { value, error } = await send(this.key, 'POST', path, params)
    return error ? { error } : { [name]: value }
  }

  async createPaymentMethod({ card: { group }, billing_details }) {
    const error = group.reveal()
    if (error) return { error }
    return this.post('payment_methods', { type: 'card', card: group.card(), billing_details }, 'paymentMethod')
  }

  async createToken(type, data) {
    if (type !== 'bank_account') throw new Error('The Stripe.js simulator creates only bank account tokens.')
    return this.post('tokens', { bank_account: data }, 'token')
  }

  /** Confirms with a payment method's ID or data, and then opens the authentication dialog if the bank requires it. */
  async confirm(secret, { payment_method: method }, type) {
    const { kind, path } = readSecret(secret)
    const chosen =
      typeof method === 'string' ? { payment_method: method } : { payment_method_data: { type, ...method } }
    const params = { client_secret: secret, use_stripe_sdk: true, ...chosen }
    const result = await this.post(`${path}/confirm`, params, kind.resultName)
    return result.error ? result : this.finish(secret, result[kind.resultName])
  }

  async finish(secret, intent) {
    const { kind, path } = readSecret(secret)
    if (intent.status !== 'requires_action') return { [kind.resultName]: intent }
    const outcome = await openAuthenticationDialog()
    const result = await this.post(`${path}/challenge`, { client_secret: secret, outcome }, kind.resultName)
    const error = outcome === 'failed' && result[kind.resultName]?.[kind.lastError]
    return error ? { error: { ...error, [kind.nested]: result[kind.resultName] } } : result
  }

  confirmCardSetup(secret, data) {
    return this.confirm(secret, data, 'card')
  }

  confirmCardPayment(secret, data) {
    return this.confirm(secret, data, 'card')
  }

  confirmUsBankAccountSetup(secret, data) {
    return this.confirm(secret, data, 'us_bank_account')
  }

  async handleNextAction({ clientSecret }) {
    const { path } = readSecret(clientSecret)
    const { value, error } = await send(this.key, 'GET', path, { client_secret: clientSecret })
    return error ? { error } : this.finish(clientSecret, value)
  }
}

/** The global function `Stripe`. It can be called with or without `new`, like the original. */
function StripeConstructor(key) {
  if (typeof key !== 'string' || !key) throw new Error('Please call Stripe() with your publishable key.')
  return new SimulatedStripe(key)
}
/** `@stripe/stripe-js` reads the version of the script that it finds on the page. */
StripeConstructor.version = 'endive'
window.Stripe = StripeConstructor
