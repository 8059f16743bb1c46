import mjml2html from 'mjml'
import type { Block, Template } from './blocks.ts'
import { escapeHtml } from './fill.ts'

const toMjml = (block: Block): string => {
  switch (block.kind) {
    case 'heading':
      return `<mj-text font-size="22px" line-height="28px" font-weight="600" padding-bottom="8px"><h1 style="margin:0;font-size:22px;line-height:28px">${escapeHtml(block.text)}</h1></mj-text>`
    case 'paragraph':
      return `<mj-text>${escapeHtml(block.text)}</mj-text>`
    case 'facts':
      return `<mj-table cellpadding="6" font-size="16px">${block.rows
        .map(
          ([label, value]) =>
            `<tr style="border-bottom:1px solid #d8dee6"><th scope="row" align="left" style="font-weight:400;color:#4a5563;padding:8px 12px 8px 0;word-break:normal;overflow-wrap:normal">${escapeHtml(label)}</th><td align="right" style="font-weight:600;padding:8px 0">${escapeHtml(value)}</td></tr>`,
        )
        .join('')}</mj-table>`
    case 'button':
      return `<mj-button href="${escapeHtml(block.link)}">${escapeHtml(block.label)}</mj-button>
        <mj-text font-size="13px" color="#4a5563">If the button does not work, copy this address into your browser:<br/><a href="${escapeHtml(block.link)}" style="color:#0b5fa5;word-break:break-all">${escapeHtml(block.link)}</a></mj-text>`
    case 'note':
      return `<mj-text font-size="14px" line-height="20px" color="#4a5563">${escapeHtml(block.text)}</mj-text>`
  }
}

const document = ({ subject, preview, blocks }: Template) => `
<mjml lang="en">
  <mj-head>
    <mj-title>${escapeHtml(subject)}</mj-title>
    <mj-preview>${escapeHtml(preview)}</mj-preview>
    <mj-attributes>
      <mj-all font-family="system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" />
      <mj-text font-size="16px" line-height="24px" color="#1b2430" padding="8px 24px" />
      <mj-table color="#1b2430" padding="8px 24px" />
      <mj-button background-color="#0b5fa5" color="#ffffff" border-radius="8px" font-size="16px" font-weight="600" inner-padding="14px 28px" padding="16px 24px" align="left" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#eef2f6">
    <mj-section padding="24px 0 0"><mj-column>
      <mj-text font-size="20px" font-weight="700" color="#084a82">{{brand}}</mj-text>
    </mj-column></mj-section>
    <mj-section background-color="#ffffff" border-radius="8px" padding="16px 0"><mj-column>
      ${blocks.map(toMjml).join('\n')}
    </mj-column></mj-section>
    <mj-section padding="16px 0 32px"><mj-column>
      <mj-text font-size="13px" line-height="20px" color="#4a5563">Questions? Write to <a href="mailto:{{supportEmail}}" style="color:#0b5fa5">{{supportEmail}}</a>. This message was sent by {{brand}} about your insurance.</mj-text>
    </mj-column></mj-section>
  </mj-body>
</mjml>`

/** HTML with places for the values. Takes a few milliseconds: done once a template, see `render`. */
export async function toHtml(template: Template): Promise<string> {
  const { html, errors } = await mjml2html(document(template), {
    validationLevel: 'strict',
    // None from a font service: a mail loads nothing from anywhere, so that nobody learns when it is read.
    fonts: {},
  })
  if (errors.length > 0)
    throw new Error(`The mail template is not valid: ${errors.map((error) => error.message).join('; ')}`)
  return html
}

const blockToText = (block: Block): string => {
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

export const toText = ({ blocks }: Template) =>
  `${blocks.map(blockToText).join('\n\n')}\n\n--\n{{brand}}. Questions? Write to {{supportEmail}}.\n`
