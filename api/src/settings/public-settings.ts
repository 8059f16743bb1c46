import { cardLimit } from '@tideline/sdk/words'
import type { Ctx } from '../http/context.ts'
import { fileKinds } from '../http/file-kind.ts'
import { readSettings } from './settings.ts'

/** Banner for demos that run in production mode (SYS-2). */
const demoNotice =
  'Demo environment: log-ins are public, payments and emails are simulated, and data may be erased at any time. Do not enter real information.'

/** Returns the settings that screens need before log-in. None of them is secret. */
export async function buildPublicSettings(ctx: Ctx) {
  const settings = await readSettings(ctx.db, ctx.now)
  return {
    brand: settings.brand,
    supportEmail: settings.supportEmail,
    supportPhone: settings.supportPhone,
    isProduction: ctx.config.isProduction,
    banner: [ctx.config.TIDELINE_DEMO ? demoNotice : '', settings.banner].filter(Boolean).join(' ') || null,
    links: {
      agentPortal: settings['links.agentPortal'],
      quoting: settings['links.quoting'],
      agencyDetails: settings['links.agencyDetails'],
    },
    features: {
      jumpstart: settings['features.jumpstart'],
      nonRenewal: settings['features.nonRenewal'],
      bulkUpload: settings['features.bulkUpload'],
    },
    limits: {
      cardLimit,
      uploadKinds: fileKinds,
    },
    chat: { enabled: settings['chat.enabled'], scriptUrl: settings['chat.scriptUrl'] },
    map: {
      tileUrl: settings['map.tileUrl'],
      imageryUrl: settings['map.imageryUrl'],
      attribution: settings['map.attribution'],
    },
  }
}
