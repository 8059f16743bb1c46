import { drop, keep, readStored, watchStored } from '@tideline/web-kit/session/storage.ts'
import type { PointGroup } from 'signature_pad'
import type { Signature } from './slots.ts'

/** What a signer has made so far on this device; the server gets it when signing is finished. */
export interface Ink {
  name: string
  /** The signer's own, where they are not made from the name. */
  initials?: string
  isTyped: boolean
  elanyNoticeAccepted: boolean
  /** What is drawn in the two boxes. */
  signatureStrokes: PointGroup[]
  initialsStrokes: PointGroup[]
  /** Applied, to be placed. */
  signature?: Signature | undefined
  /** The ids of the places that have it. */
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

/** Tells what another tab has made of it; nothing once it was signed there. Answers how to stop. */
export const watchInk = (policyNo: string, changed: (ink: Ink | undefined) => void) =>
  watchStored<Ink>(getName(policyNo), changed)

/** Once the places are signed, the device knows nothing of the ink any more. */
export const clearInk = (policyNo: string) => drop(getName(policyNo))
