import { createButton, createFactList, createHeading, createNote, createParagraph, type EmailBlock } from './blocks.ts'

/**
 * Converts blocks to the source text that staff edit (ADR 39). `# heading`, `> note`, `- Label: value` and
 * `[Label](address)` are a heading, a note, a fact and a button. All other lines are paragraphs.
 */
export const toTemplateSource = (blocks: readonly EmailBlock[]): string => `${blocks.map(getLine).join('\n\n')}\n`

function getLine(block: EmailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `# ${block.text}`
    case 'note':
      return `> ${block.text}`
    case 'facts':
      return block.rows.map(([label, value]) => `- ${label}: ${value}`).join('\n')
    case 'button':
      return `[${block.label}](${block.link})`
    case 'paragraph':
      return block.text
  }
}

/**
 * Parses one line as a block. Throws RangeError with a message if the line is invalid. `parseTemplateSource` joins the
 * lines of a paragraph.
 */
function getBlock(line: string): EmailBlock {
  if (line.startsWith('# ')) return createHeading(line.slice(2).trim())
  if (line.startsWith('> ')) return createNote(line.slice(2).trim())
  if (line.startsWith('- ')) {
    const [, label, value] = /^- ([^:]+): (.+)$/.exec(line) ?? []
    if (!label || !value) throw new RangeError(`the line "${line}" must be a label, a colon and a value.`)
    return createFactList([label.trim(), value.trim()])
  }
  const [, label, link] = /^\[([^\]]+)\]\((.*)\)$/.exec(line) ?? []
  return label && link !== undefined ? createButton(label.trim(), link.trim()) : createParagraph(line)
}

/** Parses source text to blocks. Throws RangeError with a message if a line is invalid. */
export function parseTemplateSource(source: string): EmailBlock[] {
  const blocks: EmailBlock[] = []
  let isGoingOn = false
  for (const line of source.split(/\r?\n/).map((text) => text.trim())) {
    if (line === '') {
      isGoingOn = false
      continue
    }
    const block = getBlock(line)
    const before = isGoingOn ? blocks.at(-1) : undefined
    if (block.kind === 'paragraph' && before?.kind === 'paragraph') before.text += ` ${block.text}`
    else if (block.kind === 'facts' && before?.kind === 'facts') before.rows.push(...block.rows)
    else blocks.push(block)
    isGoingOn = true
  }
  return blocks
}
