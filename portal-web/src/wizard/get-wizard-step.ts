import type { SnapshotFrom } from 'xstate'
import type { WizardStep } from './wizard.ts'
import type { wizardMachine } from './wizard-machine.ts'

export type WizardSnapshot = SnapshotFrom<typeof wizardMachine>

/** Returns the step for the URL. Returns undefined during loading and on the error and unauthorized screens. */
export function getWizardStep(snapshot: WizardSnapshot): WizardStep | undefined {
  if (snapshot.matches('signatures')) return 'documents'
  if (snapshot.matches('payments')) return 'payments'
  return snapshot.matches('finish') ? snapshot.context.finishedAs : undefined
}
