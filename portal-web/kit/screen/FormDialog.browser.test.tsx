import { useEffect, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderScreen } from '../testing/render-screen.tsx'
import { Menu } from '../ui/Menu.tsx'
import { TextField } from '../ui/TextField.tsx'
import { FormDialog } from './FormDialog.tsx'

function Form({ onClose, fields = 'at once' }: { onClose: () => void; fields?: 'at once' | 'later' }) {
  const [isThere, setIsThere] = useState(fields === 'at once')
  useEffect(() => {
    const timer = setTimeout(() => setIsThere(true), 50)
    return () => clearTimeout(timer)
  }, [])
  const rest = { submitLabel: 'Send', busyLabel: 'Sending…', isBusy: false, problem: undefined, onSubmit: onClose }
  return (
    <FormDialog title="Report" {...rest} onClose={onClose}>
      {isThere && <TextField label="What happened" />}
    </FormDialog>
  )
}

function Page({ fields }: { fields?: 'at once' | 'later' }) {
  const [opened, setOpened] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    setOpened((before) => before + 1)
    setIsOpen(true)
  }
  return (
    <main tabIndex={-1}>
      <button type="button" onClick={open}>
        Report it
      </button>
      {/* The button is removed after the first click. */}
      {opened === 0 && (
        <button type="button" onClick={open}>
          Only once
        </button>
      )}
      <Menu trigger={<button type="button">More</button>} entries={[{ label: 'Report', onSelect: open }]} />
      {isOpen && <Form {...(fields && { fields })} onClose={() => setIsOpen(false)} />}
    </main>
  )
}

const dialog = (screen: Awaited<ReturnType<typeof renderScreen>>) => screen.getByRole('dialog', { name: 'Report' })

describe('dialog focus', () => {
  it('starts in the first field, then returns to the button that opened the dialog', async () => {
    const screen = await renderScreen(<Page />)
    await screen.getByRole('button', { name: 'Report it' }).click()
    await expect.element(screen.getByLabelText('What happened')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog(screen)).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Report it' })).toHaveFocus()
  })

  it('returns to the menu button that opened the dialog', async () => {
    const screen = await renderScreen(<Page />)
    await screen.getByRole('button', { name: 'More' }).click()
    await screen.getByRole('menuitem', { name: 'Report' }).click()
    await dialog(screen).getByRole('button', { name: 'Cancel' }).click()
    await expect.element(screen.getByRole('button', { name: 'More' })).toHaveFocus()
  })

  it('moves to the page if the button that opened the dialog no longer exists', async () => {
    const screen = await renderScreen(<Page />)
    await screen.getByRole('button', { name: 'Only once' }).click()
    await dialog(screen).getByRole('button', { name: 'Cancel' }).click()
    await expect.element(screen.getByRole('main')).toHaveFocus()
  })

  it('moves to the first field when the field appears later', async () => {
    const screen = await renderScreen(<Page fields="later" />)
    await screen.getByRole('button', { name: 'Report it' }).click()
    await expect.element(screen.getByLabelText('What happened')).toHaveFocus()
  })
})

describe('unsaved form input', () => {
  const begin = async () => {
    const screen = await renderScreen(<Page />)
    await screen.getByRole('button', { name: 'Report it' }).click()
    await screen.getByLabelText('What happened').fill('The street was under water.')
    const question = screen.getByRole('dialog', { name: 'Discard what you entered?' })
    return { screen, question }
  }

  it.each(['Escape', 'the close button', 'a click outside the dialog'])(
    'is discarded by %s only after confirmation',
    async (way) => {
      const { screen, question } = await begin()
      if (way === 'Escape') await userEvent.keyboard('{Escape}')
      else if (way === 'the close button') await dialog(screen).getByRole('button', { name: 'Close' }).click()
      else await userEvent.click(document.querySelector('.dialog-overlay') as Element, { position: { x: 3, y: 3 } })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect.element(question).not.toBeInTheDocument()
      await expect.element(screen.getByLabelText('What happened')).toHaveValue('The street was under water.')
    },
  )

  it('is discarded after confirmation, with focus on the button that opened the dialog', async () => {
    const { screen, question } = await begin()
    await userEvent.keyboard('{Escape}')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(dialog(screen)).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Report it' })).toHaveFocus()
  })

  it('is discarded without confirmation on Cancel', async () => {
    const { screen, question } = await begin()
    await dialog(screen).getByRole('button', { name: 'Cancel' }).click()
    await expect.element(dialog(screen)).not.toBeInTheDocument()
    expect(question.elements()).toEqual([])
  })
})
