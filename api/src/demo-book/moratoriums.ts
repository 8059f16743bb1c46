import { addDays } from '../calendar/days.ts'
import type { MoratoriumDraft } from '../moratoriums/moratorium-event.ts'
import { saveMoratorium } from '../moratoriums/save-moratorium.ts'
import type { DemoActors } from './actors.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'

/** Products covered by the flood moratoriums: primary and excess flood. */
const floods: MoratoriumDraft['products'] = [1, 2, 3, 6, 7, 8]
const bind: MoratoriumDraft['actions'] = ['newBusiness', 'higherLimits', 'lowerDeductible', 'rewrite', 'reinstatement']

interface MoratoriumScenario extends Pick<MoratoriumDraft, 'name' | 'kind' | 'reason' | 'actions'> {
  counties: readonly string[]
  /** Start date as the number of days before today. */
  began: number
  /** Stop date as the number of days before today. The demo staff record it one day later. */
  lasted?: number
}

/** A binding moratorium that has ended, a regulatory moratorium, and a binding moratorium in effect (MOR-1). */
const scenarios: readonly MoratoriumScenario[] = [
  {
    name: 'Hurricane Sample',
    kind: 'bind',
    reason: 'A hurricane warning for Tampa Bay; lifted when the storm had passed.',
    actions: bind,
    counties: ['12057', '12103'],
    began: 70,
    lasted: 64,
  },
  {
    name: 'Emergency order 26-01',
    kind: 'regulatory',
    reason: 'The regulator asked insurers to keep policies of damaged homes in force.',
    actions: ['cancellation', 'nonRenewal'],
    counties: ['12071', '12015'],
    began: 20,
  },
  {
    name: 'Tropical Storm Demo',
    kind: 'bind',
    reason: 'A tropical storm watch for the Lower Keys.',
    actions: bind,
    counties: ['12087'],
    began: 2,
  },
]

export async function simulateMoratoriums(past: Simulation, { superuser }: DemoActors): Promise<void> {
  for (const { counties, began, lasted, ...event } of scenarios) {
    const startDate = addDays(past.today, -began)
    const draft: MoratoriumDraft = {
      ...event,
      startDate,
      stopDate: null,
      products: floods,
      locations: counties.map((countyFips) => ({ countyFips, startDate })),
    }
    const { id } = await past.play(getSimulatedTime(startDate), superuser, (ctx) => saveMoratorium(ctx, draft))
    if (lasted === undefined) continue
    const stopDate = addDays(past.today, -lasted)
    await past.play(getSimulatedTime(addDays(stopDate, 1)), superuser, (ctx) =>
      saveMoratorium(ctx, { ...draft, stopDate }, id),
    )
  }
}
