import { readdirSync } from 'node:fs'

/** Returns the sorted IDs of the emails in `folder`. The ID of an email is the name of its file. */
export const findEmailIds = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort()

const toExportName = (id: string) => `${id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Email`

/** Generates the module that collects all emails by ID. It does not compile if an export is not named after its file. */
export const generateEmailsModule = (ids: readonly string[]): string =>
  `// Generated from the names of api/src/providers/mail/templates/emails/*.ts by scripts/generate.ts. Do not edit.
${ids.map((id) => `import { ${toExportName(id)} } from '../providers/mail/templates/emails/${id}.ts'\n`).join('')}
export const EMAIL_TEMPLATES = {
${ids.map((id) => `  '${id}': ${toExportName(id)},\n`).join('')}}
`
