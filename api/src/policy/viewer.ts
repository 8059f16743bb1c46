import { Party } from '@tideline/sdk/words'
import { type Actor, isReadonlyUser } from '../http/context.ts'

/** The user who views a policy, with the contract's field names. userType: 1 agent, 2 insured, 3 internal. */
export interface Viewer {
  kind: 'agent' | 'insured' | 'internal'
  userType: 1 | 2 | 3
  /** Party as which the viewer signs. Staff cannot sign (SIGN-2). */
  party: Party | null
  isReadonly: boolean
  agencyNo: string | null
}

/** Returns the viewer for an actor. Jobs and webhooks count as internal. */
export function getViewer(actor: Actor): Viewer {
  const shared = { isReadonly: isReadonlyUser(actor), agencyNo: actor.kind === 'agent' ? actor.agencyNo : null }
  if (actor.kind === 'agent') return { kind: 'agent', userType: 1, party: Party.agent, ...shared }
  if (actor.kind === 'insured') return { kind: 'insured', userType: 2, party: Party.insured, ...shared }
  return { kind: 'internal', userType: 3, party: null, ...shared }
}
