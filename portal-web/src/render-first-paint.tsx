import { QueryClientProvider } from '@tanstack/react-query'
import { paths } from '@tideline/web-kit/paths.ts'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { PagePlaceholder } from './layout/PagePlaceholder.tsx'
import { routes } from './routes.tsx'
import { SignStepPlaceholder } from './wizard/SignStepPlaceholder.tsx'

const html = (screen: ReactNode) =>
  renderToString(<QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>)

/** First views of screens that later show user data. Each of these first views is the same for all users. */
const sharedFirstViews: Record<string, ReactNode> = {
  [paths.policyholderDocuments()]: (
    <PagePlaceholder>
      <SignStepPlaceholder />
    </PagePlaceholder>
  ),
}

/**
 * Renders the markup that is shown before a screen's scripts load: a screen that is the same for all users, or a
 * placeholder. Forms are inert, because input would be lost when the scripts load.
 */
export async function renderFirstPaint(address: string | undefined): Promise<string> {
  if (address === undefined) return html(<PagePlaceholder />)
  if (sharedFirstViews[address]) return html(sharedFirstViews[address])
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(new URL(address, 'http://localhost')))
  if (context instanceof Response) throw new Error(`${address} leads elsewhere`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return html(<StaticRouterProvider router={router} context={context} hydrate={false} />).replaceAll(
    '<form',
    '<form inert',
  )
}
