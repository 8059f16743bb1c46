import { hash, verify } from '@node-rs/argon2'

// Hash options: argon2id (2 in the library's const enum) with 19 MiB and two passes, the OWASP minimum. One hash takes
// about 30 ms.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, options)

let decoy: Promise<string> | undefined

/**
 * Checks a password against a hash. Without a hash, checks it against a decoy hash, so that unknown and known emails
 * take the same time.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has')
  const fits = await verify(passwordHash ?? (await decoy), password)
  return fits && Boolean(passwordHash)
}
