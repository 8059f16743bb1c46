import { bankAccountPendingMessage } from '../agencies/update-agency.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { approveRegistration } from './approve-registration.ts'
import { readRegistration } from './registration.ts'
import { saveRegistration } from './save-registration.ts'
import { sendRegistrationLink } from './send-registration.ts'
import { signRegistration } from './sign-registration.ts'

export const registrationHandlers = {
  getAgencyRegistration: async (ctx, { path }) => ok(await readRegistration(ctx, path.agencyNo)),

  saveAgencyRegistration: async (ctx, { path, body }) => {
    const { isBankPending } = await saveRegistration(ctx, path.agencyNo, body)
    return ok(await readRegistration(ctx, path.agencyNo), isBankPending ? bankAccountPendingMessage : '')
  },

  signAgencyRegistration: async (ctx, { path, body }) => {
    await signRegistration(ctx, path.agencyNo, body)
    return ok(await readRegistration(ctx, path.agencyNo))
  },

  sendAgencyRegistration: async (ctx, { path, body }) => {
    await sendRegistrationLink(ctx, path.agencyNo, body)
    return ok(await readRegistration(ctx, path.agencyNo), `The link was sent to ${body.Email}.`)
  },

  approveAgencyRegistration: async (ctx, { path }) => {
    await approveRegistration(ctx, path.agencyNo)
    return ok(await readRegistration(ctx, path.agencyNo))
  },
} satisfies AreaHandlers
