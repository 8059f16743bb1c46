type Row = Readonly<Record<string, unknown>>

const getText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A spreadsheet would take such a text for a formula, and run it. */
const isFormula = (value: unknown) => typeof value === 'string' && /^[=+\-@\t\r]/.test(value)

function toCell(value: unknown): string {
  const text = isFormula(value) ? `'${value}` : getText(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV, a column for each field that any of them has; texts that spreadsheets would run are marked as texts. */
export function asCsv(rows: readonly Row[]): string {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [fields.map(toCell), ...rows.map((row) => fields.map((field) => toCell(row[field])))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('')
}
