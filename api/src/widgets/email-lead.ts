import type { Selectable } from 'kysely'
import type { Agency } from '../agencies/store.ts'
import type { Lead } from '../db/schema.ts'
import type { TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'

export interface NewLead {
  lead: Selectable<Lead>
  agency: Agency
  /** The email address of the recipient. */
  recipient: string
}

/** Emails a lead to the agency, or to the widget's referral address (AGY-5). */
export async function emailLead(ctx: TransactionContext, { lead, agency, recipient }: NewLead): Promise<void> {
  const { name, address, email, phone, widget_name: widgetName } = lead
  await enqueueEmail(ctx.db, {
    to: recipient,
    toName: agency.company,
    template: 'agency-lead',
    values: {
      ...{ name, address, widgetName, email, phone: phone ?? 'not given' },
      link: `${getPublicUrl(ctx.config)}/widgets/${agency.agencyNo}`,
    },
  })
}
