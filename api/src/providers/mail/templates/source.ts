import { type Block, button, facts, heading, note, paragraph } from './blocks.ts'

/**
 * The blocks of a mail as staff write them (ADR 39): `# heading`, `> note`, `- Label: value` for facts, `[Label](address)` for a button, and
 * paragraphs as they are. An empty line ends a paragraph and a list of facts.
 */
export const toSource = (blocks: readonly Block[]): string => `${blocks.map(getLine).join('\n\n')}\n`

function getLine(block: Block): string {
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

/** A line that stands for itself; a paragraph goes on in the next one. Throws a sentence about a line that is none. */
function getBlock(line: string): Block {
  if (line.startsWith('# ')) return heading(line.slice(2).trim())
  if (line.startsWith('> ')) return note(line.slice(2).trim())
  if (line.startsWith('- ')) {
    const [, label, value] = /^- ([^:]+): (.+)$/.exec(line) ?? []
    if (!label || !value) throw new RangeError(`the line "${line}" must be a label, a colon and a value.`)
    return facts([label.trim(), value.trim()])
  }
  const [, label, link] = /^\[([^\]]+)\]\((.*)\)$/.exec(line) ?? []
  return label && link !== undefined ? button(label.trim(), link.trim()) : paragraph(line)
}

/** What `toSource` wrote, or somebody, as blocks. Throws RangeError with a sentence for a line that cannot be read. */
export function fromSource(source: string): Block[] {
  const blocks: Block[] = []
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
