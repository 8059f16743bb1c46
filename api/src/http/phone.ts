/**
 * Formats a US phone number as `(813) 555-0142`. It has ten digits and an optional leading 1. Other texts stay
 * unchanged.
 */
export function formatUsPhone(phone: string): string {
  const [, country, area, exchange, line] = /^(1?)(\d{3})(\d{3})(\d{4})$/.exec(phone.replace(/[\s().+-]/g, '')) ?? []
  return area ? `${country ? '+1 ' : ''}(${area}) ${exchange}-${line}` : phone
}
