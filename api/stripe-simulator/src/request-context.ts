import type Stripe from 'stripe'
import { createId } from './ids.ts'
import { getObjectDisplayName, type StripeObject } from './objects.ts'
import type { ObjectStore } from './store.ts'
import { createResourceMissingError } from './stripe-api-error.ts'

export const API_VERSION = '2026-10-28.endive'

export interface SimulatorSettings {
  /** Time until bank debits and their refunds settle, in milliseconds. */
  settleAfterMs: number
  now: () => Date
}

/** Context of one simulator request: its transaction, clock and events. */
export class RequestContext {
  readonly store: ObjectStore
  readonly settings: SimulatorSettings
  readonly request: { id: string | null; idempotency_key: string | null }

  constructor(
    store: ObjectStore,
    settings: SimulatorSettings,
    request: { id: string | null; idempotency_key: string | null },
  ) {
    this.store = store
    this.settings = settings
    this.request = request
  }

  /** Current time in seconds since 1970, as in Stripe. */
  get now() {
    return Math.floor(this.settings.now().getTime() / 1000)
  }

  /** Returns the object with this id. Throws Stripe's error if the object does not exist. */
  async findOrThrow<T extends StripeObject>(object: T['object'], id: string, param = 'id'): Promise<T> {
    const found = await this.store.find<T>(id)
    if (found?.object !== object) throw createResourceMissingError(getObjectDisplayName(object), id, param)
    return found
  }

  /** Records an event and queues its delivery in the same transaction as the change. */
  async emit(type: string, object: StripeObject, previous?: Partial<StripeObject>) {
    const event = {
      id: createId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.now,
      data: previous ? { object, previous_attributes: previous } : { object },
      livemode: false,
      pending_webhooks: 1,
      request: this.request,
      type,
    } as Stripe.Event
    await this.store.save(event)
    await this.store.schedule('deliver', event.id, this.settings.now())
  }

  async settleLater(objectId: string) {
    await this.store.schedule('settle', objectId, new Date(this.settings.now().getTime() + this.settings.settleAfterMs))
  }
}
