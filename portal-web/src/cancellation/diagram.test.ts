import { renderDiagramPage } from '@tideline/web-kit/testing/diagram.ts'
import { expect, it } from 'vitest'
import { cancelWizardMachine } from './cancel.machine.ts'

it('matches the cancel wizard diagram in the docs', async () => {
  const file = 'portal-web/src/cancellation/cancel.machine.ts'
  await expect(renderDiagramPage(cancelWizardMachine, { title: 'The cancel wizard', file })).toMatchFileSnapshot(
    '../../../docs/cancel-wizard.md',
  )
})
