/**
 * The quote widget on an agency's site: an address field that leads to a quote. Defines only one global name,
 * `TidelineWidget`, and renders in a shadow root. Works with a strict Content-Security-Policy because it uses no inline
 * code, inline styles or eval. This file is served unchanged (GET /api/v1/widgets/files/script.js).
 */
;(() => {
  const base = new URL('../', document.currentScript.src)

  const sheet = `
    :host { display: block; container-type: inline-size; color: #17212b; font: 16px/1.5 system-ui, sans-serif; text-align: left }
    * { box-sizing: border-box }
    .logo { display: block; max-width: 100%; max-height: 72px; margin: 0 auto 12px }
    .right .logo { margin-right: 0 }
    form { display: flex; flex-wrap: wrap; gap: 8px }
    label { flex-basis: 100%; font-weight: 600 }
    input, button { min-height: 44px; padding: 8px 14px; border-radius: 8px; font: inherit }
    input { flex: 1 1 220px; min-width: 0; border: 1px solid #768594; background: #fff; color: #17212b }
    input[aria-invalid] { border-color: #b3261e }
    input::placeholder { color: #5c6b78 }
    button { flex: 0 1 auto; border: 1px solid transparent; background: var(--color); color: var(--on-color); font-weight: 600; cursor: pointer }
    button:hover { text-decoration: underline }
    :focus-visible { outline: 3px solid #17212b; outline-offset: 2px; box-shadow: 0 0 0 2px #fff }
    .problem { flex-basis: 100%; margin: 0; color: #b3261e }
    .result { margin: 12px 0 0; padding: 12px 14px; border: 1px solid #c9d3dc; border-radius: 8px; background: #fff }
    .result h2 { margin: 0; font-size: 18px }
    .result p { margin: 4px 0 0; overflow-wrap: anywhere }
    a { color: #0b4f8a }
    .disclosure { margin: 12px 0 0; color: #4a5865; font-size: 13px; white-space: pre-line; overflow-wrap: anywhere }
    [hidden] { display: none }
    @container (max-width: 360px) { button { flex-basis: 100% } }`

  /** Creates an element with properties, attributes and children. Texts are never parsed as HTML. */
  const make = (name, properties = {}, ...children) => {
    const { attributes = {}, ...rest } = properties
    const element = Object.assign(document.createElement(name), rest)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    element.append(...children)
    return element
  }

  const isColor = (text) => typeof text === 'string' && /^#[0-9a-f]{6}$/i.test(text)

  /** Returns black or white, depending on which has more contrast with the color (relative luminance of WCAG). */
  const readableOn = (color) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
  }

  const site = (url) => (/^https?:\/\//i.test(url ?? '') ? url : undefined)

  /** Returns the URL of the quoting site with the address, the agency and the source of the visitor. */
  const quoteAddress = (widget, address) => {
    const url = new URL(widget.quoteUrl)
    const query = { address, agencyNo: widget.agencyNo, widget: widget.id, source: widget.source }
    for (const [key, value] of Object.entries(query)) if (value) url.searchParams.set(key, value)
    return url.href
  }

  /** Returns the agency's contact details, which are shown if there is no quoting site. */
  const referral = (widget, address) => {
    const subject = `Quote for ${address}`
    const body = `Please send me a quote for ${address}.${widget.source ? `\n\n(${widget.source})` : ''}`
    const mail = `mailto:${widget.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
    const website = site(widget.website)
    return [
      make('h2', { textContent: `${widget.company} will be glad to quote`, tabIndex: -1 }),
      make('p', { textContent: address }),
      make('p', {}, 'Call ', make('a', { href: `tel:+1-${widget.phone}`, textContent: widget.phone })),
      make('p', {}, 'Write to ', make('a', { href: mail, textContent: widget.email })),
      ...(website
        ? [
            make(
              'p',
              {},
              'Visit ',
              make('a', { href: website, rel: 'noopener', textContent: website.replace(/^https?:\/\/|\/$/g, '') }),
            ),
          ]
        : []),
    ]
  }

  const fill = (root, widget, look) => {
    const problem = make('p', { className: 'problem', id: 'problem', hidden: true })
    const input = make('input', {
      id: 'address',
      name: 'address',
      type: 'text',
      placeholder: look.placeholder || 'Enter address here',
      autocomplete: 'address-line1',
      maxLength: 300,
      required: true,
    })
    const result = make('div', { className: 'result', hidden: true })
    const form = make(
      'form',
      { noValidate: true },
      make('label', { htmlFor: 'address', textContent: 'Property address' }),
      input,
      make('button', { type: 'submit', textContent: look.buttonText || 'Get a quote' }),
      problem,
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const address = input.value.trim()
      problem.textContent = address ? '' : 'Enter the address of the property.'
      problem.hidden = address !== ''
      if (!address) {
        input.setAttribute('aria-invalid', 'true')
        input.setAttribute('aria-describedby', 'problem')
        input.focus()
        return
      }
      input.removeAttribute('aria-invalid')
      input.removeAttribute('aria-describedby')
      if (site(widget.quoteUrl)) {
        window.location.assign(quoteAddress(widget, address))
        return
      }
      result.replaceChildren(...referral(widget, address))
      result.hidden = false
      result.querySelector('h2').focus()
    })
    const logo = /^data:image\/(png|jpeg|gif|webp);base64,/.test(widget.logo ?? '')
      ? [make('img', { className: 'logo', src: widget.logo, alt: widget.company })]
      : []
    const disclosure = widget.disclosure ? [make('p', { className: 'disclosure', textContent: widget.disclosure })] : []
    root.replaceChildren(
      make(
        'section',
        { className: widget.align, attributes: { 'aria-label': `Quote from ${widget.company}` } },
        ...logo,
        form,
        result,
        ...disclosure,
      ),
    )
  }

  const tell = (root, text) => root.replaceChildren(make('p', { textContent: text, attributes: { role: 'status' } }))

  /**
   * Renders a widget in a container. Replaces a widget that is already there.
   * @param options container (an element or its selector), widget (the registration's id), primaryColor (#rrggbb), buttonText, placeholder
   */
  const init = async (options) => {
    const { container, widget: id, primaryColor } = options
    const host = typeof container === 'string' ? document.querySelector(container) : container
    if (!host) throw new Error(`TidelineWidget: there is no element ${container}.`)
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const styles = new CSSStyleSheet()
    const color = isColor(primaryColor) ? primaryColor : '#0b5fa5'
    styles.replaceSync(`:host { --color: ${color}; --on-color: ${readableOn(color)} }${sheet}`)
    root.adoptedStyleSheets = [styles]
    try {
      const response = await fetch(new URL(encodeURIComponent(id), base), { credentials: 'omit' })
      if (!response.ok) throw new Error(String(response.status))
      fill(root, (await response.json()).payload, options)
    } catch {
      tell(root, 'Quotes are not available here at the moment.')
    }
  }

  const startAll = () => {
    for (const container of document.querySelectorAll('[data-tideline-widget]')) {
      const { tidelineWidget: widget, primaryColor, buttonText, placeholder } = container.dataset
      void init({ container, widget, primaryColor, buttonText, placeholder })
    }
  }

  window.TidelineWidget = Object.freeze({ init })
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', startAll)
  else startAll()
})()
