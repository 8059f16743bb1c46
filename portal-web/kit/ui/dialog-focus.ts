import { useRef } from 'react'

const kinds = ['input:not([type=file])', 'select', 'textarea']
const fields = kinds.map((kind) => `.dialog-body ${kind}:not([disabled])`).join(', ')

/** A finger chooses its field itself, as a keyboard that comes up unasked would hide half of what was opened. */
const firstField = (dialog: HTMLElement) =>
  window.matchMedia('(pointer: coarse)').matches
    ? undefined
    : [...dialog.querySelectorAll<HTMLElement>(fields)].find((field) => field.getClientRects().length > 0)

/** Fields that are only there once something has come get the focus then, unless it has gone elsewhere meanwhile. */
function waitForField(dialog: HTMLElement) {
  const changes = new MutationObserver(() => {
    const field = firstField(dialog)
    if (field || document.activeElement !== dialog) changes.disconnect()
    if (document.activeElement === dialog) field?.focus()
  })
  changes.observe(dialog, { childList: true, subtree: true })
}

/** Whose dialog was opened last: one that takes the place of another has nobody else to go back to. */
let lastOpener: HTMLElement | undefined

/** Who has the focus; of a menu, whose entries are gone by then, its button. */
function opener(): HTMLElement | undefined {
  const { activeElement, body } = document
  if (!(activeElement instanceof HTMLElement) || activeElement === body) return lastOpener
  const button = activeElement.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (button && document.getElementById(button)) || activeElement
}

/**
 * Where the focus is while a dialog is open and after it. First the first field has it, else the dialog itself: never the ×, which
 * nobody opened it for. Afterwards whoever opened it has it again, or the page where they are gone.
 */
export function useDialogFocus() {
  const openedBy = useRef<HTMLElement>(undefined)
  return {
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault()
      lastOpener = opener()
      openedBy.current = lastOpener
      const dialog = event.currentTarget as HTMLElement
      const field = firstField(dialog)
      ;(field ?? dialog).focus()
      if (!field) waitForField(dialog)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // What came after it has it already: another dialog, or another page.
      if (document.activeElement && document.activeElement !== document.body) return
      const back = openedBy.current
      ;(back?.isConnected ? back : document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true })
    },
  }
}
