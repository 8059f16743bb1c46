import type { Hono } from 'hono'
import type { Config } from '../config/config.ts'
import { createAddresses } from './addresses/addresses.ts'
import type { Addresses } from './addresses/suggestion.ts'
import { createFiles } from './files/files.ts'
import type { Files } from './files/stored-file.ts'
import { createMail, type Mail } from './mail/mail.ts'
import { createMailbox } from './mail/mailbox.ts'
import { createPdf, type Pdf } from './pdf/pdf.ts'
import { createStripeProvider, type StripeDeps, type StripeProvider } from './stripe/provider.ts'

/** The outside world, behind small interfaces. Each part is real with its setting and embedded without (decisions 31–36). */
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

/** Makes every provider that the configuration asks for; `close` lets what runs finish. */
export async function createProviders(config: Config, deps: ProviderDeps): Promise<Providers> {
  const stripe = await createStripeProvider(config, deps)
  const mail = createMail(config)
  const files = await createFiles(config)
  const pdf = createPdf()
  return {
    stripe,
    mail,
    ...(!config.SMTP_URL && { mailbox: createMailbox(deps.pool) }),
    files,
    addresses: createAddresses(config, deps.pool),
    pdf,
    close: async () => {
      await Promise.all([stripe.close(), mail.close(), files.close(), pdf.close()])
    },
  }
}
