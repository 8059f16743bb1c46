import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { ExternalSources } from '../http/security-headers.ts'
import { getCachedSettings } from './settings.ts'

/**
 * Returns the URLs of the chat script and the map tiles that pages may load. Uses cached settings so that pages are
 * served even if PostgreSQL is unavailable.
 */
export function getExternalSources(db: Kysely<DB>): ExternalSources {
  const settings = getCachedSettings(db)
  return {
    chatScript: settings['chat.enabled'] ? settings['chat.scriptUrl'] : null,
    mapTiles: [settings['map.tileUrl'], settings['map.imageryUrl']],
  }
}
