import { show } from '@tideline/web-kit/testing/show.tsx'
import { expect, it, vi } from 'vitest'
import { SignatureForm } from './SignatureForm.tsx'
import { text } from './text.ts'

it('shows the notice of New York to who draws, and not to who signs by text [C123]', async () => {
  const screen = await show(<SignatureForm name="Marina Sample" needsElanyNotice onApply={() => undefined} />)
  const notice = screen.getByRole('checkbox', { name: text.sign.elany })
  await expect.element(notice).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Use a text signature' }).click()
  await expect.element(notice).not.toBeInTheDocument()
})

it('shows no notice of New York elsewhere [C123]', async () => {
  const screen = await show(<SignatureForm name="Marina Sample" needsElanyNotice={false} onApply={() => undefined} />)
  await expect.element(screen.getByRole('checkbox', { name: 'Use a text signature' })).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: text.sign.elany })).not.toBeInTheDocument()
})

it('takes a name of 50 letters, and of 51 says so and takes nothing [C120]', async () => {
  const onApply = vi.fn()
  const screen = await show(<SignatureForm name="" needsElanyNotice={false} onApply={onApply} />)
  await screen.getByRole('checkbox', { name: 'Use a text signature' }).click()
  const name = screen.getByRole('textbox', { name: 'Full name' })
  await name.fill('M'.repeat(51))
  await screen.getByRole('button', { name: 'Apply' }).click({ force: true })
  expect(onApply).not.toHaveBeenCalled()
  await name.fill('M'.repeat(50))
  await screen.getByRole('button', { name: 'Apply' }).click()
  expect(onApply).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'M'.repeat(50), isTyped: true }))
})

it('needs a full name [C119]', async () => {
  const onApply = vi.fn()
  const screen = await show(<SignatureForm name="Marina Sample" needsElanyNotice={false} onApply={onApply} />)
  await screen.getByRole('checkbox', { name: 'Use a text signature' }).click()
  const name = screen.getByRole('textbox', { name: 'Full name' })
  await name.fill('   ')
  await screen.getByRole('textbox', { name: 'Initials' }).fill('MS')
  await expect.element(screen.getByText('Enter your full name.', { exact: true }).first()).toBeVisible()
  await screen.getByRole('button', { name: 'Apply' }).click({ force: true })
  expect(onApply).not.toHaveBeenCalled()
})

it('makes the initials from the name, in capitals [C121]', async () => {
  const screen = await show(<SignatureForm name="marina sample" needsElanyNotice={false} onApply={() => undefined} />)
  const initials = screen.getByRole('textbox', { name: 'Initials' })
  await expect.element(initials).toHaveValue('MS')
  await screen.getByRole('textbox', { name: 'Full name' }).fill('ana maria de la cruz')
  await expect.element(initials).toHaveValue('AMDLC')
})
