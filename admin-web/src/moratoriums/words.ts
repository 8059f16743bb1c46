import type { MoratoriumEvent } from '@tideline/sdk'

/** What a moratorium stops, in the words of those who work with it. */
export const actionNames: Record<MoratoriumEvent['actions'][number], string> = {
  newBusiness: 'New business',
  higherLimits: 'Higher limits',
  lowerDeductible: 'Lower deductibles',
  rewrite: 'Rewriting',
  reinstatement: 'Reinstating',
  cancellation: 'Cancelling',
  nonRenewal: 'Non-renewal',
}

/** Who orders it: the underwriters before a storm, or the state after one. */
export const kindNames: Record<MoratoriumEvent['kind'], string> = { bind: 'Binding', regulatory: 'Regulatory' }

/** The same as react-admin's inputs take them. */
export const choicesOf = (names: Record<string, string>) => Object.entries(names).map(([id, name]) => ({ id, name }))
