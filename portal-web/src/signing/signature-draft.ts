import {
  readStoredValue,
  removeStoredValue,
  subscribeToStoredValue,
  writeStoredValue,
} from '@tideline/web-kit/session/storage.ts'
import type { PointGroup } from 'signature_pad'
import type { SignatureInput } from './place-signatures.ts'

/** Signature data saved on this device. It is sent to the server when the user finishes signing. */
export interface SignatureDraft {
  name: string
  /** Initials entered by the signer, or undefined if they are derived from the name. */
  initials?: string
  isTyped: boolean
  elanyNoticeAccepted: boolean
  /** Strokes of the drawn signature. */
  signatureStrokes: PointGroup[]
  initialsStrokes: PointGroup[]
  /** The confirmed signature, ready to be inserted into the documents. */
  signature?: SignatureInput | undefined
  /** Ids of the places where the signature was inserted. */
  placed: string[]
}

const getName = (policyNo: string) => `ink:${policyNo}`

export const createSignatureDraft = (name: string): SignatureDraft => ({
  name,
  isTyped: false,
  elanyNoticeAccepted: false,
  signatureStrokes: [],
  initialsStrokes: [],
  placed: [],
})

export const readSignatureDraft = (policyNo: string) => readStoredValue<SignatureDraft>(getName(policyNo))
export const saveSignatureDraft = (policyNo: string, ink: SignatureDraft) => writeStoredValue(getName(policyNo), ink)

/**
 * Calls `changed` when another tab changes the signature data. If the other tab finished signing, the data is
 * undefined. Returns a function that unsubscribes.
 */
export const subscribeToSignatureDraft = (policyNo: string, changed: (ink: SignatureDraft | undefined) => void) =>
  subscribeToStoredValue<SignatureDraft>(getName(policyNo), changed)

/** Deletes the signature data from this device after signing. */
export const clearSignatureDraft = (policyNo: string) => removeStoredValue(getName(policyNo))
