import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readCatalogs } from '../catalog/catalogs.ts'
import { ApiError } from '../http/api-error.ts'
import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { FileResponse, JsonText, ok } from '../http/response.ts'
import { adminSettingCollection, changeSetting, readSetting, resetSetting } from './admin-settings.ts'
import { requireMetricsToken } from './metrics-token.ts'
import { buildPublicSettings } from './public-settings.ts'
import { checkReadiness } from './readiness.ts'

/** The bundled API contract (OpenAPI) as text, which is served unchanged. */
const contract = readFileSync(createRequire(import.meta.url).resolve('@tideline/openapi/bundle.json'), 'utf8')
const version = (JSON.parse(contract) as { info: { version: string } }).info.version

export const settingsHandlers = {
  getHealth: () => ({ status: 'ok', version }),

  getReadiness: async (ctx) => {
    const checks = await checkReadiness(ctx)
    if (checks.some((one) => !one.ok))
      throw new ApiError({
        code: 'unavailable',
        message: 'The service is not ready.',
        headers: { 'Retry-After': '5' },
      })
    return { status: 'ready', checks }
  },

  getMetrics: async (ctx, { request }) => {
    requireMetricsToken(ctx.config, request)
    return new FileResponse(await ctx.metrics.registry.metrics(), { contentType: ctx.metrics.registry.contentType })
  },

  getOpenapi: () => new JsonText(contract),

  getPublicSettings: async (ctx) => ok(await buildPublicSettings(ctx)),

  getCatalogues: async (ctx) => ok(await readCatalogs(ctx.db)),

  listAdminSettings: (ctx, { query }) => listCollection(ctx.db, adminSettingCollection, query),

  getAdminSetting: (ctx, { path }) => readSetting(ctx, path.id),

  updateAdminSetting: (ctx, { path, body }) => changeSetting(ctx, path.id, body.value),

  deleteAdminSetting: (ctx, { path }) => resetSetting(ctx, path.id),
} satisfies AreaHandlers
