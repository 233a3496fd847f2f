/** The server: a span and a line of the log for each call that the backend answers. */
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

const tracer = trace.getTracer('wallet-backend')

/** A span of the page's trace, as long as the call took. It has no ids of accounts. */
export function spanOf({ traceparent, requestId, operation, outcome, status, code, by, at, duration }) {
  const parent = propagation.extract(context.active(), { traceparent })
  const attributes = {
    'http.response.status_code': status,
    'wallet.outcome': outcome,
    'wallet.answered_by': by,
    'wallet.request_id': requestId,
    ...(code !== undefined && { 'error.type': code }),
  }
  const options = { kind: SpanKind.SERVER, startTime: at - duration, attributes }
  const span = tracer.startSpan(operation ?? 'unknown call', options, parent)
  if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(at)
}

/** Options for `createBackend`: a line of pino for each call, with the trace, and one for each error behind a 5xx. */
export const logging = (logger) => ({
  onEvent: ({ traceparent, ...event }) => {
    const line = { ...event, trace_id: traceparent?.split('-')[1] }
    logger[event.outcome === 'failed' ? 'error' : 'info'](line, event.operation ?? 'unknown call')
  },
  // An error may name addresses and ids, so its message stays out.
  onError: ({ name, code }) => logger.error({ error: { name, code } }, 'wallet backend'),
})
