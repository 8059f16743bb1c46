import type { AdminCardFee } from '@tideline/sdk'
import { toChoices } from '../kit/fields/choices.ts'

/** Display names of the card brands. */
export const brandLabels = {
  default: 'All other brands',
  visa: 'Visa',
  mastercard: 'Mastercard',
  jcb: 'JCB',
  discover: 'Discover',
  amex: 'American Express',
  diners: 'Diners',
} as const satisfies Record<AdminCardFee['brand'], string>
/** The card brands, as options for a form. */
export const brandChoices = toChoices(brandLabels)
