type Row = Readonly<Record<string, unknown>>

const getText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns whether a spreadsheet would run the text as a formula. */
const isFormula = (value: unknown) => typeof value === 'string' && /^[=+\-@\t\r]/.test(value)

function toCell(value: unknown): string {
  const text = isFormula(value) ? `'${value}` : getText(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Converts rows to CSV, with a column for each field that occurs in any row. Escapes values that a spreadsheet would
 * run as a formula.
 */
export function toCsv(rows: readonly Row[]): string {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [fields.map(toCell), ...rows.map((row) => fields.map((field) => toCell(row[field])))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('')
}
