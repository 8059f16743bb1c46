import type { LeadDraft } from '@tideline/sdk/types'
import { createLead } from '../widgets/leads.ts'
import { saveWidget } from '../widgets/save-widget.ts'
import { formatLogoAlignment, type LogoAlignment } from '../widgets/widget.ts'
import type { DemoActors } from './actors.ts'
import type { Simulation } from './simulation.ts'

const registrations: readonly [agencyNo: string, name: string, site: string, align: LogoAlignment][] = [
  ['100100', 'Harborview home page', 'harborview.example.com', 'center'],
  ['100100', 'Harborview flood page', 'flood.harborview.example.com', 'right'],
  ['100110', 'Lighthouse home page', 'lighthouse.example.com', 'center'],
  ['100200', 'Prairie home page', 'prairie.example.com', 'center'],
]

/** The request of one visitor of each of the first three widgets. */
const leads: readonly LeadDraft[] = [
  {
    ...{ name: 'Marina Sample', email: 'marina.sample@example.com', phone: '813-555-0142' },
    address: '1216 Bayshore Demo Blvd, Tampa, FL 33606',
  },
  { name: 'Jules Template', email: 'jules.template@example.com', address: '40 Sample Pier, Clearwater, FL 33755' },
  {
    ...{ name: 'Avery Fixture', email: 'avery.fixture@example.com', phone: '305-555-0164' },
    address: '9 Mock Harbor Ave, Key West, FL 33040',
  },
]

/** Simulates the quote widgets that staff registers for agency websites, and requests from visitors of these websites. */
export async function simulateWidgets(past: Simulation, actors: DemoActors): Promise<void> {
  const widgetIds: string[] = []
  for (const [agencyNo, name, site, align] of registrations) {
    const { Id } = await past.play(past.now, actors.internal, (ctx) =>
      saveWidget(ctx, {
        AgentNo: agencyNo,
        Name: name,
        Format: formatLogoAlignment(align),
        Disclosure: 'Quotes are estimates; coverage begins when a policy is bound.',
        ReferralEmail: `leads@${site}`,
        ReferralPhone: '813-555-0190',
        ReferralWebsite: `https://${site}`,
        UseReferralEmailOnLeads: align === 'right',
        Source: name.toLowerCase().replaceAll(' ', '-'),
      }),
    )
    widgetIds.push(Id)
  }
  for (const [at, lead] of leads.entries())
    await past.play(past.now, { kind: 'anonymous' }, (ctx) => createLead(ctx, widgetIds[at] ?? '', lead))
}
