/** Formats a template name such as `payment-received` as "Payment received". */
export const formatTemplateName = (template: string): string => {
  const words = template.replaceAll('-', ' ').replace('non renewal', 'nonrenewal').replace('auto pay', 'auto-pay')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
