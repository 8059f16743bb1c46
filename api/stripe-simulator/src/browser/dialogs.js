import { ensureStyle, make } from './dom.js'

/**
 * Opens a modal dialog above whatever the page shows and waits for the answer. Pointer and key events stay inside: to a dialog
 * of the page below, a press in here would be a press outside of it, and close it.
 */
function ask(title, content, actions, onDismiss) {
  ensureStyle()
  return new Promise((resolve) => {
    const dialog = make('dialog', { class: 'sst-dialog', 'aria-label': title }, make('h2', {}, title), ...content)
    const close = (answer) => {
      dialog.close()
      dialog.remove()
      resolve(answer)
    }
    const buttons = actions.map(({ label, main, answer }) =>
      make(
        'button',
        { type: 'button', class: main ? 'sst-button sst-button--main' : 'sst-button', onclick: () => close(answer()) },
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

/** The bank's 3-D Secure question. @returns 'authorized' or 'refused' */
export const askForAuthentication = () =>
  ask(
    '3D Secure authentication',
    [
      make('p', {}, 'Your bank wants to make sure that it is you who pays.'),
      make('p', { class: 'sst-note' }, 'This is a test card: choose how the authentication ends.'),
    ],
    [
      { label: 'Fail authentication', answer: () => 'refused' },
      { label: 'Complete authentication', main: true, answer: () => 'authorized' },
    ],
    'refused',
  )
