import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { agencyIdOf } from './agencies.ts'

/** Quote widgets that agencies have registered for their sites. */
export async function seedWidgets(trx: Transaction<DB>): Promise<void> {
  const widget = (agencyNo: string, name: string, site: string, align: 'center' | 'right') => ({
    agency_id: agencyIdOf(agencyNo),
    name,
    referral_email: `leads@${site}`,
    referral_phone: '813-555-0190',
    referral_website: `https://${site}`,
    use_referral_email_on_leads: align === 'right',
    disclosure: 'Quotes are estimates; coverage begins when a policy is bound.',
    format: JSON.stringify({ align }),
    source: name.toLowerCase().replaceAll(' ', '-'),
  })
  await trx
    .insertInto('widgets')
    .values([
      widget('100100', 'Harborview home page', 'harborview.example.com', 'center'),
      widget('100100', 'Harborview flood page', 'flood.harborview.example.com', 'right'),
      widget('100110', 'Lighthouse home page', 'lighthouse.example.com', 'center'),
      widget('100200', 'Prairie home page', 'prairie.example.com', 'center'),
    ])
    .execute()
}
