/** Formats a ten-digit US phone number, with or without country code, for the API. Returns any other text unchanged. */
export function parsePhone(text: string): string {
  const [, area, exchange, line] = /^1?(\d{3})(\d{3})(\d{4})$/.exec(text.replace(/[\s().+-]/g, '')) ?? []
  return area ? `${area}-${exchange}-${line}` : text
}
