/** `payment-received` as people read it: `Payment received`. */
export const getName = (template: string): string => {
  const words = template.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
