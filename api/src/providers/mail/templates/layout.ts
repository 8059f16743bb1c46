import type { EmailBlock, EmailTemplateContent } from './blocks.ts'
import { escapeHtml } from './fill-placeholders.ts'

/** Maximum length of a label that stays on one line on a phone. Longer labels wrap between words. */
const shortLabel = 18

const factRow = ([label, value]: [label: string, value: string]) => {
  const nowrap = label.length <= shortLabel ? ';white-space:nowrap;width:1%' : ''
  return `<tr class="line"><th scope="row" align="left" class="muted" style="font-weight:400;color:#4a5563;padding:9px 16px 9px 0;border-bottom:1px solid #e6ebf0;vertical-align:top;word-break:normal${nowrap}">${escapeHtml(label)}</th><td align="right" class="ink" style="font-weight:600;color:#1b2430;padding:9px 0;border-bottom:1px solid #e6ebf0;vertical-align:top;word-break:normal;overflow-wrap:break-word">${escapeHtml(value)}</td></tr>`
}

const toMjml = (block: EmailBlock): string => {
  switch (block.kind) {
    case 'heading':
      return `<mj-text css-class="ink" font-size="22px" line-height="28px" font-weight="600" padding-bottom="8px"><h1 style="margin:0;font-size:22px;line-height:28px;font-weight:600">${escapeHtml(block.text)}</h1></mj-text>`
    case 'paragraph':
      return `<mj-text css-class="ink">${escapeHtml(block.text)}</mj-text>`
    case 'facts':
      return `<mj-table font-size="16px" line-height="22px">${block.rows.map(factRow).join('')}</mj-table>`
    case 'button':
      return `<mj-button href="${escapeHtml(block.link)}">${escapeHtml(block.label)}</mj-button>
        <mj-text css-class="muted small" font-size="14px" line-height="20px" color="#4a5563">If the button does not work, <a href="${escapeHtml(block.link)}" class="link" style="color:#0b5fa5">use this link</a>.</mj-text>`
    case 'note':
      return `<mj-text css-class="muted small" font-size="14px" line-height="20px" color="#4a5563">${escapeHtml(block.text)}</mj-text>`
  }
}

/** Styles for dark mode and for a minimum font size on phones. */
const styles = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (max-width: 480px) {
    .small div { font-size: 16px !important; line-height: 24px !important; }
  }
  @media (prefers-color-scheme: dark) {
    .page, .page > div { background: #0e1620 !important; background-color: #0e1620 !important; }
    .card, .card > table { background: #15202c !important; background-color: #15202c !important; }
    .ink, .ink div, .ink h1 { color: #e6edf3 !important; }
    .muted, .muted div { color: #a9b6c4 !important; }
    .brand div { color: #8ec5f5 !important; }
    .link, .ink a, .muted a { color: #8ec5f5 !important; }
    .line th, .line td { border-bottom-color: #2a3947 !important; }
  }`

const document = ({ subject, preview, blocks }: EmailTemplateContent) => `
<mjml lang="en-US">
  <mj-head>
    <mj-title>${escapeHtml(subject)}</mj-title>
    <mj-preview>${escapeHtml(preview)}</mj-preview>
    <mj-raw><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" /></mj-raw>
    <mj-style>${styles}</mj-style>
    <mj-attributes>
      <mj-all font-family="Inter, system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" />
      <mj-text font-size="16px" line-height="24px" color="#1b2430" padding="8px 24px" />
      <mj-table color="#1b2430" padding="8px 24px" />
      <mj-button background-color="#0b5fa5" color="#ffffff" border-radius="8px" font-size="16px" line-height="20px" font-weight="600" inner-padding="14px 28px" padding="16px 24px 8px" align="left" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#f6f8fa" css-class="page">
    <mj-section padding="24px 0 0"><mj-column>
      <mj-text css-class="brand" font-size="20px" font-weight="600" color="#084a82">{{brand}}</mj-text>
    </mj-column></mj-section>
    <mj-section css-class="card" background-color="#ffffff" border-radius="8px" padding="16px 0"><mj-column>
      ${blocks.map(toMjml).join('\n')}
    </mj-column></mj-section>
    <mj-section padding="16px 0 32px"><mj-column>
      <mj-text css-class="muted small" font-size="14px" line-height="20px" color="#4a5563">Questions? Email <a href="mailto:{{supportEmail}}" class="link" style="color:#0b5fa5">{{supportEmail}}</a>. This message was sent by {{brand}} about your insurance.</mj-text>
    </mj-column></mj-section>
  </mj-body>
</mjml>`

/**
 * Compiles a template to HTML with placeholders. Compiling takes a few milliseconds, so `renderEmail` caches the
 * results of built-in templates. The compiler is loaded on first use, because it takes a third of the start of a process.
 */
export async function compileTemplateHtml(template: EmailTemplateContent): Promise<string> {
  const { default: mjml2html } = await import('mjml')
  const { html, errors } = await mjml2html(document(template), {
    validationLevel: 'strict',
    // Disables web fonts. They are external resources, which could track the reader.
    fonts: {},
  })
  if (errors.length > 0)
    throw new Error(`The mail template is not valid: ${errors.map((error) => error.message).join('; ')}`)
  return html
}

const blockToText = (block: EmailBlock): string => {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(block.text.length, 60))}`
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'button':
      return `${block.label}:\n${block.link}`
    default:
      return block.text
  }
}

export const compileTemplateText = ({ blocks }: EmailTemplateContent) =>
  `${blocks.map(blockToText).join('\n\n')}\n\n--\n{{brand}}. Questions? Email {{supportEmail}}.\n`
