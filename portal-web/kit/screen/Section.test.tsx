import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { TidelineError } from '@tideline/sdk'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
const { Section } = await import('./Section.tsx')

const idle = { isPending: false, isError: false, fetchStatus: 'idle', error: null, refetch: vi.fn() } as const

type Query = Parameters<typeof Section<readonly string[]>>[0]['query']

const shown = (query: Query) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Section
        title="Claims"
        subject="the claims"
        rows={2}
        query={query}
        empty={(claims) => (claims.length === 0 ? 'No claims have been made' : undefined)}
      >
        {(claims) => <ol>{claims.join(', ')}</ol>}
      </Section>
    </QueryClientProvider>,
  )

it('shows the section title and a placeholder while the data loads', () => {
  const html = shown({ ...idle, data: undefined, isPending: true, fetchStatus: 'fetching' })
  expect(html).toContain('Claims</h2>')
  expect(html).toContain('aria-label="Loading the claims"')
  expect(html).toContain('height:92px')
})

it("shows the section's error, a Retry button, the support email and the request ID", () => {
  const error = new TidelineError({ statusCode: 409, message: 'It is locked.', errors: [], requestId: 'req_1' })
  const html = shown({ ...idle, data: undefined, isError: true, error })
  for (const words of ['The claims could not be loaded', 'It is locked.', 'Retry', 'support@example.com', 'req_1'])
    expect(html).toContain(words)
  expect(html).not.toContain('No claims')
})

it("shows the section's empty state when there is no data", () => {
  const html = shown({ ...idle, data: [] })
  expect(html).toContain('No claims have been made')
  expect(html).not.toContain('<ol>')
})

it("keeps showing the section's data during a refetch", () => {
  const html = shown({ ...idle, data: ['CLM-1', 'CLM-2'], fetchStatus: 'fetching' })
  expect(html).toContain('<ol>CLM-1, CLM-2</ol>')
  expect(html).not.toContain('Loading')
})
