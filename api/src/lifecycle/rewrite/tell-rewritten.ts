import { mailAgentOfRecord } from '../../endorsements/mails.ts'
import type { TrxCtx } from '../../http/context.ts'
import { publicUrlOf } from '../../http/public-url.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recordLetters } from '../letters.ts'

interface Rewritten {
  policyId: string
  policyNo: string
  inceptionDate: string
  agency: { agency_id: string; agency_no: string }
  movedCents: number
  dueCents: number
}

/**
 * Tells the insured and the agency that another policy took the old one's place, both agencies when it changed hands,
 * and the lienholders, who look for a number that is not in force any more.
 */
export async function tellRewritten(ctx: TrxCtx, old: Policy, made: Rewritten): Promise<void> {
  const office = await ctx.db
    .selectFrom('agencies')
    .select(['email', 'company'])
    .where('agency_id', '=', made.agency.agency_id)
    .executeTakeFirstOrThrow()
  const home = publicUrlOf(ctx.config)
  const values = {
    oldPolicyNo: old.policyNo,
    policyNo: made.policyNo,
    address: old.addressLine,
    inceptionDate: made.inceptionDate,
    movedCents: made.movedCents,
    dueCents: made.dueCents,
  }
  const to = [
    {
      email: old.email,
      name: old.insuredName,
      firstName: old.firstName || old.insuredName,
      link: `${home}/policyholder/policies/${made.policyNo}`,
    },
    {
      email: office.email,
      name: office.company,
      firstName: office.company,
      link: `${home}/policy/embed/${made.policyNo}`,
    },
  ]
  for (const { email, name, firstName, link } of to)
    if (email)
      await queueMail(ctx.db, {
        to: email,
        toName: name,
        policyId: made.policyId,
        template: 'policy-rewritten',
        values: { ...values, firstName, link },
      })
  await recordLetters(ctx, { ...old, policyId: made.policyId }, 'rewrite')
  if (made.agency.agency_id !== old.agencyId)
    await mailAgentOfRecord(
      ctx.db,
      { ...old, policyId: made.policyId, policyNo: made.policyNo },
      {
        agencyId: made.agency.agency_id,
        agencyNo: made.agency.agency_no,
        effectiveDate: made.inceptionDate,
      },
    )
}
