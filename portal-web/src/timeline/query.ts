import { getPolicyTimelineOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import type { Filter } from './items.ts'

/** What happened on a policy. A failure is thrown on as it came, and the panel alone shows it: no message pops up (spec 2 §8). */
export const timelineOf = (policyNo: string, filter: Filter, take: number) => ({
  ...getPolicyTimelineOptions({ client: api.client, path: { policyNo }, query: { filter, take } }),
  meta: { errors: 'quiet' },
})
