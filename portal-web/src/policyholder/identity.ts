import type { LinkRequest } from '@tideline/sdk'
import { lengthRule, text } from './text.ts'

/** What somebody typed in the first step, told apart by its @. */
export type Identity = { kind: 'email'; email: string } | { kind: 'policy'; policyNumber: string }

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const shortestPolicyNumber = 10

/** The email address or policy number, or undefined when it is neither. */
export function getIdentity(typed: string): Identity | undefined {
  const trimmed = typed.trim()
  if (trimmed.includes('@')) return emailPattern.test(trimmed) ? { kind: 'email', email: trimmed } : undefined
  return trimmed.length >= shortestPolicyNumber ? { kind: 'policy', policyNumber: trimmed } : undefined
}

export const isPhone = (typed: string) => /^\d{3}-\d{3}-\d{4}$/.test(typed)
export const isZip = (typed: string) => /^\d{5}$/.test(typed)

export const identityError = (typed: string) => (getIdentity(typed) ? undefined : text.badIdentity)
export const phoneError = (typed: string) => (isPhone(typed) ? undefined : text.badPhone)
export const zipError = (typed: string) => (isZip(typed) ? undefined : lengthRule('Zip', 5))

/** The body of the link request: the pair that was given, the other two empty. */
export function getLinkRequest(identity: Identity, proof: string): Required<LinkRequest> {
  return identity.kind === 'email'
    ? { email: identity.email, phone: proof, policyNumber: '', zip: '' }
    : { email: '', phone: '', policyNumber: identity.policyNumber, zip: proof }
}
