/**
 * The quote widget on an agency's site: a visitor enters an address and a contact, and the agency receives a lead. Defines only one global name,
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
    form p { flex-basis: 100%; margin: 0; overflow-wrap: anywhere }
    input, button { min-height: 44px; padding: 8px 14px; border-radius: 8px; font: inherit }
    input { flex: 1 1 220px; min-width: 0; border: 1px solid #768594; background: #fff; color: #17212b }
    input[aria-invalid] { border-color: #b3261e }
    input::placeholder { color: #5c6b78 }
    button { flex: 0 1 auto; border: 1px solid transparent; background: var(--color); color: var(--on-color); font-weight: 600; cursor: pointer }
    .plain { border-color: #768594; background: #fff; color: #17212b }
    button:hover { text-decoration: underline }
    button:disabled { cursor: progress; opacity: 0.6 }
    :focus-visible { outline: 3px solid #17212b; outline-offset: 2px; box-shadow: 0 0 0 2px #fff }
    form .problem { color: #b3261e }
    .result { padding: 12px 14px; border: 1px solid #c9d3dc; border-radius: 8px; background: #fff }
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

  const wait = (ms) => new Promise((done) => setTimeout(done, ms))

  /** Creates a text field with its label and its error message. `check` returns the message for a value, or nothing. */
  const makeField = (name, label, { check, ...properties }) => {
    const problem = make('p', { className: 'problem', id: `${name}-problem`, hidden: true })
    const input = make('input', { id: name, name, type: 'text', maxLength: 200, ...properties })
    const tell = (text) => {
      problem.textContent = text
      problem.hidden = text === ''
      if (text) input.setAttribute('aria-invalid', 'true')
      else input.removeAttribute('aria-invalid')
      if (text) input.setAttribute('aria-describedby', problem.id)
      else input.removeAttribute('aria-describedby')
      if (text) input.focus()
      return text === ''
    }
    const isValid = () => tell(check?.(input) ?? '')
    return { input, tell, isValid, parts: [make('label', { htmlFor: name, textContent: label }), input, problem] }
  }

  /** Suggests addresses for the text in a field after a pause in typing. */
  const suggestAddresses = (input, list, id) => {
    input.setAttribute('list', list.id)
    input.addEventListener('input', async () => {
      const prefix = input.value.trim()
      await wait(250)
      if (prefix.length < 5 || prefix.length > 100 || prefix !== input.value.trim()) return
      const url = new URL(`${encodeURIComponent(id)}/addresses`, base)
      url.searchParams.set('prefix', prefix)
      // Without suggestions, the visitor types the whole address.
      const response = await fetch(url, { credentials: 'omit' }).catch(() => undefined)
      if (!response?.ok) return
      list.replaceChildren(...(await response.json()).payload.map(({ text }) => make('option', { value: text })))
    })
  }

  /** Sends the lead. Returns the message of the response. Throws an error with a message for the visitor. */
  const sendLead = async (widget, lead, key) => {
    const again = 'Your request could not be sent. Please try again.'
    const response = await fetch(new URL(`${encodeURIComponent(widget.id)}/leads`, base), {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(lead),
    }).catch(() => undefined)
    const answer = await response?.json().catch(() => undefined)
    if (response?.ok) return answer.message
    throw new Error(response?.status === 400 || response?.status === 429 ? answer?.message || again : again)
  }

  /** Returns the text after a lead was saved: what happens next, and how to contact the agency. */
  const thanks = (widget, address, message) => {
    const website = site(widget.website)
    const link = (href, textContent) => make('a', { href, textContent, rel: 'noopener' })
    return [
      make('h2', { textContent: 'Thank you', tabIndex: -1 }),
      make('p', { textContent: message }),
      make('p', { textContent: address }),
      ...(site(widget.quoteUrl)
        ? [make('p', {}, link(quoteAddress(widget, address), 'Continue to an online quote'))]
        : []),
      make(
        'p',
        {},
        'Questions? Call ',
        link(`tel:+1-${widget.phone}`, widget.phone),
        ' or email ',
        link(`mailto:${widget.email}`, widget.email),
        '.',
      ),
      ...(website ? [make('p', {}, 'Visit ', link(website, website.replace(/^https?:\/\/|\/$/g, '')))] : []),
    ]
  }

  const fill = (root, widget, look) => {
    const result = make('div', { className: 'result', hidden: true })
    const address = makeField('address', 'Property address', {
      placeholder: look.placeholder || 'Enter address here',
      autocomplete: 'street-address',
      check: ({ value }) => (value.trim() ? '' : 'Enter the address of the property.'),
    })
    const suggestions = make('datalist', { id: 'suggestions' })
    suggestAddresses(address.input, suggestions, widget.id)
    const name = makeField('name', 'Your name', {
      autocomplete: 'name',
      check: ({ value }) => (value.trim() ? '' : 'Enter your name.'),
    })
    const email = makeField('email', 'Email', {
      type: 'email',
      maxLength: 254,
      autocomplete: 'email',
      check: ({ value, validity }) =>
        value && validity.valid ? '' : 'Enter your email address, like name@example.com.',
    })
    const phone = makeField('phone', 'Phone (optional)', {
      type: 'tel',
      maxLength: 20,
      autocomplete: 'tel-national',
      check: ({ value }) =>
        /^(\D*\d){0}\D*$|^(\D*\d){10}\D*$/.test(value) ? '' : 'Enter the ten digits of your phone number.',
    })
    const addressForm = make(
      'form',
      { noValidate: true },
      ...address.parts,
      suggestions,
      make('button', { type: 'submit', textContent: look.buttonText || 'Get a quote' }),
    )
    // The message of a field follows the button, so that the field and the button are in one row.
    addressForm.append(address.parts[2])
    const place = make('p')
    const send = make('button', { type: 'submit', textContent: 'Request a quote' })
    const change = make('button', { type: 'button', className: 'plain', textContent: 'Change address' })
    const failure = make('p', { className: 'problem', attributes: { role: 'alert' } })
    const contactForm = make(
      'form',
      { noValidate: true, hidden: true },
      place,
      ...[name, email, phone].flatMap(({ parts }) => parts),
      failure,
      send,
      change,
    )
    const showContact = (isShown) => {
      addressForm.hidden = isShown
      contactForm.hidden = !isShown
      ;(isShown ? name : address).input.focus()
    }
    addressForm.addEventListener('submit', (event) => {
      event.preventDefault()
      if (!address.isValid()) return
      place.textContent = address.input.value.trim()
      showContact(true)
    })
    change.addEventListener('click', () => showContact(false))
    let key = ''
    contactForm.addEventListener('input', () => {
      key = ''
    })
    contactForm.addEventListener('submit', async (event) => {
      event.preventDefault()
      failure.textContent = ''
      // Checks all fields, the first one last, so that it gets the focus.
      if ([phone, email, name].map((field) => field.isValid()).includes(false)) return
      // The same request has the same key, so that a repeated one is saved once.
      key ||= Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
        '',
      )
      const digits = phone.input.value.replace(/\D/g, '')
      const lead = {
        address: place.textContent,
        name: name.input.value.trim(),
        email: email.input.value.trim(),
        phone: digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3'),
      }
      send.disabled = true
      try {
        result.replaceChildren(...thanks(widget, lead.address, await sendLead(widget, lead, key)))
        contactForm.hidden = true
        result.hidden = false
        result.querySelector('h2').focus()
      } catch (error) {
        failure.textContent = error.message
      }
      send.disabled = false
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
        addressForm,
        contactForm,
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
