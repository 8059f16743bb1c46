import { QueryClientProvider } from '@tanstack/react-query'
import { paths } from '@tideline/web-kit/paths.ts'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { FirstLoad } from './layout/FirstLoad.tsx'
import { routes } from './routes.tsx'
import { SignAhead } from './wizard/SignAhead.tsx'

const html = (screen: ReactNode) =>
  renderToString(<QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>)

/** Screens that are somebody's own, of which everybody sees the same while that is fetched. */
const begun: Record<string, ReactNode> = {
  [paths.policyholderDocuments()]: (
    <FirstLoad>
      <SignAhead />
    </FirstLoad>
  ),
}

/**
 * What the server sends of a screen before its scripts have come: at an address where everybody sees the same, that; at any
 * other the shape of a page. Fields take nothing yet: the screen that comes in its place would not have it.
 */
export async function firstPaint(address: string | undefined): Promise<string> {
  if (address === undefined) return html(<FirstLoad />)
  if (begun[address]) return html(begun[address])
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(address, 'http://localhost')))
  if (context instanceof Response) throw new Error(`${address} leads elsewhere`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return html(<StaticRouterProvider router={router} context={context} hydrate={false} />).replaceAll(
    '<form',
    '<form inert',
  )
}
