import type { SnapshotFrom } from 'xstate'
import type { wizardMachine } from './machine.ts'
import type { Step } from './wizard.ts'

export type WizardSnapshot = SnapshotFrom<typeof wizardMachine>

/** Returns the step for the URL; undefined while loading or on the error and unauthorized screens. */
export function getStep(snapshot: WizardSnapshot): Step | undefined {
  if (snapshot.matches('signatures')) return 'documents'
  if (snapshot.matches('payments')) return 'payments'
  return snapshot.matches('finish') ? snapshot.context.finishedAs : undefined
}
