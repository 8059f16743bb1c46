import type { LinkRequest } from '@tideline/sdk'
import { getLengthErrorMessage, policyholderText } from './text.ts'

/** Input of step 1. An @ distinguishes an email address from a policy number. */
export type Identity = { kind: 'email'; email: string } | { kind: 'policy'; policyNumber: string }

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const shortestPolicyNumber = 10

/** Parses the input as an email address or policy number. Returns undefined if it is neither. */
export function parseIdentity(typed: string): Identity | undefined {
  const trimmed = typed.trim()
  if (trimmed.includes('@')) return emailPattern.test(trimmed) ? { kind: 'email', email: trimmed } : undefined
  return trimmed.length >= shortestPolicyNumber ? { kind: 'policy', policyNumber: trimmed } : undefined
}

export const isPhoneNumber = (typed: string) => /^\d{3}-\d{3}-\d{4}$/.test(typed)
export const isZipCode = (typed: string) => /^\d{5}$/.test(typed)

export const validateIdentity = (typed: string) => (parseIdentity(typed) ? undefined : policyholderText.badIdentity)
export const validatePhone = (typed: string) => (isPhoneNumber(typed) ? undefined : policyholderText.badPhone)
export const validateZip = (typed: string) => (isZipCode(typed) ? undefined : getLengthErrorMessage('Zip', 5))

/**
 * Builds a link request from an email address and phone, or a policy number and ZIP code. The other two fields stay
 * empty.
 */
export function buildLinkRequest(identity: Identity, proof: string): Required<LinkRequest> {
  return identity.kind === 'email'
    ? { email: identity.email, phone: proof, policyNumber: '', zip: '' }
    : { email: '', phone: '', policyNumber: identity.policyNumber, zip: proof }
}
