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

/** What each kind may stop (MOR-1); the server says so, too. */
export const actionsOf: Record<MoratoriumEvent['kind'], readonly MoratoriumEvent['actions'][number][]> = {
  bind: ['newBusiness', 'higherLimits', 'lowerDeductible', 'rewrite', 'reinstatement'],
  regulatory: ['cancellation', 'nonRenewal'],
}

/** Who orders it: the underwriters before a storm, or the state after one. */
export const kindNames: Record<MoratoriumEvent['kind'], string> = { bind: 'Binding', regulatory: 'Regulatory' }

export const statusNames: Record<MoratoriumEvent['status'], string> = {
  active: 'In force',
  ended: 'Ended',
  stopped: 'Stopped',
  withdrawn: 'Withdrawn',
}

/** The same as react-admin's inputs take them. */
export const getChoices = (names: Record<string, string>) => Object.entries(names).map(([id, name]) => ({ id, name }))
