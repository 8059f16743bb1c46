import {
  readStoredValue,
  removeStoredValue,
  subscribeToStoredValue,
  writeStoredValue,
} from '@tideline/web-kit/session/storage.ts'
import type { PointGroup } from 'signature_pad'
import type { SignatureInput } from './place-signatures.ts'

/** The signature data on this device. The server receives it when signing is finished. */
export interface SignatureDraft {
  name: string
  /** Entered by the signer; undefined if they are created from the name. */
  initials?: string
  isTyped: boolean
  elanyNoticeAccepted: boolean
  /** The drawings in the two boxes. */
  signatureStrokes: PointGroup[]
  initialsStrokes: PointGroup[]
  /** The applied signature, ready to be placed. */
  signature?: SignatureInput | undefined
  /** The ids of the places that contain it. */
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
 * Reports changes of the signature data in another tab, or undefined once the policy was signed there. Returns a
 * function that stops watching.
 */
export const subscribeToSignatureDraft = (policyNo: string, changed: (ink: SignatureDraft | undefined) => void) =>
  subscribeToStoredValue<SignatureDraft>(getName(policyNo), changed)

/** Deletes the signature data from the device after signing. */
export const clearSignatureDraft = (policyNo: string) => removeStoredValue(getName(policyNo))
