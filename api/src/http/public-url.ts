import type { Config } from '../config/config.ts'

/** Where people reach this deployment, for links in mails; without the setting, the address that is listened on. */
export const getPublicUrl = (config: Config) =>
  (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '')
