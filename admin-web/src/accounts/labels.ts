import type { AdminAccount } from '@tideline/sdk'
import { toChoices } from '../kit/fields/choices.ts'

type Role = AdminAccount['roles'][number]

/** What each role can view or change (ACC-2). */
const roleDescriptions: Record<Role, string> = {
  internal: 'internal: staff; policy service, claims, agencies and imports',
  superuser: 'superuser: policies, moratoriums, accounts, settings and audit',
  financeadmin: 'financeadmin: billing, lockbox, commissions and an agency’s overrides',
  commissionAdmin: 'commissionAdmin: commission overrides',
  readonly: 'readonly: view only, regardless of other roles',
  'cvc-optional': 'cvc-optional: the card form does not ask for the CVC',
  nopayoptin: 'nopayoptin: the auto-pay choice is hidden',
}

/** The roles with their descriptions, as options for a form. */
export const roleChoices = toChoices(roleDescriptions)
