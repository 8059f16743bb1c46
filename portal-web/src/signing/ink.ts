import { drop, keep, readStored, watchStored } from '@tideline/web-kit/session/storage.ts'
import type { PointGroup } from 'signature_pad'
import type { Signature } from './slots.ts'

/** The signature data on this device. The server receives it when signing is finished. */
export interface Ink {
  name: string
  /** Entered by the signer; undefined if they are created from the name. */
  initials?: string
  isTyped: boolean
  elanyNoticeAccepted: boolean
  /** The drawings in the two boxes. */
  signatureStrokes: PointGroup[]
  initialsStrokes: PointGroup[]
  /** The applied signature, ready to be placed. */
  signature?: Signature | undefined
  /** The ids of the places that contain it. */
  placed: string[]
}

const getName = (policyNo: string) => `ink:${policyNo}`

export const freshInk = (name: string): Ink => ({
  name,
  isTyped: false,
  elanyNoticeAccepted: false,
  signatureStrokes: [],
  initialsStrokes: [],
  placed: [],
})

export const readInk = (policyNo: string) => readStored<Ink>(getName(policyNo))
export const saveInk = (policyNo: string, ink: Ink) => keep(getName(policyNo), ink)

/**
 * Reports changes of the signature data in another tab, or undefined once the policy was signed there. Returns a
 * function that stops watching.
 */
export const watchInk = (policyNo: string, changed: (ink: Ink | undefined) => void) =>
  watchStored<Ink>(getName(policyNo), changed)

/** Deletes the signature data from the device after signing. */
export const clearInk = (policyNo: string) => drop(getName(policyNo))
