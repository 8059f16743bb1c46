import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { ExternalSources } from '../http/security-headers.ts'
import { getCachedSettings } from './settings.ts'

/**
 * Returns the chat and map sources for pages. Uses the last settings that were read, so pages are served even if
 * PostgreSQL is unavailable. Every page reads the settings again for the next page.
 */
export function getExternalSources(db: Kysely<DB>): ExternalSources {
  const settings = getCachedSettings(db)
  return {
    chatScript: settings['chat.enabled'] ? settings['chat.scriptUrl'] : null,
    mapTiles: [settings['map.tileUrl'], settings['map.imageryUrl']],
  }
}
