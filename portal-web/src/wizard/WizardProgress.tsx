import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import type { WizardStep } from './wizard.ts'

const steps = [
  { name: 'Sign', is: ['documents'] },
  { name: 'Pay', is: ['payments'] },
  { name: 'Done', is: ['complete', 'signed'] },
] as const satisfies { name: string; is: readonly WizardStep[] }[]

/** The steps Sign, Pay, and Done. The current step is shown by text and number, not only by color. */
export function WizardProgress({ step }: { step: WizardStep | undefined }) {
  const current = steps.findIndex(({ is }) => step !== undefined && (is as readonly WizardStep[]).includes(step))
  return (
    <ol className="wizard-progress" aria-label="Steps">
      {steps.map(({ name }, index) => {
        const isDone = current > index || (index === 2 && current === 2)
        return (
          <li key={name} aria-current={index === current ? 'step' : undefined} data-done={isDone ? '' : undefined}>
            <span className="wizard-progress-mark" aria-hidden="true">
              {isDone ? <Icon name="done" /> : index + 1}
            </span>
            {name}
            {isDone && <span className="visually-hidden"> (done)</span>}
          </li>
        )
      })}
    </ol>
  )
}
