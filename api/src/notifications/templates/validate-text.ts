import { createBadRequestError } from '../../http/collection.ts'
import type { EmailBlock, EmailTemplateContent } from '../../providers/mail/templates/blocks.ts'
import { EMAIL_TEMPLATES, type EmailTemplateId } from '../../providers/mail/templates/catalog.ts'
import { parseTemplateSource } from '../../providers/mail/templates/template-source.ts'

/** Text of an email that staff may edit. Its values and their formats are defined in code. */
export interface EmailText {
  subject: string
  /** Preview text that email programs show next to the subject. */
  preview: string
  /** The body, in the format of `toTemplateSource`. */
  body: string
}

const placeholder = /\{\{[^{}]*\}\}/g
const commonPlaceholders = ['{{brand}}', '{{supportEmail}}']

const getTexts = (block: EmailBlock): string[] => {
  if (block.kind === 'facts') return block.rows.flat()
  return block.kind === 'button' ? [block.label, block.link] : [block.text]
}
const getLinks = (blocks: readonly EmailBlock[]) =>
  blocks.flatMap((block) => (block.kind === 'button' ? [block.link] : []))

/** Returns the placeholders that an email may contain, each with its format, such as `|money`. */
export function getPlaceholders(id: EmailTemplateId): string[] {
  const { subject, preview, blocks } = EMAIL_TEMPLATES[id]
  const used = [subject, preview, ...blocks.flatMap(getTexts)].join(' ').match(placeholder) ?? []
  return [...new Set([...used, ...commonPlaceholders])]
}

/** Returns the placeholders that an email must contain: the links of its buttons, its code and its lists of links. */
export function getRequiredPlaceholders(id: EmailTemplateId): string[] {
  const links = getLinks(EMAIL_TEMPLATES[id].blocks)
  return [
    ...new Set([...links, ...getPlaceholders(id).filter((one) => one === '{{code}}' || one.endsWith('|links}}'))]),
  ]
}

function rejectUnknown(id: EmailTemplateId, field: keyof EmailText, text: string): void {
  const known = getPlaceholders(id)
  for (const one of text.match(placeholder) ?? [])
    if (!known.includes(one))
      throw createBadRequestError(
        field,
        `${one} is not a placeholder of this email. Available placeholders: ${known.join(', ')}.`,
      )
  if (/\{\{|\}\}/.test(text.replaceAll(placeholder, '')))
    throw createBadRequestError(field, 'a placeholder is its name between {{ and }}.')
}

function getBlocks(source: string): EmailBlock[] {
  try {
    return parseTemplateSource(source)
  } catch (thrown) {
    if (thrown instanceof RangeError) throw createBadRequestError('body', thrown.message)
    throw thrown
  }
}

/**
 * Checks the placement of links and codes. Buttons must have their original links. Links and codes must be in the body,
 * not in the subject or preview. Throws 400.
 */
function rejectMisplaced(id: EmailTemplateId, words: EmailText, blocks: readonly EmailBlock[]): void {
  const links = getLinks(EMAIL_TEMPLATES[id].blocks)
  for (const link of getLinks(blocks))
    if (!links.includes(link))
      throw createBadRequestError(
        'body',
        links.length > 0
          ? `a button in this email must link to ${links.join(' or ')}, not to ${link}.`
          : 'this email has no button.',
      )
  const outside = blocks.flatMap((block) => (block.kind === 'button' ? [block.label] : getTexts(block)))
  for (const one of getRequiredPlaceholders(id)) {
    for (const field of ['subject', 'preview'] as const)
      if (words[field].includes(one)) throw createBadRequestError(field, `${one} can only be used in the body.`)
    if (links.includes(one) && outside.some((text) => text.includes(one)))
      throw createBadRequestError('body', `${one} is a button link and cannot be used elsewhere.`)
    const isThere = links.includes(one) ? getLinks(blocks).includes(one) : outside.some((text) => text.includes(one))
    if (!isThere)
      throw createBadRequestError(
        'body',
        `${one} is required${links.includes(one) ? `: write [Label](${one}) for its button` : ''}.`,
      )
  }
}

/**
 * Builds the template of an email from an edited text.
 * @throws {ApiError} 400 with the reason: an unknown placeholder, a button with another link, or a missing link or code
 */
export function buildEmailTemplate(id: EmailTemplateId, words: EmailText, version: number): EmailTemplateContent {
  const texts = { subject: words.subject.trim(), preview: words.preview.trim(), body: words.body.trim() }
  for (const field of ['subject', 'preview', 'body'] as const) {
    if (texts[field] === '') throw createBadRequestError(field, 'cannot be empty.')
    rejectUnknown(id, field, texts[field])
  }
  const blocks = getBlocks(texts.body)
  rejectMisplaced(id, texts, blocks)
  return { version, subject: texts.subject, preview: texts.preview, blocks }
}
