/** Formats a template name such as `payment-received` as "Payment received". */
export const formatTemplateName = (template: string): string => {
  const words = template.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
