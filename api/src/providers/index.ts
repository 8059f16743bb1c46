import type { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import { assertOutsideTransaction } from '../db/transaction-scope.ts'
import { createAddresses } from './addresses/addresses.ts'
import type { Addresses } from './addresses/suggestion.ts'
import { createFiles } from './files/files.ts'
import type { Files } from './files/stored-file.ts'
import { createMail, type Mail } from './mail/mail.ts'
import { createMailbox } from './mail/mailbox.ts'
import { createPdf, type Pdf } from './pdf/pdf.ts'
import { createStripeProvider, type StripeDeps, type StripeProvider } from './stripe/provider.ts'

/** The outside world, behind small interfaces. Each part is real with its setting and embedded without (SYS-1–36). */
export interface Providers {
  stripe: StripeProvider
  mail: Mail
  /** Only without a mail server: to be mounted at `/mailbox`. */
  mailbox?: Hono
  files: Files
  addresses: Addresses
  pdf: Pdf
  close: () => Promise<void>
}

export type ProviderDeps = StripeDeps

/** The same provider, whose functions throw inside a transaction: they are slow, and everybody else would wait for its locks. */
function outsideTransactions<Provider extends object>(name: string, provider: Provider): Provider {
  const guarded = Object.entries(provider).map(([method, call]) => [
    method,
    (...given: unknown[]) => {
      assertOutsideTransaction(`${name}.${method} was called`)
      return (call as (...given: unknown[]) => unknown)(...given)
    },
  ])
  return Object.fromEntries(guarded) as Provider
}

/** Makes every provider that the configuration asks for; `close` lets what runs finish. */
export async function createProviders(config: Config, deps: ProviderDeps): Promise<Providers> {
  const stripe = await createStripeProvider(config, deps)
  const mail = createMail(config)
  const files = outsideTransactions('files', await createFiles(config))
  const pdf = outsideTransactions('pdf', createPdf())
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
