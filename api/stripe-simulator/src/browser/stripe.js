import { askForAuthentication } from './dialogs.js'
import { SimulatedElements } from './elements.js'
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

/** `seti_1_secret_2` → what kind of intent it is, and its path. */
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

  /** One call; its answer under the name that the page knows it by. */
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
    if (type !== 'bank_account') throw new Error('The stand-in for Stripe.js makes tokens of bank accounts only.')
    return this.post('tokens', { bank_account: data }, 'token')
  }

  /** Confirms with a payment method's id, or with a description of one; then asks the card's owner where the bank wants it. */
  async confirm(secret, { payment_method: method }, type) {
    const { kind, path } = readSecret(secret)
    const chosen =
      typeof method === 'string' ? { payment_method: method } : { payment_method_data: { type, ...method } }
    const params = { client_secret: secret, use_stripe_sdk: true, ...chosen }
    const answer = await this.post(`${path}/confirm`, params, kind.answer)
    return answer.error ? answer : this.finish(secret, answer[kind.answer])
  }

  async finish(secret, intent) {
    const { kind, path } = readSecret(secret)
    if (intent.status !== 'requires_action') return { [kind.answer]: intent }
    const outcome = await askForAuthentication()
    const answer = await this.post(`${path}/challenge`, { client_secret: secret, outcome }, kind.answer)
    const refusal = outcome === 'refused' && answer[kind.answer]?.[kind.lastError]
    return refusal ? { error: { ...refusal, [kind.nested]: answer[kind.answer] } } : answer
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

/** Called with and without `new`, like Stripe's own. */
function StandIn(key) {
  if (typeof key !== 'string' || !key) throw new Error('Please call Stripe() with your publishable key.')
  return new SimulatedStripe(key)
}
/** What `@stripe/stripe-js` expects of the script that it finds on the page. */
StandIn.version = 'endive'
window.Stripe = StandIn
