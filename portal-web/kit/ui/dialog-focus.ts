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

/** Focuses the first field as soon as it is rendered, unless the focus has moved in the meantime. */
function waitForField(dialog: HTMLElement) {
  const changes = new MutationObserver(() => {
    const field = findFirstField(dialog)
    if (field || document.activeElement !== dialog) changes.disconnect()
    if (document.activeElement === dialog) field?.focus()
  })
  changes.observe(dialog, { childList: true, subtree: true })
}

/**
 * The element that opened the last dialog. If one dialog replaces another, closing the second dialog still returns the
 * focus to this element.
 */
let lastOpener: HTMLElement | undefined

/**
 * Returns the focused element. For a menu entry, returns the menu's button instead, because the entry will be removed.
 */
function getOpener(): HTMLElement | undefined {
  const { activeElement, body } = document
  if (!(activeElement instanceof HTMLElement) || activeElement === body) return lastOpener
  const button = activeElement.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (button && document.getElementById(button)) || activeElement
}

/**
 * Manages the focus of a dialog. Opening focuses the first field or the dialog itself, but never the close button.
 * Closing returns the focus to the opener, or to the page if the opener was removed.
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
      // Does nothing if another dialog or page already has the focus.
      if (document.activeElement && document.activeElement !== document.body) return
      const back = openedBy.current
      ;(back?.isConnected ? back : document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true })
    },
  }
}
