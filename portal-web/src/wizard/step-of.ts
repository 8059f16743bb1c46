import type { SnapshotFrom } from 'xstate'
import type { wizardMachine } from './machine.ts'
import type { Step } from './wizard.ts'

export type WizardSnapshot = SnapshotFrom<typeof wizardMachine>

/** The step that stands in the address; nothing while it loads, or on the error and unauthorized screens. */
export function getStep(snapshot: WizardSnapshot): Step | undefined {
  if (snapshot.matches('signatures')) return 'documents'
  if (snapshot.matches('payments')) return 'payments'
  return snapshot.matches('finish') ? snapshot.context.finishedAs : undefined
}
