import type { MoratoriumEvent } from '@tideline/sdk'

/** Display names of the transactions that a moratorium can restrict. */
export const actionLabels: Record<MoratoriumEvent['actions'][number], string> = {
  newBusiness: 'New business',
  higherLimits: 'Higher limits',
  lowerDeductible: 'Lower deductibles',
  rewrite: 'Rewriting',
  reinstatement: 'Reinstating',
  cancellation: 'Cancelling',
  nonRenewal: 'Non-renewal',
}

/** The transactions that each moratorium type can restrict (MOR-1). The server enforces the same rule. */
export const actionsByKind: Record<MoratoriumEvent['kind'], readonly MoratoriumEvent['actions'][number][]> = {
  bind: ['newBusiness', 'higherLimits', 'lowerDeductible', 'rewrite', 'reinstatement'],
  regulatory: ['cancellation', 'nonRenewal'],
}

/**
 * Display names of the moratorium types. Underwriters start a binding moratorium before a storm. A state orders a
 * regulatory moratorium after a storm.
 */
export const kindLabels: Record<MoratoriumEvent['kind'], string> = { bind: 'Binding', regulatory: 'Regulatory' }

export const statusLabels: Record<MoratoriumEvent['status'], string> = {
  active: 'In force',
  ended: 'Ended',
  stopped: 'Stopped',
  withdrawn: 'Withdrawn',
}
