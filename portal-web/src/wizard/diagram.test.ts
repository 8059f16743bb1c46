import { renderDiagramPage } from '@tideline/web-kit/testing/diagram.ts'
import { expect, it } from 'vitest'
import { wizardMachine } from './wizard-machine.ts'

it('matches the completion wizard diagram in the docs', async () => {
  const page = renderDiagramPage(wizardMachine, {
    title: 'The completion wizard',
    file: 'portal-web/src/wizard/wizard-machine.ts',
  })
  await expect(page).toMatchFileSnapshot('../../../docs/wizard.md')
})
