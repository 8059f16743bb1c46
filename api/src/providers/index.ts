import type { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import { assertOutsideTransaction } from '../db/transaction-scope.ts'
import { createAddressProvider } from './addresses/create-address-provider.ts'
import type { AddressProvider } from './addresses/suggestion.ts'
import { createFileStorage } from './files/create-file-storage.ts'
import type { FileStorage } from './files/stored-file.ts'
import { createEmailProvider, type EmailProvider } from './mail/mail.ts'
import { createMailboxPage } from './mail/mailbox.ts'
import { createPdfProvider, type PdfProvider } from './pdf/pdf.ts'
import { createStripeProvider, type StripeDeps, type StripeProvider } from './stripe/provider.ts'

/**
 * Interfaces to external services. Each one uses the real service if it is configured, otherwise a built-in substitute
 * (SYS-1–36).
 */
export interface Providers {
  stripe: StripeProvider
  mail: EmailProvider
  /** The mailbox page, mounted at `/mailbox`. Absent if a mail server is configured. */
  mailbox?: Hono
  files: FileStorage
  addresses: AddressProvider
  pdf: PdfProvider
  close: () => Promise<void>
}

export type ProviderDeps = StripeDeps

/**
 * Wraps a provider so that its functions throw inside a transaction. Slow calls would otherwise hold the transaction's
 * locks.
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

/** Creates all configured providers. `close` waits for calls in progress. */
export async function createProviders(config: Config, deps: ProviderDeps): Promise<Providers> {
  const stripe = await createStripeProvider(config, deps)
  const mail = createEmailProvider(config)
  const files = forbidInTransactions('files', await createFileStorage(config))
  const pdf = forbidInTransactions('pdf', createPdfProvider())
  return {
    stripe,
    mail,
    ...(!config.SMTP_URL && { mailbox: createMailboxPage(deps.pool) }),
    files,
    addresses: createAddressProvider(config),
    pdf,
    close: async () => {
      await Promise.all([stripe.close(), mail.close(), files.close(), pdf.close()])
    },
  }
}
