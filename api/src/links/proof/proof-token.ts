import { createHash, randomBytes } from 'node:crypto'

/** Generates the token of a proof of insurance link: 32 random bytes as 43 characters. */
export const generateProofToken = (): string => randomBytes(32).toString('base64url')

/** Returns the hash to store for a token. A random token of 256 bits does not need a slow hash. */
export const hashProofToken = (token: string): Buffer => createHash('sha256').update(`proof-link:${token}`).digest()
