import { accountHandlers } from './accounts/routes.ts'
import { agencyHandlers } from './agencies/routes.ts'
import { approvalHandlers } from './approvals/routes.ts'
import { auditHandlers } from './audit/routes.ts'
import { bulkJobHandlers } from './bulk-jobs/routes.ts'
import { claimHandlers } from './claims/routes.ts'
import { commissionHandlers } from './commissions/routes.ts'
import { credentialHandlers } from './credentials/routes.ts'
import { delinquencyHandlers } from './delinquency/routes.ts'
import { documentHandlers } from './documents/routes.ts'
import { endorsementHandlers } from './endorsements/routes.ts'
import { routeHandlers } from './generated/handlers.ts'
import type { Handlers } from './http/operation.ts'
import { importHandlers } from './imports/routes.ts'
import { rewriteHandlers } from './lifecycle/rewrite/routes.ts'
import { lifecycleHandlers } from './lifecycle/routes.ts'
import { linkHandlers } from './links/routes.ts'
import { lockboxHandlers } from './lockbox/routes.ts'
import { moratoriumHandlers } from './moratoriums/routes.ts'
import { noteHandlers } from './notes/routes.ts'
import { notificationHandlers } from './notifications/routes.ts'
import { paymentHandlers } from './payments/routes.ts'
import { policyHandlers } from './policy-reads/routes.ts'
import { registrationHandlers } from './registration/routes.ts'
import { sandboxHandlers } from './sandbox/routes.ts'
import { settingsHandlers } from './settings/routes.ts'
import { signingHandlers } from './signing/routes.ts'
import { timelineHandlers } from './timeline/routes.ts'
import { webhookHandlers } from './webhooks/routes.ts'
import { widgetHandlers } from './widgets/routes.ts'

const written = {
  ...accountHandlers,
  ...agencyHandlers,
  ...approvalHandlers,
  ...auditHandlers,
  ...bulkJobHandlers,
  ...claimHandlers,
  ...commissionHandlers,
  ...credentialHandlers,
  ...endorsementHandlers,
  ...importHandlers,
  ...lifecycleHandlers,
  ...rewriteHandlers,
  ...linkHandlers,
  ...lockboxHandlers,
  ...delinquencyHandlers,
  ...moratoriumHandlers,
  ...noteHandlers,
  ...notificationHandlers,
  ...paymentHandlers,
  ...sandboxHandlers,
  ...settingsHandlers,
  ...documentHandlers,
  ...policyHandlers,
  ...signingHandlers,
  ...registrationHandlers,
  ...timelineHandlers,
  ...webhookHandlers,
  ...widgetHandlers,
} satisfies Partial<Handlers>

type Found = keyof typeof routeHandlers

/** Compiles only if no operation has both a route file and an entry in `routes.ts`. */
const hasNoDuplicates: Extract<Found, keyof typeof written> extends never ? true : never = true

/** Handlers of all operations in the contract. If a handler is missing, the code does not compile. */
export const handlers: Handlers = hasNoDuplicates && { ...written, ...routeHandlers }
