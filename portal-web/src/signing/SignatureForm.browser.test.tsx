import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { SignatureInput } from './place-signatures.ts'
import { SignatureForm } from './SignatureForm.tsx'
import { createSignatureDraft, type SignatureDraft } from './signature-draft.ts'
import { signingText } from './text.ts'

interface SignerProps {
  name: string
  needsElanyNotice: boolean
  needsInitials?: boolean
  onApply: (signature: SignatureInput) => void
  drawn?: Partial<SignatureDraft>
}

/** Test component that renders the form together with the signature data that the form changes. */
function Signer({ name, drawn, needsInitials = true, ...rest }: SignerProps) {
  const [ink, setInk] = useState<SignatureDraft>(() => ({ ...createSignatureDraft(name), ...drawn }))
  const onChange = (more: Partial<SignatureDraft>) => setInk((known) => ({ ...known, ...more }))
  return <SignatureForm ink={ink} needsInitials={needsInitials} onChange={onChange} {...rest} />
}

it('shows the New York notice for a drawn signature, but not for a text signature [C123]', async () => {
  const screen = await renderScreen(<Signer name="Marina Sample" needsElanyNotice onApply={() => undefined} />)
  const notice = screen.getByRole('checkbox', { name: signingText.sign.elany })
  await expect.element(notice).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Use a text signature' }).click()
  await expect.element(notice).not.toBeInTheDocument()
})

it('shows no New York notice for a signature outside New York [C123]', async () => {
  const screen = await renderScreen(<Signer name="Marina Sample" needsElanyNotice={false} onApply={() => undefined} />)
  await expect.element(screen.getByRole('checkbox', { name: 'Use a text signature' })).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: signingText.sign.elany })).not.toBeInTheDocument()
})

it("limits a signer's name to 50 characters [C120]", async () => {
  const onApply = vi.fn()
  const screen = await renderScreen(<Signer name="" needsElanyNotice={false} onApply={onApply} />)
  await screen.getByRole('checkbox', { name: 'Use a text signature' }).click()
  const name = screen.getByRole('textbox', { name: 'Full name' })
  await name.fill('M'.repeat(51))
  await screen.getByRole('button', { name: 'Apply' }).click({ force: true })
  expect(onApply).not.toHaveBeenCalled()
  await name.fill('M'.repeat(50))
  await screen.getByRole('button', { name: 'Apply' }).click()
  await vi.waitFor(() => expect(onApply).toHaveBeenCalledOnce())
  expect(onApply).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'M'.repeat(50), isTyped: true }))
})

it('requires a full name to apply a signature [C119]', async () => {
  const onApply = vi.fn()
  const screen = await renderScreen(<Signer name="Marina Sample" needsElanyNotice={false} onApply={onApply} />)
  await screen.getByRole('checkbox', { name: 'Use a text signature' }).click()
  const name = screen.getByRole('textbox', { name: 'Full name' })
  await name.fill('   ')
  await screen.getByRole('textbox', { name: 'Initials' }).fill('MS')
  await expect.element(screen.getByText('Enter your full name.', { exact: true }).first()).toBeVisible()
  await screen.getByRole('button', { name: 'Apply' }).click({ force: true })
  expect(onApply).not.toHaveBeenCalled()
})

it("creates uppercase initials from the signer's name [C121]", async () => {
  const screen = await renderScreen(<Signer name="marina sample" needsElanyNotice={false} onApply={() => undefined} />)
  const initials = screen.getByRole('textbox', { name: 'Initials' })
  await expect.element(initials).toHaveValue('MS')
  await screen.getByRole('textbox', { name: 'Full name' }).fill('ana maria de la cruz')
  await expect.element(initials).toHaveValue('AMDLC')
})

it('marks missing signature fields on Apply instead of disabling the button [C122]', async () => {
  const onApply = vi.fn()
  const screen = await renderScreen(<Signer name="Marina Sample" needsElanyNotice onApply={onApply} />)
  const apply = screen.getByRole('button', { name: 'Apply' })
  await expect.element(apply).not.toHaveAttribute('aria-disabled')
  await apply.click()
  await expect
    .element(screen.getByRole('img', { name: 'Draw your signature' }))
    .toHaveAccessibleDescription(/Draw your/)
  await expect.element(screen.getByText('Draw your initials.')).toBeVisible()
  await expect.element(screen.getByText('Check the box to confirm that you have read the ELANY notice.')).toBeVisible()
  expect(onApply).not.toHaveBeenCalled()
})

it('applies a typed signature exactly as shown, even for a long name', async () => {
  const onApply = vi.fn()
  const name = 'Maximiliana Featherstonehaugh-Placeholder-Longname'
  const screen = await renderScreen(<Signer name={name} needsElanyNotice={false} onApply={onApply} />)
  await screen.getByRole('checkbox', { name: 'Use a text signature' }).click()
  const shown = () => [...document.querySelectorAll<HTMLImageElement>('.sign-typed img')].map(({ src }) => src)
  await expect.poll(() => shown().every((src) => src.startsWith('data:image/png'))).toBe(true)
  await screen.getByRole('button', { name: 'Apply' }).click()
  await vi.waitFor(() => expect(onApply).toHaveBeenCalledOnce())
  const [[signature]] = onApply.mock.calls as [[SignatureInput]]
  expect([signature.signatureImage, signature.initialsImage]).toEqual(shown())
})

it.each(['Marina 🌊 Sample', '李明', 'Олена'])(
  "rejects a signer's name that cannot be printed on documents: %s",
  async (name) => {
    const onApply = vi.fn()
    const screen = await renderScreen(<Signer name="" needsElanyNotice={false} onApply={onApply} />)
    await screen.getByRole('checkbox', { name: 'Use a text signature' }).click()
    await screen.getByRole('textbox', { name: 'Full name' }).fill(name)
    await screen.getByRole('button', { name: 'Apply' }).click()
    await expect.element(screen.getByText(/^Write your name in Latin letters/)).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Full name' })).toHaveFocus()
    expect(onApply).not.toHaveBeenCalled()
  },
)

it('keeps the drawn signature while the text signature is shown', async () => {
  const onApply = vi.fn()
  const point = { x: 20, y: 20, pressure: 0.5, time: 1 }
  const stroke = { ...{ dotSize: 0, minWidth: 1, maxWidth: 2.6, penColor: '#14212e', velocityFilterWeight: 0.7 } }
  const strokes = [{ ...stroke, compositeOperation: 'source-over' as const, points: [point, { ...point, x: 60 }] }]
  const drawn = { signatureStrokes: strokes, initialsStrokes: strokes }
  const screen = await renderScreen(
    <Signer name="Marina Sample" drawn={drawn} needsElanyNotice={false} onApply={onApply} />,
  )
  const asText = screen.getByRole('checkbox', { name: 'Use a text signature' })
  await asText.click()
  await asText.click()
  await screen.getByRole('button', { name: 'Apply' }).click()
  await vi.waitFor(() => expect(onApply).toHaveBeenCalledOnce())
  const [[signature]] = onApply.mock.calls as [[SignatureInput]]
  expect(signature.isTyped).toBe(false)
  // The image of an empty signature box has only a few hundred bytes.
  expect(signature.signatureImage.length).toBeGreaterThan(1200)
})

it('applies a drawn signature without initials if no document requires them', async () => {
  const onApply = vi.fn()
  const point = { x: 20, y: 20, pressure: 0.5, time: 1 }
  const stroke = { ...{ dotSize: 0, minWidth: 1, maxWidth: 2.6, penColor: '#14212e', velocityFilterWeight: 0.7 } }
  const drawn = {
    signatureStrokes: [{ ...stroke, compositeOperation: 'source-over' as const, points: [point, { ...point, x: 60 }] }],
  }
  const screen = await renderScreen(
    <Signer name="Marina Sample" drawn={drawn} needsElanyNotice={false} needsInitials={false} onApply={onApply} />,
  )
  await expect.element(screen.getByRole('img', { name: 'Draw your signature' })).toBeVisible()
  expect(screen.getByRole('img', { name: 'Draw your initials' }).elements()).toEqual([])
  await screen.getByRole('button', { name: 'Apply' }).click()
  await vi.waitFor(() => expect(onApply).toHaveBeenCalledOnce())
  expect(onApply).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ initials: 'MS', initialsImage: '' }))
})
