import type { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import { assertOutsideTransaction } from '../db/transaction-scope.ts'
import { createAddresses } from './addresses/addresses.ts'
import type { Addresses } from './addresses/suggestion.ts'
import { createFiles } from './files/create-files.ts'
import type { Files } from './files/stored-file.ts'
import { createMail, type Mail } from './mail/mail.ts'
import { createMailbox } from './mail/mailbox.ts'
import { createPdf, type Pdf } from './pdf/pdf.ts'
import { createStripeProvider, type StripeDeps, type StripeProvider } from './stripe/provider.ts'

/** Interfaces to external services. Each service is real if its setting is present, otherwise embedded (SYS-1–36). */
export interface Providers {
  stripe: StripeProvider
  mail: Mail
  /** The mailbox page, mounted at `/mailbox`. Absent if there is a mail server. */
  mailbox?: Hono
  files: Files
  addresses: Addresses
  pdf: Pdf
  close: () => Promise<void>
}

export type ProviderDeps = StripeDeps

/**
 * Wraps a provider so that its functions throw inside a transaction. Slow calls would hold the locks of the
 * transaction.
 */
function forbidInTransactions<Provider extends object>(name: string, provider: Provider): Provider {
  const guarded = Object.entries(provider).map(([method, call]) => [
    method,
    (...given: unknown[]) => {
      assertOutsideTransaction(`${name}.${method} was called`)
      return (call as (...given: unknown[]) => unknown)(...given)
    },
  ])
  return Object.fromEntries(guarded) as Provider
}

/** Creates all providers for the configuration. `close` waits for calls in progress. */
export async function createProviders(config: Config, deps: ProviderDeps): Promise<Providers> {
  const stripe = await createStripeProvider(config, deps)
  const mail = createMail(config)
  const files = forbidInTransactions('files', await createFiles(config))
  const pdf = forbidInTransactions('pdf', createPdf())
  return {
    stripe,
    mail,
    ...(!config.SMTP_URL && { mailbox: createMailbox(deps.pool) }),
    files,
    addresses: createAddresses(config),
    pdf,
    close: async () => {
      await Promise.all([stripe.close(), mail.close(), files.close(), pdf.close()])
    },
  }
}
