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

/** Simulates the registration of quote widgets for agency websites by staff. */
export async function simulateWidgets(past: Simulation, actors: DemoActors): Promise<void> {
  for (const [agencyNo, name, site, align] of registrations)
    await past.play(past.now, actors.internal, (ctx) =>
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
}
