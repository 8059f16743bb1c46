import type { Config } from '../config/config.ts'

/**
 * Returns the public URL of this deployment for links in emails. Without the setting, it is the local address and port.
 */
export const getPublicUrl = (config: Config) =>
  (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '')
