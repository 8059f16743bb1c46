import { hash, verify } from '@node-rs/argon2'

// argon2id (2 in the library's const enum), 19 MiB, two passes: the OWASP minimum, about 30 ms here.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, options)

let decoy: Promise<string> | undefined

/** Whether the password fits. Without a hash a decoy is checked, so that an unknown email takes the same time. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password that nobody has')
  const fits = await verify(passwordHash ?? (await decoy), password)
  return fits && Boolean(passwordHash)
}
