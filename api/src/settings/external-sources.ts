import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { ExternalSources } from '../http/security-headers.ts'
import { getCachedSettings } from './settings.ts'

/**
 * Returns the sources of chat and map for pages. Uses the settings that were read last, so that pages are served while
 * PostgreSQL is unavailable. Every page reads the settings again, so a change applies to the next page.
 */
export function getExternalSources(db: Kysely<DB>): ExternalSources {
  const settings = getCachedSettings(db)
  return {
    chatScript: settings['chat.enabled'] ? settings['chat.scriptUrl'] : null,
    mapTiles: [settings['map.tileUrl'], settings['map.imageryUrl']],
  }
}
