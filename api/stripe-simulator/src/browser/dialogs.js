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

const TEST_ACCOUNTS = [
  { number: '000123456789', label: 'Checking ••6789, succeeds' },
  { number: '000222222227', label: 'Checking ••2227, has insufficient funds' },
  { number: '000111111113', label: 'Checking ••1113, was closed' },
  { number: '000333333335', label: 'Savings ••3335, does not allow debits' },
  { number: '000666666661', label: 'Checking ••6661, fails validation' },
]

/** Choosing an account at the bank instead of typing its numbers. @returns the account number, or undefined when given up */
export function askForAccount() {
  const choices = TEST_ACCOUNTS.map(({ number, label }, i) =>
    make('label', {}, make('input', { type: 'radio', name: 'account', value: number, checked: i === 0 }), label),
  )
  const fieldset = make('fieldset', {}, make('legend', {}, 'Choose an account'), ...choices)
  return ask(
    'Link your bank account',
    [make('p', { class: 'sst-note' }, 'Test bank: no real account is reached.'), fieldset],
    [
      { label: 'Cancel', answer: () => undefined },
      { label: 'Link account', main: true, answer: () => fieldset.querySelector('input:checked').value },
    ],
    undefined,
  )
}
