import { drawn } from '@tideline/web-kit/testing/diagram.ts'
import { expect, it } from 'vitest'
import { wizardMachine } from './machine.ts'

it('the diagram in the docs is the machine of the code', async () => {
  const page = drawn(wizardMachine, { title: 'The completion wizard', file: 'portal-web/src/wizard/machine.ts' })
  await expect(page).toMatchFileSnapshot('../../../docs/wizard.md')
})
