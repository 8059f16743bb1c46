import type { Config } from '../config.ts'
import { createStripeProvider, type StripeDeps, type StripeProvider } from './stripe/provider.ts'

/** The outside world, behind small interfaces. Each part is real with its setting and embedded without (decisions 31–36). */
export interface Providers {
  stripe: StripeProvider
  close: () => Promise<void>
}

export type ProviderDeps = StripeDeps

export async function createProviders(config: Config, deps: ProviderDeps): Promise<Providers> {
  const stripe = await createStripeProvider(config, deps)
  return { stripe, close: () => stripe.close() }
}
