import type { Config } from '../config/config.ts'

/**
 * Returns the public URL of this deployment for links in emails. Defaults to the local address and port if the setting
 * is missing.
 */
export const getPublicUrl = (config: Config) =>
  (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '')
