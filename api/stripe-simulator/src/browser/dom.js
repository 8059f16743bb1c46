/** Creates an element with attributes and children. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? '' : value)
  }
  element.append(...children)
  return element
}

let counter = 0

/** Returns an id that is unique on this page. */
export const freshId = (name) => {
  counter += 1
  return `stripe-simulator-${name}-${counter}`
}

const STYLE = `
.sst-field { position: relative; display: block; min-width: 0; }
.sst-input { box-sizing: border-box; width: 100%; min-height: 1.5em; margin: 0; padding: 0; border: 0; outline: 0; background: transparent;
  color: inherit; font: inherit; letter-spacing: inherit; }
.sst-input::placeholder { color: currentColor; opacity: 0.6; }
.sst-input[aria-invalid='true'] { color: #b3261e; }
.sst-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sst-dialog { width: min(26rem, calc(100vw - 2rem)); margin: auto; padding: 1.5rem; border: 0; border-radius: 0.75rem; background: #fff; color: #1b1f24;
  font: 1rem/1.5 system-ui, sans-serif; box-shadow: 0 1rem 3rem rgb(0 0 0 / 0.3); pointer-events: auto; }
.sst-dialog::backdrop { background: rgb(16 24 40 / 0.55); }
.sst-dialog h2 { margin: 0 0 0.5rem; font-size: 1.25rem; line-height: 1.3; }
.sst-dialog p { margin: 0 0 1rem; }
.sst-actions { display: flex; flex-wrap: wrap; gap: 0.75rem; justify-content: flex-end; }
.sst-button { min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid #2458c6; border-radius: 0.5rem; background: #fff; color: #2458c6; font: inherit; font-weight: 600; cursor: pointer; }
.sst-button--main { background: #2458c6; color: #fff; }
.sst-button:focus-visible { outline: 2px solid #2458c6; outline-offset: 2px; }
.sst-note { color: #4b5563; font-size: 0.875rem; }
`

/** Adds the style sheet once. It styles only classes of the simulator and inherits font and color from the page. */
export function ensureStyle() {
  if (document.querySelector('style[data-stripe-simulator]')) return
  document.head.append(make('style', { 'data-stripe-simulator': true }, STYLE))
}
