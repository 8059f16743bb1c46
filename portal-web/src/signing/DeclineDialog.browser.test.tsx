import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it, vi } from 'vitest'
import { DeclineDialog } from './DeclineDialog.tsx'

it('stays open with the reason and the error when the decline could not be recorded', async () => {
  const onClose = vi.fn()
  const onDecline = vi.fn()
  const screen = await renderScreen(
    <DeclineDialog
      policyNo="RFL3000101"
      reason="I want paper copies."
      onReason={vi.fn()}
      isBusy={false}
      problem="The server is not available."
      onClose={onClose}
      onDecline={onDecline}
    />,
  )
  await screen.getByRole('dialog').getByRole('button', { name: 'Decline to sign' }).click()
  expect(onDecline).toHaveBeenCalledExactlyOnceWith('I want paper copies.')
  expect(onClose).not.toHaveBeenCalled()
  await expect.element(screen.getByText('The server is not available.')).toBeVisible()
  await expect.element(screen.getByLabelText('Why do you decline?')).toHaveValue('I want paper copies.')
})
