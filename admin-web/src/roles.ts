/** Areas of the back office and the roles that open them (spec 3 §6); compared as written (decision 9). */
const needs = {
  policies: ['superuser'],
  commissions: ['financeadmin'],
  overrides: ['commissionAdmin'],
  moratoriums: ['superuser'],
  payments: ['financeadmin'],
  lockbox: ['financeadmin'],
} as const

export type Area = keyof typeof needs

export const roleMay = (roles: readonly string[], area: Area): boolean =>
  needs[area].some((role) => roles.includes(role))
