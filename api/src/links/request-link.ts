import { sql } from 'kysely'
import { createUnprocessableError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'
import { sendPolicyLink } from './send-policy-link.ts'

export interface PolicyLinkRequest {
  email: string
  phone: string
  policyNumber: string
  zip: string
}

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'find-policy-for-link': PolicyLinkRequest
  }
}

/**
 * Accepts a request for a policy link. The policy is looked up later in a job so that the response does not reveal who
 * is insured.
 */
export async function requestLink(ctx: Ctx, input: Partial<PolicyLinkRequest>): Promise<void> {
  const wanted = {
    email: input.email ?? '',
    phone: input.phone ?? '',
    policyNumber: input.policyNumber ?? '',
    zip: input.zip ?? '',
  }
  if (!wanted.email && !wanted.policyNumber)
    throw createUnprocessableError('missing_contact', 'email: enter an email address or a policy number.', 'email')
  if (wanted.email && !wanted.phone)
    throw createUnprocessableError('missing_contact', 'phone: enter the phone number on file.', 'phone')
  if (!wanted.email && !wanted.zip)
    throw createUnprocessableError('missing_contact', 'zip: enter the ZIP code on file.', 'zip')
  await runInTransaction(ctx, (ctx) => enqueueJob(ctx.db, 'find-policy-for-link', wanted, { maxAttempts: 5 }))
}

/** Finds the newest policy that matches a link request and emails a link to its insured. Runs as a job. */
export async function sendRequestedPolicyLink(ctx: Ctx, wanted: PolicyLinkRequest): Promise<void> {
  const digits = wanted.phone.replace(/\D/g, '').slice(-10)
  const { rows } = await sql<{ policy_id: string }>`
    select policy_id from policies
    where ${
      wanted.email
        ? sql`identity_id in (select identity_id from policyholder_identities where email = ${wanted.email})
              and email = ${wanted.email} and right(regexp_replace(coalesce(phone, ''), '[^0-9]', '', 'g'), 10) = ${digits}`
        : sql`policy_no = ${wanted.policyNumber.toUpperCase()} and zip = ${wanted.zip}`
    }
    order by inception_date desc limit 1`.execute(ctx.db)
  const found = rows[0]
  if (!found) return
  await runInTransaction(ctx, (ctx) => sendPolicyLink(ctx, { policyId: found.policy_id, purpose: 'authenticate' }))
}
