import { reencryptTwoFactorSecrets } from '../accounts/two-factor/store.ts'
import { reencryptAgencyNumbers } from '../agencies/numbers.ts'
import { reencryptApprovals } from '../approvals/approvals.ts'
import type { Ctx } from '../http/context.ts'
import { resealSecrets } from '../webhooks/secret.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    reseal: Record<string, never>
  }
}

/** Crontab line: every night. The job changes nothing unless an encryption key was added. */
export const reencryptSecretsSchedule = '30 7 * * * reseal ?max=3'

/**
 * Re-encrypts all data that was encrypted with an older key of SEALING_KEYS. Uses the first key. Afterward, the older
 * keys can be removed.
 */
export async function reencryptSecrets(ctx: Pick<Ctx, 'db' | 'keys'>): Promise<void> {
  await reencryptAgencyNumbers(ctx)
  await reencryptTwoFactorSecrets(ctx)
  await resealSecrets(ctx)
  await reencryptApprovals(ctx)
}
