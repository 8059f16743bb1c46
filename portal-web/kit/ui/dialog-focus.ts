import { useRef } from 'react'

const kinds = ['input:not([type=file])', 'select', 'textarea']
const fields = kinds.map((kind) => `.dialog-body ${kind}:not([disabled])`).join(', ')

/**
 * Returns the first visible field. Returns undefined on touch screens, where the keyboard would cover half of the
 * dialog.
 */
const findFirstField = (dialog: HTMLElement) =>
  window.matchMedia('(pointer: coarse)').matches
    ? undefined
    : [...dialog.querySelectorAll<HTMLElement>(fields)].find((field) => field.getClientRects().length > 0)

/** Focuses the first field when it appears later, unless the focus has moved in the meantime. */
function waitForField(dialog: HTMLElement) {
  const changes = new MutationObserver(() => {
    const field = findFirstField(dialog)
    if (field || document.activeElement !== dialog) changes.disconnect()
    if (document.activeElement === dialog) field?.focus()
  })
  changes.observe(dialog, { childList: true, subtree: true })
}

/** The element that opened the last dialog. A dialog that replaces another one returns the focus to it. */
let lastOpener: HTMLElement | undefined

/** Returns the focused element. For a menu entry, returns the menu's button, because the entry disappears. */
function getOpener(): HTMLElement | undefined {
  const { activeElement, body } = document
  if (!(activeElement instanceof HTMLElement) || activeElement === body) return lastOpener
  const button = activeElement.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (button && document.getElementById(button)) || activeElement
}

/**
 * Manages the focus of a dialog. On opening, the first field gets it, or the dialog itself, but never the close button.
 * On closing, it returns to the opener, or to the page if the opener is gone.
 */
export function useDialogFocus() {
  const openedBy = useRef<HTMLElement>(undefined)
  return {
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault()
      lastOpener = getOpener()
      openedBy.current = lastOpener
      const dialog = event.currentTarget as HTMLElement
      const field = findFirstField(dialog)
      ;(field ?? dialog).focus()
      if (!field) waitForField(dialog)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // Another dialog or page already has the focus.
      if (document.activeElement && document.activeElement !== document.body) return
      const back = openedBy.current
      ;(back?.isConnected ? back : document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true })
    },
  }
}
