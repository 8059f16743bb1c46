import { ensureStyle, make } from './dom.js'

/**
 * Opens a modal dialog above the page and waits for the result. Pointer and key events do not leave the dialog, because an open
 * dialog of the page would treat them as clicks outside it and close.
 */
function openDialog(title, content, actions, onDismiss) {
  ensureStyle()
  return new Promise((resolve) => {
    const dialog = make('dialog', { class: 'sst-dialog', 'aria-label': title }, make('h2', {}, title), ...content)
    const close = (result) => {
      dialog.close()
      dialog.remove()
      resolve(result)
    }
    const buttons = actions.map(({ label, main, result }) =>
      make(
        'button',
        { type: 'button', class: main ? 'sst-button sst-button--main' : 'sst-button', onclick: () => close(result()) },
        label,
      ),
    )
    dialog.append(make('div', { class: 'sst-actions' }, ...buttons))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      close(onDismiss)
    })
    for (const type of ['pointerdown', 'focusin', 'keydown']) {
      dialog.addEventListener(type, (event) => event.stopPropagation())
    }
    document.body.append(dialog)
    dialog.showModal()
  })
}

/** Opens the bank's 3-D Secure dialog. @returns 'authorized' or 'failed' */
export const openAuthenticationDialog = () =>
  openDialog(
    '3D Secure authentication',
    [
      make('p', {}, 'Your bank wants to make sure that it is you who pays.'),
      make('p', { class: 'sst-note' }, 'This is a test card: choose how the authentication ends.'),
    ],
    [
      { label: 'Fail authentication', result: () => 'failed' },
      { label: 'Complete authentication', main: true, result: () => 'authorized' },
    ],
    'failed',
  )
