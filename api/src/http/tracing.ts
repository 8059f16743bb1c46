import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { MiddlewareHandler } from 'hono'
import type { LogEvent } from 'kysely'
import { getStatementText } from '../db/prepared-statement.ts'
import type { Env } from './env.ts'

export interface TracingOptions {
  /** Base URL of the collector, for example `http://127.0.0.1:4318`. */
  endpoint: string
  /** Share of the traces that are recorded, from 0 to 1. A caller's own decision takes precedence. */
  ratio: number
}

/**
 * Starts OpenTelemetry tracing: one span for each request, statement and job, sent to a collector. Spans contain
 * operation names and SQL with placeholders, but no URLs, values or personal data.
 */
export function startTracing({ endpoint, ratio }: TracingOptions) {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'tideline' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const propagator = new W3CTraceContextPropagator()
  propagation.setGlobalPropagator(propagator)
  const tracer = provider.getTracer('tideline')

  const runInSpan = async <Result>(span: Span, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await context.with(trace.setSpan(context.active(), span), work)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  /** Traces requests. Continues the trace of the caller, if there is one. */
  const middleware: MiddlewareHandler<Env> = (c, next) => {
    const parent = propagation.extract(context.active(), Object.fromEntries(c.req.raw.headers))
    const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
    return context.with(parent, () =>
      runInSpan(span, async () => {
        await next()
        span.updateName(c.get('operationId') ?? 'unknown')
        span.setAttributes({
          'http.request.method': c.req.method,
          'http.response.status_code': c.res.status,
          'tideline.request_id': c.get('requestId') ?? '',
        })
        if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      }),
    )
  }

  /** Traces a statement after it has ended. Statements outside a request or job are not traced. */
  const traceStatement = ({ query, queryDurationMillis, level }: LogEvent) => {
    if (!trace.getActiveSpan()) return
    const endTime = Date.now()
    const span = tracer.startSpan('statement', {
      kind: SpanKind.CLIENT,
      startTime: endTime - queryDurationMillis,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': getStatementText(query.sql).slice(0, 2000) },
    })
    if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
    span.end(endTime)
  }

  /** Traces the handlers of jobs. */
  const traceHandlers = <Handlers extends object>(handlers: Handlers): Handlers =>
    Object.fromEntries(
      Object.entries(handlers).map(([name, handle]) => [
        name,
        (...given: unknown[]) => runInSpan(tracer.startSpan(`job ${name}`), () => handle(...given)),
      ]),
    ) as Handlers

  return { middleware, traceStatement, traceHandlers, close: () => provider.shutdown() }
}

export type Tracing = ReturnType<typeof startTracing>
