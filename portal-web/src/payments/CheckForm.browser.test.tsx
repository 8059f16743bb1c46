import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it, vi } from 'vitest'
import { CheckForm } from './CheckForm.tsx'

const good = {
  'Check number': '0001042',
  Amount: '1317.75',
  'Remitter name': 'Marina Sample',
  Memo: 'Premium',
  'Deposit date': '2026-11-19',
}
type Label = keyof typeof good

async function open() {
  const onApply = vi.fn()
  const screen = await renderScreen(
    <CheckForm isBusy={false} problem={undefined} reason={undefined} onApply={onApply} />,
  )
  const field = (label: Label) => screen.getByLabelText(label, { exact: true })
  const fill = async (changes: Partial<Record<Label, string>> = {}) => {
    for (const [label, value] of Object.entries({ ...good, ...changes })) await field(label as Label).fill(value)
  }
  return { screen, onApply, field, fill, apply: screen.getByRole('button', { name: 'Apply check' }) }
}

describe('payment-by-check form', () => {
  it.each([
    ['Check number', '0', 'Please provide a valid check number. [C124]'],
    ['Remitter name', ' ', 'Remitter name is required. [C127] [D241]'],
    ['Memo', ' ', 'Memo is required. [C128]'],
    ['Amount', '0.99', 'Please enter an amount greater than 0 [C130]'],
    ['Deposit date', '', 'Please select a date. [C131] [D244]'],
  ] as const)('rejects the field %s with the value "%s": %s', async (label, value, sentence) => {
    const { screen, onApply, field, fill, apply } = await open()
    await fill({ [label]: value })
    await field(label).click()
    await field(label === 'Memo' ? 'Remitter name' : 'Memo').click()
    await expect.element(screen.getByText(sentence.replace(/( \[\w+\])+$/, ''), { exact: true })).toBeVisible()
    await apply.click({ force: true })
    expect(onApply).not.toHaveBeenCalled()
  })

  it('accepts only digits as the check number, and at most 15 digits [C125] [C126] [D240]', async () => {
    const { field } = await open()
    await field('Check number').fill('12a3-4')
    await expect.element(field('Check number')).toHaveValue('1234')
    await field('Check number').fill('1'.repeat(16))
    await expect.element(field('Check number')).toHaveValue('1'.repeat(15))
  })

  it('limits the memo to 100 characters [C129]', async () => {
    const { field } = await open()
    await expect.element(field('Memo')).toHaveAttribute('maxlength', '100')
  })

  it.each(Object.keys(good) as Label[])('disables the Apply button until %s is filled in [C133]', async (label) => {
    const { onApply, field, fill, apply } = await open()
    await fill({ [label]: '' })
    await expect.element(apply).toHaveAttribute('aria-disabled', 'true')
    await field(label).fill(good[label])
    await expect.element(apply).not.toHaveAttribute('aria-disabled', 'true')
    await apply.click()
    await vi.waitFor(() =>
      expect(onApply).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ amount: 1317.75 })),
    )
  })
})
