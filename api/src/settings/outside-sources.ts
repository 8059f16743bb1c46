import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { OutsideSources } from '../http/security-headers.ts'
import { lastSettings } from './settings.ts'

/**
 * Where pages load chat and map from. As the settings were read last, so that pages are served while PostgreSQL is away;
 * every page reads them, so that a change reaches the next one.
 */
export function outsideSources(db: Kysely<DB>): OutsideSources {
  const settings = lastSettings(db)
  return {
    chatScript: settings['chat.enabled'] ? settings['chat.scriptUrl'] : null,
    mapTiles: [settings['map.tileUrl'], settings['map.imageryUrl']],
  }
}
